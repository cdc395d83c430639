-- name: memory_for_update
select {{memories}} from memories where tenant = $1 and id = $2 for update;
