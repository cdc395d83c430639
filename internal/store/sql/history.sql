-- name: change
select {{changes}} from changes where tenant = $1 and id = $2;

-- name: changes_of_step
select {{changes}} from changes where tenant = $1 and step = $2 and step <> id order by n;

-- name: list_user_changes
select n, {{changes}} from changes
where tenant = $1 and user_id = $2 and ($3 = 0 or n < $3)
order by n desc limit $4;

-- name: list_fact_changes
select c.n, {{c.changes}} from changes c join memories m on m.tenant = c.tenant and m.id = c.memory
where c.tenant = $1 and c.user_id = $2 and m.key <> '' and ($3 = 0 or c.n < $3)
order by c.n desc limit $4;

-- name: park_memory
-- Out of the way of others that may take its place in the same transaction.
update memories set status = 'deleted' where tenant = $1 and id = $2;

-- name: memories_changed_since
select distinct memory from changes where tenant = $1 and user_id = $2 and at > $3 order by memory;

-- name: change_as_of
select {{changes}} from changes where tenant = $1 and memory = $2 and at <= $3 order by n desc limit 1;
