-- The owner is one of the words, so that a search never leaves the user.
create table message_words (n bigint primary key, words tsvector not null);
create index message_words_gin on message_words using gin (words);
create table memory_words (n bigint primary key, words tsvector not null);
create index memory_words_gin on memory_words using gin (words);
