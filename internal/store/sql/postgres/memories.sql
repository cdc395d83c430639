-- name: memory_for_update
select {{memories}} from memories where tenant = $1 and id = $2 for update;

-- name: lock_user
-- Whoever changes a user's memories by a plan waits for the others that do.
select pg_advisory_xact_lock(hashtextextended($1, 0));

-- name: memories_superseded_by
select {{memories}} from memories where tenant = $1 and superseded_by = $2 and status = 'superseded' order by id for update;
