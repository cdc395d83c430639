-- name: fleeting_memories
-- What time may have ended: $4 is now, $5 when a session that is over was last
-- heard of, $6 when a temporary memory that has faded was.
select m.n, m.tenant, {{m.memories}},
  m.updated_at <= $5 and not exists (select 1 from conversations c where c.tenant = m.tenant and c.user_id = m.user_id and c.id = m.conversation and c.updated_at > $5)
from memories m
where m.status in ('active', 'pending') and (m.expiry = 'temporary' or m.expires_at is not null or m.scope = 'session')
  and m.n > $1 and ($2 = '' or m.tenant = $2) and ($3 = '' or m.user_id = $3)
  and m.priority < 100 and coalesce(m.importance, 0) < 10 and m.origin <> 'core'
  and (m.expires_at <= $4
    or (m.expiry = 'temporary' and m.expires_at is null and m.origin <> 'explicit' and m.said_at <= $6 and (m.last_recalled_at is null or m.last_recalled_at <= $6))
    or (m.scope = 'session' and m.updated_at <= $5))
order by m.n limit $7;

-- name: expire_topics
update topics set status = 'expired', updated_at = $1
where status = 'pending' and expires_at > 0 and expires_at <= $1 and ($2 = '' or tenant = $2) and ($3 = '' or user_id = $3);

-- name: count_overdue_topics
select count(*) from topics
where status = 'pending' and expires_at > 0 and expires_at <= $1 and ($2 = '' or tenant = $2) and ($3 = '' or user_id = $3);

-- name: open_topics
select {{topics}} from topics where tenant = $1 and user_id = $2 and status = 'pending' and expires_at > $3 order by n desc limit 200;

-- name: check_topic
update topics set check_count = check_count + $3, last_checked = $4 where tenant = $1 and id = $2;

-- name: open_todos
select {{memories}} from memories where tenant = $1 and user_id = $2 and status = 'active' and type = 'todo' order by n desc limit 500;
