-- name: touch_conversation
-- Creates the conversation or locks it, so that its messages are numbered one after the other.
insert into conversations (tenant, user_id, id, agent, source, participants, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $7)
on conflict (tenant, user_id, id) do update set
  updated_at = excluded.updated_at,
  agent = case when excluded.agent <> '' then excluded.agent else conversations.agent end,
  participants = case when excluded.participants <> '[]' then excluded.participants else conversations.participants end
returning {{conversations}};

-- name: count_messages
update conversations set messages = messages + $4 where tenant = $1 and user_id = $2 and id = $3;

-- name: conversation
select {{conversations}} from conversations where tenant = $1 and user_id = $2 and id = $3;

-- name: list_conversations
select n, {{conversations}} from conversations
where tenant = $1 and user_id = $2 and ($3 = 0 or n < $3)
order by n desc limit $4;

-- name: describe_conversation
update conversations set title = $4, private = $5, updated_at = $6 where tenant = $1 and user_id = $2 and id = $3;

-- name: delete_conversation
delete from conversations where tenant = $1 and user_id = $2 and id = $3;

-- name: delete_messages
delete from messages where tenant = $1 and user_id = $2 and conversation = $3;

-- name: delete_outcomes
delete from outcomes where tenant = $1 and user_id = $2 and conversation = $3;

-- name: delete_jobs
delete from jobs where tenant = $1 and user_id = $2 and conversation = $3;

-- name: delete_lane
delete from lanes where lane = $1;

-- name: memories_of_conversation
select {{memories}} from memories
where tenant = $1 and user_id = $2 and conversation = $3 and status in ('active', 'pending')
order by n;

-- name: list_users
select user_id, sum(conversations), sum(memories) from (
  select user_id, count(*) as conversations, 0 as memories from conversations where tenant = $1 group by user_id
  union all
  select user_id, 0, count(*) from memories where tenant = $1 and status = 'active' group by user_id
) as known
group by user_id order by user_id;
