-- Every chat asks whether a user has private conversations; most have none.
create index conversations_private on conversations (tenant, user_id) where private;

-- With the status SQLite takes it, and not the larger index that has one.
drop index memories_standing;
create index memories_standing on memories (tenant, user_id, status, priority) where status = 'active' and (priority >= 100 or origin = 'core');
