-- name: index_message
insert into message_words (n, words) values ($1, cast($2 || ' ' || $3 as tsvector));

-- name: unindex_messages
delete from message_words where n in (
  select n from messages where tenant = $1 and user_id = $2 and conversation = $3);

-- name: index_memory
insert into memory_words (n, words) values ($1, cast($2 || ' ' || $3 as tsvector));

-- name: unindex_memory
delete from memory_words where n = $1;

-- name: search_memories
select ts_rank(w.words, cast($9 as tsquery), 1) as score, {{m.memories}}
from memory_words w join memories m on m.n = w.n
where w.words @@ cast($8 as tsquery) and m.tenant = $1 and m.user_id = $2 and m.status = 'active'
  and (m.agent = '' or $3 = '' or m.agent = $3)
  and (m.scope = 'user_global' or (m.scope in ('session', 'conversation') and m.conversation = $4) or (m.scope = 'site' and m.site = $5))
  and (m.expires_at is null or m.expires_at > $6)
order by score desc, m.n desc limit $7;

-- name: search_messages
select ts_rank(w.words, cast($6 as tsquery), 1) as score, m.conversation, {{m.messages}}
from message_words w join messages m on m.n = w.n
  join conversations c on c.tenant = m.tenant and c.user_id = m.user_id and c.id = m.conversation
where w.words @@ cast($5 as tsquery) and m.tenant = $1 and m.user_id = $2 and not c.private
  and ($3 = '' or c.agent = '' or c.agent = $3)
order by score desc, m.n desc limit $4;

-- name: indexed_messages
select m.n, m.tenant, m.user_id, {{m.messages}}
from message_words w join messages m on m.n = w.n order by m.n;

-- name: indexed_memories
select m.n, m.tenant, {{m.memories}}
from memory_words w join memories m on m.n = w.n order by m.n;
