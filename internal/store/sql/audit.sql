-- name: active_memories
select n, {{memories}} from memories where tenant = $1 and user_id = $2 and status = 'active' order by n;

-- name: everything_said
select conversation, id, content from messages where tenant = $1 and user_id = $2 order by n;

-- name: remembered_users
select distinct tenant, user_id from memories where status = 'active' order by tenant, user_id;
