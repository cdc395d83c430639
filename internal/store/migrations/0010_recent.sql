-- Every recall asks for a user's last conversations, of which there may be thousands.
create index conversations_recent on conversations (tenant, user_id, updated_at);
