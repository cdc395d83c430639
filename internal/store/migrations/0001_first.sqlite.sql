-- Contentless: the text stays in its own table and is tokenised by us.
-- The owner is a word of its own column, so that a search never leaves the user.
create virtual table message_words using fts5 (owner, body, content = '', contentless_delete = 1, tokenize = 'ascii');
create virtual table memory_words using fts5 (owner, body, content = '', contentless_delete = 1, tokenize = 'ascii');
