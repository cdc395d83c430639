create table vectors (
  n     integer primary key autoincrement,
  owner text not null,
  kind  text not null,
  ref   bigint not null,
  model text not null,
  v     blob not null,
  unique (kind, ref, model)
);
create index vectors_of_owner on vectors (owner, kind, model, n);
