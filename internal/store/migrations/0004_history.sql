-- Changes that were made together have a step in common and are undone together.
alter table changes add column step text not null default '';
update changes set step = id;
create index changes_of_step on changes (tenant, step) where step <> id;

-- What was brought in from elsewhere is not brought in again.
create index memories_imported on memories (tenant, user_id, content_hash) where origin = 'imported';
