-- What styles that ask a model need: who people are, what is pending, what it
-- cost, and jobs that wait for more to be said.

alter table conversations add column partner text not null default '';
alter table conversations add column relation text not null default '';
alter table conversations add column url text not null default '';

-- ready_at is when a job may start at the earliest; a job in the future gathers
-- turns until then. reply is what a model said that could not be read.
alter table jobs add column ready_at bigint not null default 0;
alter table jobs add column turns bigint not null default 0;
alter table jobs add column usage text not null default '{}';
alter table jobs add column reply text not null default '';
alter table lanes add column wait_until bigint not null default 0;

create table rolecards (
  tenant     text not null,
  user_id    text not null,
  card       text not null,
  updated_at bigint not null,
  primary key (tenant, user_id)
);

create table topics (
  n                   {{identity}},
  tenant              text not null,
  user_id             text not null,
  id                  text not null,
  partner             text not null default '',
  topic               text not null,
  context             text not null default '',
  suggested_follow_up text not null default '',
  urgency             text not null default 'medium',
  status              text not null default 'pending',
  episode             text not null default '',
  conversation        text not null default '',
  check_count         bigint not null default 0,
  last_checked        bigint,
  expires_at          bigint not null default 0,
  created_at          bigint not null,
  updated_at          bigint not null,
  unique (tenant, id)
);
create index topics_of_user on topics (tenant, user_id, status, n);

-- What an episode was made of, so that it can be read again.
alter table episodes add column messages text not null default '[]';
create index episodes_of_conversation on episodes (tenant, user_id, conversation, n);

-- Days are counted since 1970, in UTC.
create table tallies (
  tenant text not null,
  day    bigint not null,
  style  text not null,
  model  text not null,
  what   text not null,
  n      bigint not null,
  primary key (tenant, day, style, model, what)
);
