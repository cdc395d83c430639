-- name: insert_job
insert into jobs (lane, {{jobs}}) values ($1, {{jobs values}});

-- name: open_lane
-- Touches the lane even when it is there, so that a worker that is just about
-- to close it waits for us and then sees the new job.
insert into lanes (lane, ready_at) values ($1, $2)
on conflict (lane) do update set ready_at = lanes.ready_at;

-- name: claim_lanes
update lanes set lease = $1, leased_until = $2
where lane in (
  select lane from lanes where leased_until <= $3 and wait_until <= $3 and failed_at <= $4
  order by ready_at, lane limit $5)
returning lane;

-- name: start_job
update jobs set state = 'running', attempts = attempts + 1, updated_at = $2
where n = (select min(n) from jobs where lane = $1 and state in ('queued', 'running')) and ready_at <= $2
returning {{jobs}};

-- name: park_lane
-- Its oldest job still gathers turns; nobody needs to look before it is ready.
update lanes set lease = '', leased_until = 0, wait_until = coalesce(
  (select ready_at from jobs where n = (select min(n) from jobs where lane = $1 and state in ('queued', 'running'))), 0)
where lane = $1 and lease = $2;

-- name: gathering_job
select {{jobs}} from jobs where lane = $1 and state = 'queued' and ready_at > $2 order by n desc limit 1;

-- name: gather
update jobs set messages = $3, turns = $4, ready_at = $5, updated_at = $6 where tenant = $1 and id = $2 and state = 'queued';

-- name: flush_lane
update jobs set ready_at = 0 where lane = $1 and state in ('queued', 'running') and ready_at > $2;

-- name: release_lane
-- Something in it has become ready.
update lanes set wait_until = 0 where lane = $1;

-- name: spend
update jobs set usage = $3, reply = $4 where tenant = $1 and id = $2;

-- name: extend_lease
update lanes set leased_until = $3 where lane = $1 and lease = $2;

-- name: yield_lane
-- failed_at holds the lane back; zero lets it go on at once.
update lanes set lease = '', leased_until = 0, ready_at = $3, failed_at = $4 where lane = $1 and lease = $2;

-- name: close_lane_if_empty
delete from lanes where lane = $1 and not exists (select 1 from jobs where lane = $1 and state in ('queued', 'running'));

-- name: end_job
update jobs set state = $3, reason = $4, updated_at = $5 where tenant = $1 and id = $2 and state = 'running';

-- name: return_job
update jobs set state = 'queued', attempts = attempts - $3, reason = $4, updated_at = $5 where tenant = $1 and id = $2 and state = 'running';

-- name: revive_job
update jobs set state = 'queued', reason = '', updated_at = $3 where tenant = $1 and id = $2 and state in ('failed', 'dropped') returning lane;

-- name: job
select {{jobs}} from jobs where tenant = $1 and id = $2;

-- name: list_jobs
select n, {{jobs}} from jobs where tenant = $1 and state = $2 and n > $3 order by n limit $4;

-- name: count_jobs
select state, count(*) from jobs where tenant = $1 group by state;

-- name: count_undone_jobs
select state, count(*) from jobs where state <> 'done' group by state;

-- name: oldest_undone
select coalesce(min(created_at), 0) from jobs where state <> 'done' and state in ('queued', 'running');

-- name: count_queued
select count(*) from jobs where tenant = $1 and state = 'queued';

-- name: oldest_queued
select coalesce(min(created_at), 0) from jobs where tenant = $1 and state in ('queued', 'running');

-- name: drop_oldest_jobs
update jobs set state = 'dropped', reason = $2, updated_at = $3
where n in (select n from jobs where tenant = $1 and state = 'queued' order by n limit $4)
returning {{jobs}};

-- name: prune_jobs
delete from jobs where state = 'done' and updated_at < $1;

-- name: jobs_ended
select updated_at / 60000000, state, count(*) from jobs
where tenant = $1 and state in ('done', 'failed') and updated_at >= $2 group by updated_at / 60000000, state;
