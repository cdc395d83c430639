-- name: insert_message
insert into messages (tenant, user_id, conversation, id, seq, role, name, content, at, received_at, embedding_model)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (tenant, user_id, conversation, id) do nothing
returning n;

-- name: message
select {{messages}} from messages where tenant = $1 and user_id = $2 and conversation = $3 and id = $4;

-- name: message_before
select {{messages}} from messages
where tenant = $1 and user_id = $2 and conversation = $3 and role = 'user'
  and seq < (select seq from messages where tenant = $1 and user_id = $2 and conversation = $3 and id = $4)
order by seq desc limit 1;

-- name: list_messages
select seq, {{messages}} from messages
where tenant = $1 and user_id = $2 and conversation = $3 and seq > $4
order by seq limit $5;

-- name: insert_outcome
insert into outcomes (tenant, user_id, conversation, message, state, reason, job, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: set_outcome
update outcomes set state = $5, reason = $6, memories = $7, updated_at = $8
where tenant = $1 and user_id = $2 and conversation = $3 and message = $4;

-- name: outcome
select {{outcomes}} from outcomes where tenant = $1 and user_id = $2 and conversation = $3 and message = $4;

-- name: list_outcomes
select n, {{outcomes}} from outcomes
where tenant = $1 and user_id = $2 and conversation = $3 and n > $4
order by n limit $5;

-- name: count_outcomes
select state, count(*) from outcomes where tenant = $1 group by state;

-- name: said_last
select coalesce((select id from messages where tenant = $1 and user_id = $2 and conversation = $3 and role = 'user' order by seq desc limit 1), ''),
  exists (select 1 from messages where tenant = $1 and user_id = $2 and conversation = $3 and id = $4);

-- name: transcript_before
-- What was said before a place, last first, with how each message ended.
select {{m.messages}}, coalesce(o.state, 'skipped'), coalesce(o.reason, ''), coalesce(o.memories, '[]'), coalesce(o.updated_at, m.received_at)
from messages m
left join outcomes o on o.tenant = m.tenant and o.user_id = m.user_id and o.conversation = m.conversation and o.message = m.id
where m.tenant = $1 and m.user_id = $2 and m.conversation = $3 and m.seq < $4
order by m.seq desc limit $5;

-- name: transcript_from
select {{m.messages}}, coalesce(o.state, 'skipped'), coalesce(o.reason, ''), coalesce(o.memories, '[]'), coalesce(o.updated_at, m.received_at)
from messages m
left join outcomes o on o.tenant = m.tenant and o.user_id = m.user_id and o.conversation = m.conversation and o.message = m.id
where m.tenant = $1 and m.user_id = $2 and m.conversation = $3 and m.seq >= $4
order by m.seq limit $5;

-- name: refused_between
-- What was refused in a conversation between two times.
select {{rejections}} from rejections
where tenant = $1 and user_id = $2 and conversation = $3 and created_at >= $4 and created_at <= $5
order by n;

-- name: undone_jobs_of_conversation
select {{jobs}} from jobs
where tenant = $1 and user_id = $2 and conversation = $3 and state in ('queued', 'running', 'failed', 'dropped')
order by n;
