-- What somebody asks for by its time is found without reading everything.
create index memories_begun on memories (tenant, user_id, valid_from) where status = 'active' and valid_from is not null;
