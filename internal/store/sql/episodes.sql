-- name: put_episode
insert into episodes (tenant, {{episodes}}) values ($1, {{episodes values}})
on conflict (tenant, id) do update set messages = excluded.messages, pending = excluded.pending, body = excluded.body, updated_at = excluded.updated_at;

-- name: episode
select {{episodes}} from episodes where tenant = $1 and id = $2;

-- name: list_episodes
select n, {{episodes}} from episodes
where tenant = $1 and user_id = $2 and ($3 = '' or conversation = $3) and ($4 = '' or style = $4)
  and ($5 = -1 or pending = ($5 = 1)) and ($6 = 0 or n < $6)
order by n desc limit $7;

-- name: delete_episodes
delete from episodes where tenant = $1 and user_id = $2 and conversation = $3;

-- name: insert_topic
insert into topics (tenant, {{topics}}) values ($1, {{topics values}});

-- name: topic
select {{topics}} from topics where tenant = $1 and id = $2;

-- name: list_topics
select n, {{topics}} from topics
where tenant = $1 and user_id = $2 and ($3 = '' or status = $3) and expires_at > $4 and ($5 = 0 or n < $5)
order by n desc limit $6;

-- name: mark_topic
update topics set status = $4, updated_at = $5 where tenant = $1 and user_id = $2 and id = $3;

-- name: delete_topics
-- Those of the conversation's episodes, which are deleted next.
delete from topics where tenant = $1 and user_id = $2
  and episode in (select id from episodes where tenant = $1 and user_id = $2 and conversation = $3);

-- name: rolecard
select card, updated_at from rolecards where tenant = $1 and user_id = $2;

-- name: put_rolecard
insert into rolecards (tenant, user_id, card, updated_at) values ($1, $2, $3, $4)
on conflict (tenant, user_id) do update set card = excluded.card, updated_at = excluded.updated_at;

-- name: delete_rolecard
delete from rolecards where tenant = $1 and user_id = $2;

-- name: tally
insert into tallies (tenant, day, style, model, what, n) values ($1, $2, $3, $4, $5, $6)
on conflict (tenant, day, style, model, what) do update set n = tallies.n + excluded.n;

-- name: tallies
select style, model, what, sum(n) from tallies where tenant = $1 and day >= $2 group by style, model, what order by style, model, what;

-- name: tokens_on_day
select coalesce(sum(n), 0) from tallies where tenant = $1 and day = $2 and what in ('tokens in', 'tokens out');

-- name: count_importance
select importance, count(*) from memories where tenant = $1 and status = 'active' and importance is not null group by importance;

-- name: spent_by_day
select day, what, cast(sum(n) as bigint) from tallies
where tenant = $1 and day >= $2 and what in ('calls', 'tokens in', 'tokens cached', 'tokens out') group by day, what;
