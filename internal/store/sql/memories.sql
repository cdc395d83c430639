-- name: insert_memory
insert into memories (tenant, {{memories}}) values ($1, {{memories values}})
on conflict do nothing
returning n;

-- name: write_memory
update memories set ({{memories}}) = ({{memories values}}) where tenant = $1 and id = $2 returning n;

-- name: memory
select {{memories}} from memories where tenant = $1 and id = $2;

-- name: memory_for_update
select {{memories}} from memories where tenant = $1 and id = $2;

-- name: memories_superseded_by
select {{memories}} from memories where tenant = $1 and superseded_by = $2 and status = 'superseded' order by id;

-- name: list_memories
select n, {{memories}} from memories
where tenant = $1 and user_id = $2
  and status = $3
  and ($4 = '' or agent = $4)
  and ($5 = '' or type = $5)
  and ($6 = '' or category = $6)
  and ($7 = '' or tags like $7 escape '\')
  and updated_at >= $8
  and ($9 = '' or subject_user = $9 or (subject_user = '' and user_id = $9))
  and ($10 = '' or origin = $10)
  and ($11 = 0 or n < $11)
order by n desc limit $12;

-- name: count_traits
select status, agent, type, category, origin, tags, count(*) from memories
where tenant = $1 and user_id = $2 group by status, agent, type, category, origin, tags;

-- name: count_recalls
update memories set recall_count = recall_count + $3, last_recalled_at = $4 where tenant = $1 and id = $2;

-- name: memories_by_hash
select {{memories}} from memories
where tenant = $1 and user_id = $2 and agent = $3 and subject_user = $4 and content_hash = $5
  and status in ('active', 'pending');

-- name: memory_by_key
select {{memories}} from memories
where tenant = $1 and user_id = $2 and agent = $3 and subject_user = $4 and key = $5 and status = 'active';

-- name: list_facts
select n, {{memories}} from memories
where tenant = $1 and user_id = $2 and ($3 = '' or agent = $3) and key <> '' and status = 'active'
  and (subject_user = $4 or (subject_user = '' and user_id = $4))
order by key, n limit $5;

-- name: list_standing
-- The first words are those of the index memories_standing.
select n, {{memories}} from memories
where tenant = $1 and user_id = $2 and status = 'active' and (priority >= 100 or origin = 'core')
  and key = '' and scope = 'user_global' and (subject_user = '' or subject_user = user_id)
order by priority desc, n limit $3;

-- name: insert_change
insert into changes (tenant, user_id, {{changes}}) values ($1, $10, {{changes values}});

-- name: list_changes
select {{changes}} from changes where tenant = $1 and memory = $2 order by n;

-- name: insert_rejection
insert into rejections (tenant, {{rejections}}) values ($1, {{rejections values}});

-- name: list_rejections
select n, {{rejections}} from rejections
where tenant = $1 and user_id = $2 and ($3 = '' or rule = $3) and ($4 = 0 or n < $4)
order by n desc limit $5;

-- name: count_memories
select status, count(*) from memories where tenant = $1 group by status;

-- name: rejection
select {{rejections}} from rejections where tenant = $1 and id = $2;

-- name: mark_restored
update rejections set restored_at = $3 where tenant = $1 and id = $2 and restored_at is null;

-- name: count_rejections
select rule, count(*) from rejections where tenant = $1 group by rule;

-- name: list_ended
select content, status, ended_at from memories
where tenant = $1 and user_id = $2 and ended_at > 0 and status not in ('active', 'pending')
order by ended_at desc limit $3;
