-- What a memory took the place of, to put late news between.
create index memories_superseded on memories (tenant, superseded_by) where superseded_by <> '';
