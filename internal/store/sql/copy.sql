-- name: queue_running_jobs
update jobs set state = 'queued' where state = 'running';

-- name: free_lanes
update lanes set lease = '', leased_until = 0;
