-- What an erasure looks at to choose the rows that go. The rows themselves are
-- taken out by their numbers (erase.go).

-- name: messages_to_erase
select n, conversation, id, at, received_at from messages where tenant = $1 and user_id = $2;

-- name: conversations_to_erase
select n, id, url, created_at from conversations where tenant = $1 and user_id = $2;

-- name: outcomes_to_erase
select n, conversation, message from outcomes where tenant = $1 and user_id = $2;

-- name: memories_to_erase
select n, {{memories}} from memories where tenant = $1 and user_id = $2 order by n;

-- name: changes_to_erase
select n, memory from changes where tenant = $1 and user_id = $2;

-- name: changes_to_clean
select n, {{changes}} from changes where tenant = $1 and memory = $2 order by n;

-- name: rejections_to_erase
select n, {{rejections}} from rejections where tenant = $1 and user_id = $2;

-- name: episodes_to_erase
select n, {{episodes}} from episodes where tenant = $1 and user_id = $2;

-- name: topics_to_erase
select n, {{topics}} from topics where tenant = $1 and user_id = $2;

-- name: retirements_to_erase
select n, {{retirements}} from retirements where tenant = $1 and user_id = $2;

-- name: jobs_to_erase
select n, lane, {{jobs}} from jobs where tenant = $1 and user_id = $2;

-- name: vectors_to_erase
select n, kind, ref from vectors where owner = $1;

-- name: void_leases
-- Whoever works on something of the user finds the lease gone and stores nothing.
update lanes set lease = '', leased_until = 0 where lane in (select lane from jobs where tenant = $1 and user_id = $2);

-- name: clean_memory
update memories set evidence = $2, superseded_by = $3 where n = $1;

-- name: clean_change
update changes set before = $2, after = $3 where n = $1;

-- name: clean_job
update jobs set messages = $2, reason = '', reply = '', state = case when state = 'running' then 'queued' else state end where n = $1;

-- name: setting_once
insert into settings (tenant, name, value, updated_at) values ($1, $2, $3, $4) on conflict (tenant, name) do nothing;
