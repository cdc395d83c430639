package store

// listed is a table that holds something nobody could make again.
type listed struct {
	name    string
	columns string // the first one gives the order in which rows are read
}

// tables lists all of them with all of their columns, for whoever has to go over
// everything there is. A test compares the list with the schema, so that a new
// table or column is not forgotten.
var tables = []listed{
	{"settings", "tenant, name, value, updated_at"},
	{"keys", "n, hash, " + keys.columns},
	{"agents", "n, tenant, " + agents.columns},
	{"conversations", "n, tenant, " + conversations.columns},
	{"messages", "n, tenant, user_id, conversation, received_at, " + messages.columns},
	{"outcomes", "n, tenant, user_id, conversation, job, " + outcomes.columns},
	{"memories", "n, tenant, " + memories.columns},
	{"changes", "n, tenant, user_id, " + changes.columns},
	{"rejections", "n, tenant, restored_at, " + rejections.columns},
	{"episodes", "n, tenant, user_id, id, agent, conversation, style, pending, body, created_at, updated_at"},
	{"jobs", "n, lane, " + jobs.columns},
	{"lanes", "lane, ready_at, failed_at, lease, leased_until"},
}

// derived are the tables that are made from the others, or by opening the database.
var derived = []string{"schema_versions", "message_words", "memory_words"}
