// Package engine is what the program can do. Every surface calls the operations
// of ops.go and nothing else.
package engine

import (
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/embed"
	"github.com/souvenir-memory/souvenir/internal/embed/static"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/forget"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/reconcile"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/summary"
)

// Engine ties the stages to the store.
type Engine struct {
	store     *store.Store
	settings  func() Settings
	styles    []extract.Style
	gates     []filter.Rule
	log       *slog.Logger
	now       func() time.Time
	newID     func() string
	wake      func()
	embedder  embed.Embedder
	model     llm.Client // nil: styles that ask fall back to rules
	summaries *summary.Writer
	judge     *reconcile.Judge
	count     func([]souvenir.Tally)
	indexed   atomic.Bool
	recalled  recalled
	profiles  profiles
	door      door
	checked   recalled      // pending topics
	spare     chan struct{} // one token per processor that work in the background may have
	finished  *signal       // a job ended
	written   *signal       // there may be new texts

	health    health // of the model
	modelName string
	modelHost string
	told      func() []souvenir.Setting

	audience *audience // who listens for events
	keepers  keepers   // who else keeps texts in memory
}

// Settings are what an operator may change while the program runs.
type Settings struct {
	User       string   // who it is when nobody says and no key does; empty means nobody
	Extraction bool     // false: messages are kept, nothing is extracted
	Styles     []string // used where neither the request nor the agent names any; empty means the default
	QueueLimit int      // jobs that may wait; 0 means any number
	MaxTurns   int      // user turns that one extraction looks at; 0 means any number

	Gather       store.Gather                // when a conversation that grows turn by turn is read
	AnswerWait   time.Duration               // how long what was said in a chat waits for its answer; 0 means 2m
	Tuned        func(string) extract.Tuning // how a style asks its model; nil means as the style has it
	DailyTokens  int                         // what a tenant may spend on a model in a day; 0 means any number
	Price        souvenir.Price              // what a model's tokens cost
	AutoAnalysis bool                        // look at whole conversations when they are due

	Review     string        // what waits for a person (internal/review); empty means what a gate doubts
	Forgetting forget.Policy // how fast things fade

	Consolidation bool // merge what became redundant, once a day

	SummaryMinimum int           // memories that a summary wants at least; 0 means 6
	SummaryWait    time.Duration // how long a recall waits for its summary; 0 means 10s
}

// Options of an Engine. Settings is asked anew each time.
type Options struct {
	Settings  func() Settings           // nil means extraction on and nothing else
	Styles    []extract.Style           // nil means all there are
	Embedder  embed.Embedder            // nil means the built-in one
	Model     llm.Client                // nil means none
	ModelName string                    // for people
	ModelHost string                    // for people
	Told      func() []souvenir.Setting // what the operator set, secrets hidden; nil means that nobody says
	Summaries *summary.Writer           // nil means with our own texts
	Judge     *reconcile.Judge          // decides on what is doubtful, by the model; nil means with our own texts
	Count     func([]souvenir.Tally)    // told what was counted, for metrics; nil means nobody is
	Log       *slog.Logger              // nil means none
	Now       func() time.Time
	NewID     func() string
	Wake      func() // called when a job was enqueued; nil means nobody is told
}

// New makes an engine over a store.
func New(s *store.Store, o Options) *Engine {
	e := &Engine{store: s, settings: o.Settings, styles: o.Styles, log: o.Log, now: clock(o.Now), newID: o.NewID, wake: o.Wake, embedder: o.Embedder, modelName: o.ModelName, modelHost: o.ModelHost, told: o.Told, summaries: o.Summaries, judge: o.Judge, count: o.Count, finished: newSignal(), written: newSignal(), audience: newAudience()}
	e.model = e.watched(o.Model)
	if e.told == nil {
		e.told = func() []souvenir.Setting { return nil }
	}
	if e.settings == nil {
		e.settings = func() Settings { return Settings{Extraction: true} }
	}
	if e.styles == nil {
		e.styles, _ = styles.All(styles.Options{}) // only what an operator adds can be wrong
	}
	if e.summaries == nil {
		e.summaries, _ = summary.New(nil) // as above
	}
	if e.judge == nil {
		e.judge, _ = reconcile.NewJudge(nil) // as above
	}
	if e.embedder == nil {
		e.embedder = embed.Static(static.Default())
	}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
	if e.newID == nil {
		e.newID = func() string { return uuid.Must(uuid.NewV7()).String() }
	}
	if e.count == nil {
		e.count = func([]souvenir.Tally) {}
	}
	if e.wake == nil {
		e.wake = func() {}
	}
	e.spare = make(chan struct{}, spareFor(s))
	e.gates = []filter.Rule{filter.NotEmpty, filter.NotTooLong, filter.NoSecret, filter.SameLanguage, filter.Grounded, filter.Faithful, filter.Authority, filter.NotInstruction}
	e.OnErase(e.profiles.drop)
	return e
}

// clock tells the time as the databases keep it: in UTC, to the microsecond.
func clock(now func() time.Time) func() time.Time {
	if now == nil {
		now = time.Now
	}
	return func() time.Time { return now().UTC().Truncate(time.Microsecond) }
}
