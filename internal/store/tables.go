package store

// listed is a table that holds something nobody could make again.
type listed struct {
	name    string
	columns string // the first one gives the order in which rows are read
	vector  string // the column that holds a vector, if there is one
}

// tables lists all of them with all of their columns, for whoever has to go over
// everything there is. A test compares the list with the schema, so that a new
// table or column is not forgotten.
var tables = []listed{
	{name: "settings", columns: "tenant, name, value, updated_at"},
	{name: "keys", columns: "n, hash, " + keys.columns},
	{name: "agents", columns: "n, tenant, " + agents.columns},
	{name: "conversations", columns: "n, tenant, " + conversations.columns},
	{name: "messages", columns: "n, tenant, user_id, conversation, received_at, embedding_model, " + messages.columns},
	{name: "outcomes", columns: "n, tenant, user_id, conversation, job, " + outcomes.columns},
	{name: "memories", columns: "n, tenant, " + memories.columns},
	{name: "changes", columns: "n, tenant, user_id, " + changes.columns},
	{name: "rejections", columns: "n, tenant, restored_at, " + rejections.columns},
	{name: "episodes", columns: "n, tenant, user_id, id, agent, conversation, style, pending, body, created_at, updated_at"},
	{name: "jobs", columns: "n, lane, " + jobs.columns},
	{name: "lanes", columns: "lane, ready_at, failed_at, lease, leased_until"},
	{name: "vectors", columns: "n, owner, kind, ref, model, v", vector: "v"},
	{name: "forgettings", columns: "n, owner, at"},
}

// derived are the tables that are made from the others, or by opening the database.
var derived = []string{"schema_versions", "message_words", "memory_words"}
