-- The plus keeps SQLite from walking over the whole tenant instead of looking rows up by number.

-- name: memories_by_number
select n, {{memories}} from memories where +tenant = $1 and n in (select value from json_each($2));

-- name: turns_by_number
select n, conversation, {{messages}} from messages where +tenant = $1 and n in (select value from json_each($2));

-- What a search needs to know of a memory, then the texts to find it by; no column of these is null. The id is for those whose texts are kept.

-- name: packed_clues_to_memories
select concat_ws(char(31), n, case when $3 then id else '' end, priority, coalesce(importance, 0), coalesce(confidence, -1), confirmations, coalesce(expires_at, 0), said_at, expiry,
  type, origin, agent, scope, conversation, site, key, subject_user, content, question, subject, key, tags)
from memories
where tenant = $1 and user_id = $2 and status = 'active';

-- name: count_active_memories
select count(*) from memories where tenant = $1 and user_id = $2 and status = 'active';

-- name: clues_to_memories
select n, id, type, origin, agent, scope, conversation, site, priority, coalesce(importance, 0), confidence, confirmations, expiry, coalesce(expires_at, 0), said_at,
  key, content, question, subject, tags, subject_user
from memories
where +tenant = $1 and user_id = $2 and status = 'active' and n in (select value from json_each($3));

-- name: memories_to_tell
select n, id, key, question, content from memories where +tenant = $1 and status = 'active' and n in (select value from json_each($2));

-- Turns, and what came of them; of an answer, what came of that which it answers too. The order of the joins is the way to go: the other is by way of all memories.

-- name: turns_to_tell
select n, conversation, {{messages}}, (
  select json_group_array(json_object('id', k.id, 'status', k.status))
  from messages said
  cross join outcomes o on o.tenant = said.tenant and o.user_id = said.user_id and o.conversation = said.conversation and o.message = said.id
  cross join json_each(o.memories) j
  cross join memories k on k.tenant = said.tenant and k.id = j.value
  where said.tenant = m.tenant and said.user_id = m.user_id and said.conversation = m.conversation
    and said.seq between m.seq - case when m.role = 'assistant' then 1 else 0 end and m.seq and o.memories <> '[]')
from messages m
where +tenant = $1 and n in (select value from json_each($2));

-- What a chat needs to know.

-- name: glimpse
select (select coalesce(max(n), 0) from changes where tenant = $1 and user_id = $2), (select coalesce(max(n), 0) from forgettings where owner = $3),
  coalesce((select cast(card as text) from rolecards where tenant = $1 and user_id = $2), ''),
  (select coalesce(max(n), 0) from messages where tenant = $1 and user_id = $2),
  (select coalesce(max(n), 0) from vectors where owner = $3 and kind = 'memory' and model = $4),
  (select coalesce(max(n), 0) from vectors where owner = $3 and kind = 'message' and model = $4),
  exists (select 1 from conversations where tenant = $1 and user_id = $2 and private),
  (select json_group_array(id) from (select id from conversations where tenant = $1 and user_id = $2 order by updated_at desc limit $5));
