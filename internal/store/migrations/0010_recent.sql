-- Every recall asks for a user's last conversations, of which there may be thousands,
-- and every chat for what stopped to hold last.
create index conversations_recent on conversations (tenant, user_id, updated_at);
create index memories_ended on memories (tenant, user_id, ended_at) where ended_at is not null;
