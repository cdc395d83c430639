-- name: index_message
insert into message_words (rowid, owner, body) values ($1, $2, $3);

-- name: unindex_messages
delete from message_words where rowid in (
  select n from messages where tenant = $1 and user_id = $2 and conversation = $3);

-- name: index_memory
insert into memory_words (rowid, owner, body) values ($1, $2, $3);

-- name: unindex_memory
delete from memory_words where rowid = $1;

-- name: search_memories
select -bm25(memory_words, 0.0, 1.0) as score, {{m.memories}}
from memory_words join memories m on m.n = memory_words.rowid
where memory_words match $8 and m.tenant = $1 and m.user_id = $2 and m.status = 'active'
  and (m.agent = '' or $3 = '' or m.agent = $3)
  and (m.scope = 'user_global' or (m.scope in ('session', 'conversation') and m.conversation = $4) or (m.scope = 'site' and m.site = $5))
  and (m.expires_at is null or m.expires_at > $6)
order by score desc, m.n desc limit $7;

-- name: search_messages
select -bm25(message_words, 0.0, 1.0) as score, m.conversation, {{m.messages}}
from message_words join messages m on m.n = message_words.rowid
  join conversations c on c.tenant = m.tenant and c.user_id = m.user_id and c.id = m.conversation
where message_words match $5 and m.tenant = $1 and m.user_id = $2 and not c.private
  and ($3 = '' or c.agent = '' or c.agent = $3)
order by score desc, m.n desc limit $4;

-- name: indexed_messages
select m.n, m.tenant, m.user_id, {{m.messages}}
from message_words w join messages m on m.n = w.rowid order by m.n;

-- name: indexed_memories
select m.n, m.tenant, {{m.memories}}
from memory_words w join memories m on m.n = w.rowid order by m.n;
