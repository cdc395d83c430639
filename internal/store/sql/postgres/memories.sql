-- name: memory_for_update
select {{memories}} from memories where tenant = $1 and id = $2 for update;

-- name: memories_superseded_by
select {{memories}} from memories where tenant = $1 and superseded_by = $2 and status = 'superseded' order by id for update;
