-- Every chat asks whether a user has private conversations; most have none.
create index conversations_private on conversations (tenant, user_id) where private;
