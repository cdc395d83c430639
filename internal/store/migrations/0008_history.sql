-- What a memory took the place of, to put late news between.
create index memories_superseded on memories (tenant, superseded_by) where superseded_by <> '';

-- What the queue still has to tell of, whoever's it is.
create index jobs_undone on jobs (state, created_at) where state <> 'done';

-- What is left open until a time.
create index topics_open on topics (expires_at) where status = 'pending' and expires_at > 0;
