-- name: count_exports
select 'conversation', count(*) from conversations where tenant = $1 and user_id = $2
union all select 'outcome', count(*) from outcomes where tenant = $1 and user_id = $2
union all select 'message', count(*) from messages where tenant = $1 and user_id = $2
union all select 'change', count(*) from changes where tenant = $1 and user_id = $2
union all select 'memory', count(*) from memories where tenant = $1 and user_id = $2
union all select 'retirement', count(*) from retirements where tenant = $1 and user_id = $2
union all select 'rejection', count(*) from rejections where tenant = $1 and user_id = $2
union all select 'episode', count(*) from episodes where tenant = $1 and user_id = $2
union all select 'topic', count(*) from topics where tenant = $1 and user_id = $2
union all select 'rolecard', count(*) from rolecards where tenant = $1 and user_id = $2;

-- name: export_conversations
select {{conversations}} from conversations where tenant = $1 and user_id = $2 order by n;

-- name: export_outcomes
select conversation, job, {{outcomes}} from outcomes where tenant = $1 and user_id = $2 order by n;

-- name: export_messages
select conversation, received_at, {{messages}} from messages where tenant = $1 and user_id = $2 order by n;

-- name: export_changes
select {{changes}} from changes where tenant = $1 and user_id = $2 order by n;

-- name: export_memories
select {{memories}} from memories where tenant = $1 and user_id = $2 order by n;

-- name: export_retirements
select {{retirements}} from retirements where tenant = $1 and user_id = $2 order by n;

-- name: export_rejections
select {{rejections}} from rejections where tenant = $1 and user_id = $2 order by n;

-- name: export_episodes
select {{episodes}} from episodes where tenant = $1 and user_id = $2 order by n;

-- name: export_topics
select {{topics}} from topics where tenant = $1 and user_id = $2 order by n;

-- name: export_rolecard
select card, updated_at from rolecards where tenant = $1 and user_id = $2;

-- name: import_conversation
insert into conversations (tenant, {{conversations}}) values ($1, {{conversations values}})
on conflict (tenant, user_id, id) do nothing;

-- name: import_outcome
insert into outcomes (tenant, user_id, conversation, job, {{outcomes}}) values ($1, $7, $8, $9, {{outcomes values}})
on conflict (tenant, user_id, conversation, message) do nothing;

-- name: import_message
insert into messages (tenant, user_id, conversation, received_at, embedding_model, {{messages}}) values ($1, $8, $9, $10, $11, {{messages values}})
on conflict do nothing
returning n;

-- name: reach_message
-- Messages that are said next are numbered from here.
update conversations set messages = case when messages < $4 then $4 else messages end where tenant = $1 and user_id = $2 and id = $3;

-- name: import_change
insert into changes (tenant, user_id, {{changes}}) values ($1, $10, {{changes values}})
on conflict (tenant, id) do nothing;

-- name: change_elsewhere
-- History that somebody else has of a memory with this id.
select 1 from changes where tenant = $1 and memory = $2 and user_id <> $3 limit 1;

-- name: import_retirement
insert into retirements (tenant, {{retirements}}) values ($1, {{retirements values}}) on conflict (tenant, id) do nothing;

-- name: import_rejection
insert into rejections (tenant, {{rejections}}) values ($1, {{rejections values}}) on conflict (tenant, id) do nothing;

-- name: import_episode
insert into episodes (tenant, {{episodes}}) values ($1, {{episodes values}}) on conflict (tenant, id) do nothing;

-- name: import_topic
insert into topics (tenant, {{topics}}) values ($1, {{topics values}}) on conflict (tenant, id) do nothing;

-- name: import_rolecard
insert into rolecards (tenant, user_id, card, updated_at) values ($1, $2, $3, $4) on conflict (tenant, user_id) do nothing;

-- name: imported_before
select id from memories where tenant = $1 and user_id = $2 and content_hash = $3 and origin = 'imported' limit 1;

-- name: user_has_memories
select 1 from memories where tenant = $1 and user_id = $2 limit 1;
