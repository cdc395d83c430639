-- Which model a message's vector is of: empty until it has one, "-" for what is
-- never embedded.
alter table messages add column embedding_model text not null default '';
create index messages_of_user on messages (tenant, user_id, n);
create index messages_by_model on messages (embedding_model, n);
create index memories_by_model on memories (embedding_model, n);
create index changes_of_user on changes (tenant, user_id, n);

-- Tells processes that keep a user's texts in memory to read them anew, because
-- something was taken away.
create table forgettings (
  n     {{identity}},
  owner text not null,
  at    bigint not null
);
create index forgettings_of_owner on forgettings (owner, n);
