package extract

import (
	"context"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/llm"
)

// Style is one way of extracting. It is a value: what differs between two
// styles is what stands in their fields.
type Style struct {
	Name  string
	About string // one sentence for people choosing a style
	Texts []Text // its prompts, schemas and lists as they are in effect

	// Reads says which messages the style looks at.
	Reads func(souvenir.Message) bool

	// Turns is how many user turns one window holds at most; 0 leaves it to the
	// configuration.
	Turns int

	// Propose finds what may be worth keeping without asking anybody. A style
	// that asks may have it too: what it finds is then the whole answer, and
	// only where it is not ok a model is asked.
	Propose func(ctx context.Context, w souvenir.Window) (f Findings, ok bool, err error)

	// LooksBack says that a message may be about the one that the user sent
	// before, which the window then has. Nil means never.
	LooksBack func(m souvenir.Message) bool

	// Ask puts the window to a model. Nil means that the style needs none.
	Ask func(w souvenir.Window) (Question, error)

	// FromAnyone means that also what only the assistant says may be worth keeping.
	FromAnyone bool

	// AskAlways means that messages which plainly hold nothing are asked about too.
	AskAlways bool

	// Rules are the style's own; the shared gates run after them.
	Rules []filter.Rule

	// Most keeps the best of what passed, where a style has a limit.
	Most func([]souvenir.Candidate) (kept []souvenir.Candidate, refused []souvenir.Rejection)

	// Again takes in what a second reading made of an episode that was pending;
	// not ok means that it is still to be read. Nil: the style has no such episodes.
	Again func(old, fresh souvenir.Episode) (read souvenir.Episode, ok bool)

	// Parts and Whole let a style look at more than fits into one question: the
	// parts are read one by one, and their episodes made into one.
	Parts func([]souvenir.Message) [][]souvenir.Message
	Whole func([]souvenir.Episode) souvenir.Episode

	// Fallback styles propose only what no other style has made something of.
	Fallback bool
}

// Findings are what a style made of a window, before any rule looked at it.
type Findings struct {
	Candidates []souvenir.Candidate
	Rejections []souvenir.Rejection // what could not even be read as a candidate
	Episode    *souvenir.Episode
	Topics     []souvenir.PendingTopic // what the episode left open
}

// Question is what a style asks a model, and how it reads the answer.
type Question struct {
	System      string // the same for every window of a kind, so that caches of prompts hit
	User        string // the messages, as data
	Shape       llm.Shape
	Temperature float64 // as the style has it; operators and agents may say otherwise
	MaxTokens   int

	// Read makes findings of the JSON in a reply. An error is told to the model,
	// which is asked once more.
	Read func(value any) (Findings, error)

	// Unread stands in for a reply that could not be read a second time either, and
	// for one that never came. Nil means that the window fails, visibly.
	Unread func(reply string) Findings
}

// ReadsUser selects what the user said.
func ReadsUser(m souvenir.Message) bool { return m.Role == souvenir.User }

// ReadsSpeakers selects what the user and the assistant said.
func ReadsSpeakers(m souvenir.Message) bool {
	return m.Role == souvenir.User || m.Role == souvenir.Assistant
}

// ReadsAll selects what anybody said, and pages.
func ReadsAll(m souvenir.Message) bool { return m.Role != souvenir.System }
