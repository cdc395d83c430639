-- What was written since a row, for whoever shows it. Rows are numbered, so this
-- costs next to nothing where nothing was written.

-- name: newest_rows
select coalesce((select max(n) from changes), 0), coalesce((select max(n) from messages), 0), coalesce((select max(n) from rejections), 0),
  coalesce((select max(n) from episodes), 0), coalesce((select max(n) from jobs), 0);

-- name: news_of_changes
select n, tenant, user_id, '' as conversation,
  coalesce(before, '') like '%"status":"pending"%' or coalesce(after, '') like '%"status":"pending"%'
from changes where n > $1 order by n limit $2;

-- name: news_of_messages
select n, tenant, user_id, conversation, false from messages where n > $1 order by n limit $2;

-- name: news_of_rejections
select n, tenant, user_id, conversation, false from rejections where n > $1 order by n limit $2;

-- name: news_of_episodes
select n, tenant, user_id, conversation, false from episodes where n > $1 order by n limit $2;

-- name: news_of_jobs
select n, tenant, user_id, conversation, false from jobs where n > $1 order by n limit $2;

-- name: unfinished_jobs
select n, tenant, user_id, conversation, state, updated_at from jobs
where tenant = $1 and state in ('queued', 'running') order by n limit $2;

-- name: count_unfinished
select state, count(*) from jobs where tenant = $1 and state in ('queued', 'running', 'failed', 'dropped') group by state;
