-- What somebody called incorrect, so that it does not come back.
create table retirements (
  n            {{identity}},
  tenant       text not null,
  user_id      text not null,
  id           text not null,
  memory       text not null,
  subject_user text not null default '',
  key          text not null default '',
  question     text not null default '',
  content      text not null,
  content_hash text not null,
  reason       text not null default '',
  said_by      text not null default '',
  created_at   bigint not null,
  unique (tenant, id)
);
create index retirements_of_user on retirements (tenant, user_id, n);

-- What time may end.
create index memories_fleeting on memories (n)
  where status in ('active', 'pending') and (expiry = 'temporary' or expires_at is not null or scope = 'session');

-- What somebody means to do.
create index todos_of_user on memories (tenant, user_id, n) where status = 'active' and type = 'todo';
