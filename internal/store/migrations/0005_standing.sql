-- What is told in every chat: pinned memories and core ones.
create index memories_standing on memories (tenant, user_id) where status = 'active' and (priority >= 100 or origin = 'core');
