package souvenir

// Event says that something changed, and whose it is, so that whoever shows it can
// look again.
type Event struct {
	Kind         string `json:"kind" enum:"hello,memories,review,messages,episodes,queue,everything"`
	User         string `json:"user,omitempty"`
	Conversation string `json:"conversation,omitempty"`
}

// Kinds of events.
const (
	Hello             = "hello"      // events come from now on
	MemoriesChanged   = "memories"   // memories came, changed or ended
	ReviewChanged     = "review"     // something waits for a person, or no longer does; or was refused
	MessagesChanged   = "messages"   // something was said, or what was said had its outcome
	EpisodesChanged   = "episodes"   // a conversation was analysed
	QueueChanged      = "queue"      // jobs came, moved or ended
	EverythingChanged = "everything" // more happened than could be told
)
