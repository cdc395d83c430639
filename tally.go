package souvenir

// Tally is something counted while extracting, by style and model.
type Tally struct {
	Style string `json:"style"`
	Model string `json:"model,omitempty"`
	What  string `json:"what"`
	N     int64  `json:"n"`
}

// What is counted. Replies are counted by how well they could be read, as
// "reply " and the mode.
const (
	Windows         = "windows"  // stretches of messages that a style looked at
	IdleWindows     = "idle"     // of these, those that plainly hold nothing, so that nobody was asked
	EmptyWindows    = "empty"    // of these, those in which nothing was found
	Candidates      = "proposed" // what was found
	RefusedCount    = "refused"  // of these, what broke a rule
	ModelCalls      = "calls"
	TokensIn        = "tokens in"
	TokensCached    = "tokens cached" // of those in, what the provider had seen before
	TokensOut       = "tokens out"
	ReplyMode       = "reply "
	BudgetReached   = "budget reached" // windows read by rules, because the day's tokens were spent
	WithoutModel    = "without model"  // windows read by rules, because no model is configured
	UnreadableReply = "reply unreadable"
)

// Usage is what a job cost.
type Usage struct {
	Calls  int64 `json:"calls,omitempty"`
	In     int64 `json:"tokens_in,omitempty"`
	Cached int64 `json:"tokens_cached,omitempty"`
	Out    int64 `json:"tokens_out,omitempty"`
}

// Plus is the sum of two usages.
func (u Usage) Plus(v Usage) Usage {
	return Usage{u.Calls + v.Calls, u.In + v.In, u.Cached + v.Cached, u.Out + v.Out}
}

// Stats are a tenant's numbers.
type Stats struct {
	Counts
	Styles      []StyleStats `json:"styles" nullable:"false" doc:"What each style did and cost."`
	Calibration Calibration  `json:"calibration"`
}

// StyleStats is what one style did with one model, or without any.
type StyleStats struct {
	Style  string           `json:"style"`
	Model  string           `json:"model,omitempty"`
	Counts map[string]int64 `json:"counts"`
}

// Calibration says whether extraction keeps too much, or thinks too much of it.
type Calibration struct {
	EntriesPerConversation float64          `json:"entries_per_conversation"`
	EmptyShare             float64          `json:"empty_share" doc:"Share of windows in which nothing was found."`
	Importance             map[string]int64 `json:"importance" doc:"Active memories by importance, 1 to 10."`
	HighShare              float64          `json:"high_share" doc:"Share of those with importance 8 or more."`
	Warnings               []string         `json:"warnings" nullable:"false"`
}

// InflatedShare is the share of memories with importance 8 or more above which a
// style thinks too much of what it finds.
const InflatedShare = 0.30
