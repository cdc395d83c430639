-- name: touch_conversation
-- Creates the conversation or locks it, so that its messages are numbered one after the other.
insert into conversations (tenant, user_id, id, agent, source, participants, partner, relation, url, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
on conflict (tenant, user_id, id) do update set
  updated_at = excluded.updated_at,
  agent = case when excluded.agent <> '' then excluded.agent else conversations.agent end,
  participants = case when excluded.participants <> '[]' then excluded.participants else conversations.participants end,
  partner = case when excluded.partner <> '' then excluded.partner else conversations.partner end,
  relation = case when excluded.relation <> '' then excluded.relation else conversations.relation end,
  url = case when excluded.url <> '' then excluded.url else conversations.url end
returning {{conversations}};

-- name: count_messages
update conversations set messages = messages + $4 where tenant = $1 and user_id = $2 and id = $3;

-- name: conversation
select {{conversations}} from conversations where tenant = $1 and user_id = $2 and id = $3;

-- name: list_conversations
-- The one that something was said in last comes first.
select c.n, {{c.conversations}},
  coalesce((select substr(m.content, 1, 200) from messages m where not c.private and m.tenant = c.tenant and m.user_id = c.user_id and m.conversation = c.id order by m.seq limit 1), ''),
  coalesce((select substr(m.content, 1, 200) from messages m where not c.private and m.tenant = c.tenant and m.user_id = c.user_id and m.conversation = c.id order by m.seq desc limit 1), '')
from conversations c
where c.tenant = $1 and c.user_id = $2
  and ($3 = 0 or (c.updated_at, c.n) < (select p.updated_at, p.n from conversations p where p.tenant = $1 and p.user_id = $2 and p.n = $3))
order by c.updated_at desc, c.n desc limit $4;

-- name: conversation_in_short
select {{c.conversations}},
  coalesce((select substr(m.content, 1, 200) from messages m where not c.private and m.tenant = c.tenant and m.user_id = c.user_id and m.conversation = c.id order by m.seq limit 1), ''),
  coalesce((select substr(m.content, 1, 200) from messages m where not c.private and m.tenant = c.tenant and m.user_id = c.user_id and m.conversation = c.id order by m.seq desc limit 1), '')
from conversations c
where c.tenant = $1 and c.user_id = $2 and c.id = $3;

-- name: names_of_conversations
-- What a person may know a conversation by.
select id, title || ' ' || partner || ' ' || id from conversations where tenant = $1 and user_id = $2 order by updated_at desc, n desc;

-- name: count_memories_by_conversation
select conversation, count(*) from memories where tenant = $1 and user_id = $2 and status = 'active' and conversation <> '' group by conversation;

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

-- name: activities
-- How conversations went that something was said in lately, but for private ones
-- and those whose analysis is on its way. Sizes are in bytes.
select c.tenant, c.user_id, c.id, sum(octet_length(m.content)),
  sum(case when m.received_at > coalesce(a.at, 0) then octet_length(m.content) else 0 end), max(m.at), coalesce(max(a.at), 0)
from conversations c
join messages m on m.tenant = c.tenant and m.user_id = c.user_id and m.conversation = c.id
left join (select tenant, user_id, conversation, max(created_at) as at from episodes where style = 'analysis' group by tenant, user_id, conversation) a
  on a.tenant = c.tenant and a.user_id = c.user_id and a.conversation = c.id
where c.updated_at > $1 and not c.private and not exists (
  select 1 from jobs j where j.tenant = c.tenant and j.user_id = c.user_id and j.conversation = c.id
    and j.kind in ('analyze', 'auto-analyze') and j.state in ('queued', 'running'))
group by c.tenant, c.user_id, c.id
order by c.tenant, c.user_id, c.id;

-- name: list_users
select user_id, sum(conversations), sum(memories), max(last_at), max(card) from (
  select user_id, count(*) as conversations, 0 as memories, max(updated_at) as last_at, '' as card from conversations where tenant = $1 group by user_id
  union all
  select user_id, 0, count(*), 0, '' from memories where tenant = $1 and status = 'active' group by user_id
  union all
  select user_id, 0, 0, 0, card from rolecards where tenant = $1
) as known
group by user_id order by user_id;
