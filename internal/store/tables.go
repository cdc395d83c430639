package store

// listed is a table that holds something nobody could make again.
type listed struct {
	name    string
	columns string // the first one gives the order in which rows are read
	vector  string // the column that holds a vector, if there is one
	words   bool   // it is a part of the full-text index
	erase   rule   // how a user's rows are taken out, or why they stay
}

// tables lists all of them with all of their columns, for whoever has to go over
// everything there is: to copy it, or to erase what is a user's. A test compares the
// list with the schema, so that a new table or column is not forgotten.
var tables = []listed{
	{name: "settings", columns: "tenant, name, value, updated_at", erase: kept("what the program noted for itself; users are in it as owners only")},
	{name: "keys", columns: "n, hash, " + keys.columns, erase: kept("who may come in is for the operator to say")},
	{name: "agents", columns: "n, tenant, " + agents.columns, erase: kept("an agent is nobody's")},
	{name: "conversations", columns: "n, tenant, " + conversations.columns, erase: rows((*erasing).ofConversations)},
	{name: "messages", columns: "n, tenant, user_id, conversation, received_at, embedding_model, " + messages.columns, erase: rows((*erasing).ofMessages)},
	{name: "outcomes", columns: "n, tenant, user_id, conversation, job, " + outcomes.columns, erase: rows((*erasing).ofOutcomes)},
	{name: "memories", columns: "n, tenant, " + memories.columns, erase: rows((*erasing).ofMemories)},
	{name: "changes", columns: "n, tenant, user_id, " + changes.columns, erase: rows((*erasing).ofChanges)},
	{name: "rejections", columns: "n, tenant, " + rejections.columns, erase: rows((*erasing).ofRejections)},
	{name: "episodes", columns: "n, tenant, " + episodes.columns, erase: rows((*erasing).ofEpisodes)},
	{name: "jobs", columns: "n, lane, " + jobs.columns, erase: rows((*erasing).ofJobs)},
	{name: "lanes", columns: "lane, ready_at, failed_at, lease, leased_until, wait_until", erase: rule{rows: eraseLanes}},
	{name: "rolecards", columns: "tenant, user_id, card, updated_at", erase: rule{rows: eraseRolecard}},
	{name: "topics", columns: "n, tenant, " + topics.columns, erase: rows((*erasing).ofTopics)},
	{name: "retirements", columns: "n, tenant, " + retirements.columns, erase: rows((*erasing).ofRetirements)},
	{name: "tallies", columns: "tenant, day, style, model, what, n", erase: kept("numbers of a whole tenant")},
	{name: "vectors", columns: "n, owner, kind, ref, model, v", vector: "v", erase: rows((*erasing).ofVectors)},
	{name: "forgettings", columns: "n, owner, at", erase: kept("tells other processes that something was taken out; the owner is a digest")},
}

// derived are the tables that are made from the others, or by opening the database.
var derived = []listed{
	{name: "schema_versions", erase: kept("says how the tables look")},
	{name: "message_words", words: true, erase: rows(ofWords(MessageText))},
	{name: "memory_words", words: true, erase: rows(ofWords(MemoryText))},
}
