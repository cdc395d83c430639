-- Times are microseconds since 1970 in UTC; lists and objects are JSON text.
-- Tenant and user are part of every key. "n" is the order in which rows came,
-- and the number under which the full-text index knows them.

create table settings (
  tenant     text not null,
  name       text not null,
  value      text not null,
  updated_at bigint not null,
  primary key (tenant, name)
);

create table keys (
  n            {{identity}},
  tenant       text not null,
  id           text not null,
  name         text not null,
  hash         text not null unique,
  users        text not null default '[]',
  admin        boolean not null default false,
  created_at   bigint not null,
  last_used_at bigint,
  revoked_at   bigint,
  unique (tenant, id)
);

create table agents (
  n           {{identity}},
  tenant      text not null,
  id          text not null,
  name        text not null default '',
  model       text not null default '',
  immersion   text not null default '',
  overrides   text not null default '{}',
  styles      text not null default '[]',
  temperature double precision,
  created_at  bigint not null,
  updated_at  bigint not null,
  unique (tenant, id)
);

create table conversations (
  n            {{identity}},
  tenant       text not null,
  user_id      text not null,
  id           text not null,
  agent        text not null default '',
  source       text not null default 'web',
  title        text not null default '',
  participants text not null default '[]',
  private      boolean not null default false,
  messages     bigint not null default 0,
  created_at   bigint not null,
  updated_at   bigint not null,
  unique (tenant, user_id, id)
);

create table messages (
  n            {{identity}},
  tenant       text not null,
  user_id      text not null,
  conversation text not null,
  id           text not null,
  seq          bigint not null,
  role         text not null,
  name         text not null default '',
  content      text not null,
  at           bigint not null,
  received_at  bigint not null,
  unique (tenant, user_id, conversation, id),
  unique (tenant, user_id, conversation, seq)
);

create table outcomes (
  n            {{identity}},
  tenant       text not null,
  user_id      text not null,
  conversation text not null,
  message      text not null,
  state        text not null,
  reason       text not null default '',
  memories     text not null default '[]',
  job          text not null default '',
  updated_at   bigint not null,
  unique (tenant, user_id, conversation, message)
);

create table memories (
  n                {{identity}},
  tenant           text not null,
  id               text not null,
  user_id          text not null,
  agent            text not null default '',
  conversation     text not null default '',
  thread           text not null default '',
  subject_user     text not null default '',
  style            text not null,
  origin           text not null,
  type             text not null,
  category         text not null default '',
  subject          text not null default '',
  key              text not null default '',
  question         text not null default '',
  content          text not null,
  language         text not null default '',
  confidence       double precision,
  importance       bigint,
  retention        double precision,
  emotional_weight double precision,
  priority         bigint not null default 80,
  scope            text not null default 'user_global',
  site             text not null default '',
  expiry           text not null default 'permanent',
  expires_at       bigint,
  valid_from       bigint,
  valid_to         bigint,
  tags             text not null default '[]',
  participants     text not null default '[]',
  key_moments      text not null default '[]',
  reasoning        text not null default '',
  source_context   text not null default '',
  evidence         text not null default '[]',
  status           text not null default 'active',
  superseded_by    text not null default '',
  trust            text not null default 'user',
  content_hash     text not null,
  embedding_model  text not null default '',
  said_at          bigint not null,
  created_at       bigint not null,
  updated_at       bigint not null,
  ended_at         bigint,
  last_recalled_at bigint,
  recall_count     bigint not null default 0,
  confirmations    bigint not null default 1,
  unique (tenant, id)
);
create index memories_of_user on memories (tenant, user_id, status, n);
create index facts_of_user on memories (tenant, user_id, key) where status = 'active' and key <> '';

-- The same thing is never remembered twice, whoever writes at the same time.
create unique index memories_same on memories (tenant, user_id, agent, subject_user, content_hash)
  where status in ('active', 'pending');
create unique index memories_key on memories (tenant, user_id, agent, subject_user, key)
  where status = 'active' and key <> '';

create table changes (
  n         {{identity}},
  tenant    text not null,
  user_id   text not null,
  id        text not null,
  memory    text not null,
  operation text not null,
  before    text,
  after     text,
  cause     text not null default '{}',
  at        bigint not null,
  unique (tenant, id)
);
create index changes_of_memory on changes (tenant, memory, n);

create table rejections (
  n            {{identity}},
  tenant       text not null,
  user_id      text not null,
  id           text not null,
  conversation text not null default '',
  style        text not null,
  rule         text not null,
  reason       text not null,
  candidate    text not null,
  job          text not null default '',
  restored_at  bigint,
  created_at   bigint not null,
  unique (tenant, id)
);
create index rejections_of_user on rejections (tenant, user_id, n);

create table episodes (
  n            {{identity}},
  tenant       text not null,
  user_id      text not null,
  id           text not null,
  agent        text not null default '',
  conversation text not null,
  style        text not null,
  pending      boolean not null default false,
  body         text not null,
  created_at   bigint not null,
  updated_at   bigint not null,
  unique (tenant, id)
);
create index episodes_of_user on episodes (tenant, user_id, n);

-- A lane is one conversation's queue. Whoever holds the lane's lease works on
-- its oldest job; failed_at holds the lane back after a failure worth retrying.
create table jobs (
  n            {{identity}},
  tenant       text not null,
  user_id      text not null,
  id           text not null,
  kind         text not null,
  lane         text not null,
  conversation text not null default '',
  messages     text not null default '[]',
  styles       text not null default '[]',
  state        text not null,
  attempts     bigint not null default 0,
  reason       text not null default '',
  created_at   bigint not null,
  updated_at   bigint not null,
  unique (tenant, id)
);
create index jobs_open on jobs (lane, n) where state in ('queued', 'running');
create index jobs_by_state on jobs (tenant, state, n);

create table lanes (
  lane         text not null primary key,
  ready_at     bigint not null,
  failed_at    bigint not null default 0,
  lease        text not null default '',
  leased_until bigint not null default 0
);
create index lanes_ready on lanes (ready_at);
