-- name: memories_by_number
select n, {{memories}} from memories where tenant = $1 and n in (select cast(value as bigint) from jsonb_array_elements_text(cast($2 as jsonb)));

-- name: turns_by_number
select n, conversation, {{messages}} from messages where tenant = $1 and n in (select cast(value as bigint) from jsonb_array_elements_text(cast($2 as jsonb)));

-- name: word_frequencies_in_memories
select q.word, (select count(*) from (select 1 from memory_words w where w.words @@ cast(q.match as tsquery) limit 5000) as found)
from unnest(cast($1 as text[]), cast($2 as text[])) as q (word, match);

-- name: word_frequencies_in_messages
select q.word, (select count(*) from (select 1 from message_words w where w.words @@ cast(q.match as tsquery) limit 5000) as found)
from unnest(cast($1 as text[]), cast($2 as text[])) as q (word, match);

-- name: count_memory_words
select count(*) from memories where tenant = $1 and user_id = $2 and status = 'active';

-- name: count_message_words
select count(*) from messages where tenant = $1 and user_id = $2;

-- name: memories_with_words
select m.n, m.type, m.origin, m.priority, coalesce(m.importance, 0), m.confidence, m.confirmations, m.expiry, m.conversation, m.said_at, m.key,
  (select coalesce(sum(q.weight), 0) from unnest(cast($7 as text[]), cast($8 as float8[])) as q (word, weight) where w.words @@ cast(q.word as tsquery))
    / (0.5 + length(w.words) / 20.0) as score
from memory_words w join memories m on m.n = w.n
where w.words @@ cast($9 as tsquery) and m.tenant = $1 and m.user_id = $2 and m.status = 'active'
  and (m.agent = '' or $3 = '' or m.agent = $3)
  and (m.scope = 'user_global' or (m.scope in ('session', 'conversation') and m.conversation = $4) or (m.scope = 'site' and m.site = $5))
  and (m.expires_at is null or m.expires_at > $6)
  and (coalesce(cardinality(cast($11 as text[])), 0) = 0 or m.type = any(cast($11 as text[])))
  and ($12 = '' or m.subject_user = $12 or (m.subject_user = '' and m.user_id = $12))
order by score desc, m.n desc limit $10;

-- name: memories_near
select m.n, m.type, m.origin, m.priority, coalesce(m.importance, 0), m.confidence, m.confirmations, m.expiry, m.conversation, m.said_at, m.key, found.score
from (
  select ref, 1 - (cast(v as vector({{dims}})) <=> cast($8 as vector({{dims}}))) as score from vectors
  where owner = $7 and kind = 'memory' and model = {{model}}
  order by cast(v as vector({{dims}})) <=> cast($8 as vector({{dims}})) limit $9
) as found join memories m on m.n = found.ref
where m.tenant = $1 and m.user_id = $2 and m.status = 'active'
  and (m.agent = '' or $3 = '' or m.agent = $3)
  and (m.scope = 'user_global' or (m.scope in ('session', 'conversation') and m.conversation = $4) or (m.scope = 'site' and m.site = $5))
  and (m.expires_at is null or m.expires_at > $6)
  and (coalesce(cardinality(cast($10 as text[])), 0) = 0 or m.type = any(cast($10 as text[])))
  and ($11 = '' or m.subject_user = $11 or (m.subject_user = '' and m.user_id = $11))
order by found.score desc;

-- name: turns_with_words
select m.n, m.conversation, m.seq, m.role, m.name, m.at,
  (select coalesce(sum(q.weight), 0) from unnest(cast($4 as text[]), cast($5 as float8[])) as q (word, weight) where w.words @@ cast(q.word as tsquery))
    / (0.5 + length(w.words) / 40.0) as score
from message_words w join messages m on m.n = w.n
  join conversations c on c.tenant = m.tenant and c.user_id = m.user_id and c.id = m.conversation
where w.words @@ cast($6 as tsquery) and m.tenant = $1 and m.user_id = $2 and not c.private and ($3 = '' or c.agent = '' or c.agent = $3)
order by score desc, m.n desc limit $7;

-- name: turns_near
select m.n, m.conversation, m.seq, m.role, m.name, m.at, found.score
from (
  select ref, 1 - (cast(v as vector({{dims}})) <=> cast($5 as vector({{dims}}))) as score from vectors
  where owner = $4 and kind = 'message' and model = {{model}}
  order by cast(v as vector({{dims}})) <=> cast($5 as vector({{dims}})) limit $6
) as found join messages m on m.n = found.ref
  join conversations c on c.tenant = m.tenant and c.user_id = m.user_id and c.id = m.conversation
where m.tenant = $1 and m.user_id = $2 and not c.private and ($3 = '' or c.agent = '' or c.agent = $3)
order by found.score desc;

-- name: turns_around
select m.n, m.conversation, m.seq, m.role, m.name, m.at, cast(0 as float8)
from unnest(cast($3 as text[]), cast($4 as bigint[])) as q (conversation, seq)
  join messages m on m.tenant = $1 and m.user_id = $2 and m.conversation = q.conversation and m.seq = q.seq;

-- name: index_vectors
create index if not exists {{name}} on vectors using hnsw ((cast(v as vector({{dims}}))) vector_cosine_ops) where model = {{model}};

-- name: memories_to_tell
select n, id, key, question, content from memories where tenant = $1 and status = 'active' and n in (select cast(value as bigint) from jsonb_array_elements_text(cast($2 as jsonb)));

-- Turns, and what came of them; of an answer, what came of that which it answers too.

-- name: turns_to_tell
select n, conversation, {{messages}}, (
  select coalesce(cast(json_agg(json_build_object('id', k.id, 'status', k.status)) as text), '[]')
  from messages said
  join outcomes o on o.tenant = said.tenant and o.user_id = said.user_id and o.conversation = said.conversation and o.message = said.id
  join jsonb_array_elements_text(cast(o.memories as jsonb)) j on true
  join memories k on k.tenant = said.tenant and k.id = j.value
  where said.tenant = m.tenant and said.user_id = m.user_id and said.conversation = m.conversation
    and said.seq between m.seq - case when m.role = 'assistant' then 1 else 0 end and m.seq and o.memories <> '[]')
from messages m
where tenant = $1 and n in (select cast(value as bigint) from jsonb_array_elements_text(cast($2 as jsonb)));

-- name: memories_then
select m.n, m.type, m.origin, m.priority, coalesce(m.importance, 0), m.confidence, m.confirmations, m.expiry, m.conversation, m.said_at, m.key, coalesce(m.valid_from, 0)
from memories m
where m.tenant = $1 and m.user_id = $2 and m.status = 'active'
  and (m.said_at >= $7 and m.said_at < $8 or m.valid_from >= $7 and m.valid_from < $8)
  and (m.agent = '' or $3 = '' or m.agent = $3)
  and (m.scope = 'user_global' or (m.scope in ('session', 'conversation') and m.conversation = $4) or (m.scope = 'site' and m.site = $5))
  and (m.expires_at is null or m.expires_at > $6)
  and (coalesce(cardinality(cast($10 as text[])), 0) = 0 or m.type = any(cast($10 as text[])))
  and ($11 = '' or m.subject_user = $11 or (m.subject_user = '' and m.user_id = $11))
order by m.said_at desc limit $9;

-- name: turns_then
select m.n, m.conversation, m.seq, m.role, m.name, m.at, cast(0 as float8)
from messages m join conversations c on c.tenant = m.tenant and c.user_id = m.user_id and c.id = m.conversation
where m.tenant = $1 and m.user_id = $2 and not c.private and ($3 = '' or c.agent = '' or c.agent = $3) and m.at >= $4 and m.at < $5
order by m.at desc limit $6;
