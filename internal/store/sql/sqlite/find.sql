-- The plus keeps SQLite from walking over the whole tenant instead of looking rows up by number.

-- name: memories_by_number
select n, {{memories}} from memories where +tenant = $1 and n in (select value from json_each($2));

-- name: turns_by_number
select n, conversation, {{messages}} from messages where +tenant = $1 and n in (select value from json_each($2));

-- What a search needs to know of a memory, then the texts to find it by; no column of these is null.

-- name: packed_clues_to_memories
select concat_ws(char(31), n, priority, coalesce(importance, 0), coalesce(confidence, -1), confirmations, coalesce(expires_at, 0), said_at, expiry,
  type, origin, agent, scope, conversation, site, key, subject_user, content, question, subject, key, tags)
from memories
where tenant = $1 and user_id = $2 and status = 'active';

-- name: count_active_memories
select count(*) from memories where tenant = $1 and user_id = $2 and status = 'active';

-- name: clues_to_memories
select n, type, origin, agent, scope, conversation, site, priority, coalesce(importance, 0), confidence, confirmations, expiry, coalesce(expires_at, 0), said_at,
  key, content, question, subject, tags, subject_user
from memories
where +tenant = $1 and user_id = $2 and status = 'active' and n in (select value from json_each($3));
