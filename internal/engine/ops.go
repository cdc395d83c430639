package engine

import "github.com/souvenir-memory/souvenir/internal/op"

// Operations lists everything the program can do, once: REST routes, the
// OpenAPI document and the command line are readings of this list.
func (e *Engine) Operations() []op.Operation {
	return []op.Operation{
		op.New("post-messages", "POST /api/v1/conversations/{id}/messages", "Remember messages of a conversation", e.Remember),
		op.New("list-messages", "GET /api/v1/conversations/{id}/messages", "List what was said", e.Messages),
		op.New("list-outcomes", "GET /api/v1/conversations/{id}/outcomes", "List how each message ended", e.Outcomes),
		op.New("get-transcript", "GET /api/v1/conversations/{id}/transcript", "Show what was said, and beside it what came of it", e.Transcript),
		op.New("flush-conversation", "POST /api/v1/conversations/{id}/flush", "Read now what waits for more turns", e.Flush),
		op.New("list-conversations", "GET /api/v1/conversations", "List a user's conversations, or find some by words", e.Conversations),
		op.New("get-conversation", "GET /api/v1/conversations/{id}", "Show a conversation", e.Conversation),
		op.New("patch-conversation", "PATCH /api/v1/conversations/{id}", "Set a conversation's title or make it private", e.Describe),
		op.New("delete-conversation", "DELETE /api/v1/conversations/{id}", "Delete a conversation", e.Delete),

		op.New("analyze-conversation", "POST /api/v1/conversations/{id}/analyze", "Look at a whole conversation", e.Analyze),
		op.New("list-analyses", "GET /api/v1/conversations/{id}/analyses", "List what a conversation was found to amount to", e.Analyses),

		op.New("extract", "POST /api/v1/extract", "Show what would be remembered; nothing is stored", e.Extract),

		op.New("add-memory", "POST /api/v1/memories", "Remember something outright", e.AddMemory),
		op.New("list-memories", "GET /api/v1/memories", "List a user's memories", e.Memories),
		op.New("get-facets", "GET /api/v1/facets", "Count a user's memories by what they can be narrowed by", e.Facets),
		op.New("get-memory", "GET /api/v1/memories/{id}", "Show a memory", e.Memory),
		op.New("patch-memory", "PATCH /api/v1/memories/{id}", "Correct a memory by hand", e.Edit),
		op.New("delete-memory", "DELETE /api/v1/memories/{id}", "Forget a memory", e.Forget),
		op.New("get-history", "GET /api/v1/memories/{id}/history", "Show every change of a memory", e.History),
		op.New("undo-memory", "POST /api/v1/memories/{id}/undo", "Take back the last change of a memory that still counts", e.UndoMemory),
		op.New("list-changes", "GET /api/v1/changes", "List what changed of late in a user's memories", e.Changes),
		op.New("undo-change", "POST /api/v1/changes/{id}/undo", "Take a change back, with all that changed in the same step", e.UndoChange),
		op.New("restore-user", "POST /api/v1/users/{user}/restore", "Bring a user's memories back to what they were at a time", e.Restore),
		op.New("export-user", "GET /api/v1/users/{user}/export", "Tell everything that is kept of a user, as JSON Lines", e.Export).WritesLines(),
		op.New("import", "POST /api/v1/import", "Bring in an export, or a plain list of memories or messages", e.Import).ReadsLines(),

		op.New("list-reviews", "GET /api/v1/review", "List what waits for a person, why, and what it would replace", e.Reviews),
		op.New("get-review", "GET /api/v1/memories/{id}/review", "Show what approving a memory would replace", e.ReviewOf),
		op.New("approve-memory", "POST /api/v1/memories/{id}/approve", "Approve a memory that waits, as it is or with changes", e.Approve),
		op.New("reject-memory", "POST /api/v1/memories/{id}/reject", "Reject a memory that waits", e.Reject),
		op.New("incorrect-memory", "POST /api/v1/memories/{id}/incorrect", "Say that a memory is wrong, so that it does not come back", e.Incorrect),
		op.New("review-memories", "POST /api/v1/memories/review", "Decide on many memories at once", e.Judge),
		op.New("list-retirements", "GET /api/v1/retirements", "List what was said to be incorrect", e.Retirements),
		op.New("delete-retirement", "DELETE /api/v1/retirements/{id}", "Let something be learnt again that was said to be incorrect", e.Lift),

		op.New("forget", "POST /api/v1/users/{user}/forget", "Forget one thing, or everything about something", e.ForgetAbout),
		op.New("sweep", "POST /api/v1/users/{user}/sweep", "End what time has ended", e.Sweep),

		op.New("erase", "POST /api/v1/erase", "Erase a user, a conversation, a site or a span of time, for good, with a signed receipt", e.Erase),
		op.New("verify-receipt", "POST /api/v1/erase/verify", "Say whether a receipt is genuine", e.VerifyReceipt),
		op.New("get-audit", "GET /api/v1/audit", "Say what is wrong with the memories there are", e.Audit),
		op.New("fix-audit", "POST /api/v1/audit/fix", "Mend what an audit finds, or say what would be done", e.FixAudit),
		op.New("consolidate", "POST /api/v1/consolidate", "Merge memories that became redundant", e.Consolidate),

		op.New("recall", "POST /api/v1/recall", "Find what is known that bears on a query", e.Recall),

		op.New("list-users", "GET /api/v1/users", "List the users of whom something is known", e.Users),
		op.New("delete-user", "DELETE /api/v1/users/{user}", "Erase everything of a user, for good, with a signed receipt", e.EraseUser),
		op.New("get-profile", "GET /api/v1/users/{user}/profile", "Show what every prompt is told of a user", e.Profile),
		op.New("preview-profile", "POST /api/v1/users/{user}/profile/preview", "Show what a prompt would be told with another role card", e.PreviewProfile),
		op.New("get-timeline", "GET /api/v1/users/{user}/timeline", "List how what is known of a user changed", e.Timeline),
		op.New("list-facts", "GET /api/v1/users/{user}/facts", "List a user's facts", e.Facts),
		op.New("get-fact", "GET /api/v1/users/{user}/facts/{key}", "Show the current value of a fact", e.Fact),
		op.New("put-fact", "PUT /api/v1/users/{user}/facts/{key}", "Set a fact", e.SetFact),
		op.New("delete-fact", "DELETE /api/v1/users/{user}/facts/{key}", "Forget a fact", e.ForgetFact),

		op.New("list-agents", "GET /api/v1/agents", "List the agents that were described", e.Agents),
		op.New("get-agent", "GET /api/v1/agents/{agent}", "Show an agent", e.Agent),
		op.New("preview-immersion", "POST /api/v1/immersion", "Say which types of memories a level and overrides keep", e.PreviewImmersion),
		op.New("put-agent", "PUT /api/v1/agents/{agent}", "Describe an agent: its name, its model, how it extracts", e.PutAgent),
		op.New("delete-agent", "DELETE /api/v1/agents/{agent}", "Forget how an agent was described", e.DeleteAgent),

		op.New("list-rejections", "GET /api/v1/rejections", "List what was refused, with the rule and the reason", e.Rejections),
		op.New("restore-rejection", "POST /api/v1/rejections/{id}/restore", "Remember what was refused after all", e.RestoreRejection),

		op.New("list-styles", "GET /api/v1/styles", "List the ways of extracting", e.Styles),
		op.New("get-style", "GET /api/v1/styles/{style}", "Show a style with its texts as they are in effect", e.Style),

		op.New("list-episodes", "GET /api/v1/episodes", "List what conversations amounted to", e.Episodes),
		op.New("get-rolecard", "GET /api/v1/users/{user}/rolecard", "Show who a user is", e.RoleCard),
		op.New("put-rolecard", "PUT /api/v1/users/{user}/rolecard", "Say who a user is, so that what they would keep can be told", e.PutRoleCard),
		op.New("delete-rolecard", "DELETE /api/v1/users/{user}/rolecard", "Take a user's role card away", e.DeleteRoleCard),
		op.New("process-pending", "POST /api/v1/users/{user}/rolecard/process-pending", "Read again what waited for a role card", e.ProcessPending),
		op.New("list-pending-topics", "GET /api/v1/users/{user}/pending-topics", "List what a user may want to come back to", e.PendingTopics),
		op.New("patch-pending-topic", "PATCH /api/v1/users/{user}/pending-topics/{id}", "Say that a topic was addressed", e.MarkTopic),

		op.New("get-queue", "GET /api/v1/queue", "Show how the background work stands", e.Queue),
		op.New("pause-queue", "POST /api/v1/queue/pause", "Let jobs wait", e.Pause),
		op.New("resume-queue", "POST /api/v1/queue/resume", "Let jobs be worked on again", e.Resume),
		op.New("list-jobs", "GET /api/v1/jobs", "List jobs by state", e.Jobs),
		op.New("retry-job", "POST /api/v1/jobs/{id}/retry", "Retry a failed or dropped job", e.RetryJob),

		op.New("watch", "GET /api/v1/events", "Hear of what changes, as server-sent events", e.Watch).TellsEvents(),
		op.New("get-embedding", "GET /api/v1/embedding", "Show which model makes the vectors and how many are to be made", e.Embedding),
		op.New("get-activity", "GET /api/v1/activity", "Show how much was done when, and what it cost", e.Activity),
		op.New("get-model", "GET /api/v1/model", "Show how the model that extracts is doing", e.ModelState),
		op.New("check-model", "POST /api/v1/model/check", "Ask the model something small, to see how it is doing", e.CheckModel),
		op.New("list-settings", "GET /api/v1/settings", "List the settings in effect, and where each comes from", e.Told),
		op.New("get-stats", "GET /api/v1/stats", "Count what there is", e.Stats),
		op.New("list-keys", "GET /api/v1/keys", "List API keys", e.ListKeys),
		op.New("add-key", "POST /api/v1/keys", "Make an API key", e.AddKey),
		op.New("delete-key", "DELETE /api/v1/keys/{id}", "Revoke an API key", e.RevokeKey),
	}
}
