package engine

import "github.com/souvenir-memory/souvenir/internal/op"

// Operations lists everything the program can do, once: REST routes, the
// OpenAPI document and the command line are readings of this list.
func (e *Engine) Operations() []op.Operation {
	return []op.Operation{
		op.New("post-messages", "POST /api/v1/conversations/{id}/messages", "Remember messages of a conversation", e.Remember),
		op.New("list-messages", "GET /api/v1/conversations/{id}/messages", "List what was said", e.Messages),
		op.New("list-outcomes", "GET /api/v1/conversations/{id}/outcomes", "List how each message ended", e.Outcomes),
		op.New("list-conversations", "GET /api/v1/conversations", "List a user's conversations", e.Conversations),
		op.New("get-conversation", "GET /api/v1/conversations/{id}", "Show a conversation", e.Conversation),
		op.New("patch-conversation", "PATCH /api/v1/conversations/{id}", "Set a conversation's title or make it private", e.Describe),
		op.New("delete-conversation", "DELETE /api/v1/conversations/{id}", "Delete a conversation", e.Delete),

		op.New("extract", "POST /api/v1/extract", "Show what would be remembered; nothing is stored", e.Extract),

		op.New("add-memory", "POST /api/v1/memories", "Remember something outright", e.AddMemory),
		op.New("list-memories", "GET /api/v1/memories", "List a user's memories", e.Memories),
		op.New("get-memory", "GET /api/v1/memories/{id}", "Show a memory", e.Memory),
		op.New("patch-memory", "PATCH /api/v1/memories/{id}", "Correct a memory by hand", e.Edit),
		op.New("delete-memory", "DELETE /api/v1/memories/{id}", "Forget a memory", e.Forget),
		op.New("get-history", "GET /api/v1/memories/{id}/history", "Show every change of a memory", e.History),

		op.New("recall", "POST /api/v1/recall", "Find what is known that bears on a query", e.Recall),

		op.New("list-users", "GET /api/v1/users", "List the users of whom something is known", e.Users),
		op.New("list-facts", "GET /api/v1/users/{user}/facts", "List a user's facts", e.Facts),
		op.New("get-fact", "GET /api/v1/users/{user}/facts/{key}", "Show the current value of a fact", e.Fact),
		op.New("put-fact", "PUT /api/v1/users/{user}/facts/{key}", "Set a fact", e.SetFact),
		op.New("delete-fact", "DELETE /api/v1/users/{user}/facts/{key}", "Forget a fact", e.ForgetFact),

		op.New("list-agents", "GET /api/v1/agents", "List the agents that were described", e.Agents),
		op.New("get-agent", "GET /api/v1/agents/{agent}", "Show an agent", e.Agent),
		op.New("put-agent", "PUT /api/v1/agents/{agent}", "Describe an agent: its name, its model, how it extracts", e.PutAgent),
		op.New("delete-agent", "DELETE /api/v1/agents/{agent}", "Forget how an agent was described", e.DeleteAgent),

		op.New("list-rejections", "GET /api/v1/rejections", "List what was refused, with the rule and the reason", e.Rejections),

		op.New("get-queue", "GET /api/v1/queue", "Show how the background work stands", e.Queue),
		op.New("pause-queue", "POST /api/v1/queue/pause", "Let jobs wait", e.Pause),
		op.New("resume-queue", "POST /api/v1/queue/resume", "Let jobs be worked on again", e.Resume),
		op.New("list-jobs", "GET /api/v1/jobs", "List jobs by state", e.Jobs),
		op.New("retry-job", "POST /api/v1/jobs/{id}/retry", "Retry a failed or dropped job", e.RetryJob),

		op.New("get-embedding", "GET /api/v1/embedding", "Show which model makes the vectors and how many are to be made", e.Embedding),
		op.New("get-stats", "GET /api/v1/stats", "Count what there is", e.Stats),
		op.New("list-keys", "GET /api/v1/keys", "List API keys", e.ListKeys),
		op.New("add-key", "POST /api/v1/keys", "Make an API key", e.AddKey),
		op.New("delete-key", "DELETE /api/v1/keys/{id}", "Revoke an API key", e.RevokeKey),
	}
}
