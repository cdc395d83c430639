-- The plus keeps SQLite from walking over the whole tenant instead of looking rows up by number.

-- name: memories_by_number
select n, {{memories}} from memories where +tenant = $1 and n in (select value from json_each($2));

-- name: turns_by_number
select n, conversation, {{messages}} from messages where +tenant = $1 and n in (select value from json_each($2));
