package golden

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/api"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/queue"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// house is the whole product over a fresh database: a server, a worker, and a
// client that everything goes through.
type house struct {
	*client.Client
	url   string
	store *store.Store
	log   *journal
	stop  func() // ends the worker; it may be called before the test is over
}

// plan is how a house is built. The zero value has no model.
type plan struct {
	settings engine.Settings
	model    *llmtest.Server
	idle     bool          // nobody works on jobs
	retry    time.Duration // 0 means 20ms
}

// usual are settings under which everything that is said is read.
var usual = engine.Settings{Extraction: true, MaxTurns: 20, Tuned: func(string) extract.Tuning { return extract.Tuning{AskAlways: true} }}

// open builds a house over a database.
func open(t *testing.T, db *store.Store, p plan) *house {
	t.Helper()
	h := &house{store: db, log: &journal{}}
	logger := slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var runner *queue.Runner
	o := engine.Options{Styles: everyStyle(t), Settings: func() engine.Settings { return p.settings }, Log: logger, Wake: func() { runner.Wake() }}
	if p.model != nil {
		o.Model = connect(t, p.model)
	}
	e := engine.New(db, o)
	every := 20 * time.Millisecond
	if p.retry > 0 {
		every = p.retry
	}
	runner = queue.NewRunner(db, e.Work, queue.Options{RetryInterval: func() time.Duration { return every }, Poll: 20 * time.Millisecond, Log: logger})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	if !p.idle {
		running.Go(func() { runner.Run(ctx) })
	}
	h.stop = func() { cancel(); running.Wait() }
	web := httptest.NewServer(api.New(e, api.Options{Log: logger}))
	t.Cleanup(func() { web.Close(); h.stop() })
	h.url, h.Client = web.URL, client.New(client.Options{URL: web.URL})
	return h
}

// asking is a house over SQLite that asks a model which plays a script.
func asking(t *testing.T, settings engine.Settings, script ...llmtest.Reply) (*house, *llmtest.Server) {
	t.Helper()
	db := sqlite(t)
	model := llmtest.New(t, script...)
	return open(t, db, plan{settings: settings, model: model}), model
}

// onBoth runs a case in the shared databases.
func onBoth(t *testing.T, run func(t *testing.T, db *store.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { run(t, shared.sqlite) })
	t.Run("postgres", func(t *testing.T) {
		if shared.postgres == nil {
			t.Skip("PostgreSQL: SOUVENIR_TEST_POSTGRES names no server; `make test` starts one")
		}
		run(t, shared.postgres)
	})
}

// alone runs a case in a database of its own.
func alone(t *testing.T, run func(t *testing.T, db *store.Store)) {
	t.Helper()
	run(t, sqlite(t))
}

// userOf is a user that no other case has.
func userOf(t *testing.T) string { return strings.ReplaceAll(t.Name(), "/", " ") }

func sqlite(t *testing.T) *store.Store { return storetest.Open(t, emptyFile(t)) }

// emptyFile is a database that has its tables already: making them is most of the
// work of a small case.
func emptyFile(t *testing.T) string {
	t.Helper()
	content, err := made()
	if err != nil {
		t.Fatal(err)
	}
	path := storetest.SQLite(t)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var made = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "golden")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "souvenir.db")
	s, err := store.Open(context.Background(), path, store.Options{})
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func connect(t testing.TB, s *llmtest.Server) llm.Client {
	t.Helper()
	m, err := llm.New(llm.Options{BaseURL: s.URL, Model: "scripted"})
	if err != nil {
		t.Fatal(err)
	}
	return llm.Adapt(m, llm.AdaptOptions{Model: "scripted"})
}

// journal is a log that can be read while it is written.
type journal struct {
	sync.Mutex
	bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.Lock()
	defer j.Unlock()
	return j.Buffer.Write(p)
}

func (j *journal) has(words string) bool {
	j.Lock()
	defer j.Unlock()
	return strings.Contains(j.Buffer.String(), words)
}

// remember posts messages and waits for their outcomes.
func (h *house) remember(t *testing.T, conversation string, talk souvenir.Talk) []souvenir.Outcome {
	t.Helper()
	a, err := h.Remember(t.Context(), conversation, talk, 50*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]souvenir.Outcome, len(a.Messages))
	for i, m := range a.Messages {
		if out[i] = m.Outcome; !m.Outcome.State.Final() {
			t.Fatalf("message %s is still %s", m.ID, m.Outcome.State)
		}
	}
	return out
}

// memories are those of a user with a status; none means active.
func (h *house) memories(t *testing.T, user string, status souvenir.Status) []souvenir.Memory {
	t.Helper()
	l, err := h.Memories(t.Context(), client.Filter{User: user, Status: status})
	if err != nil {
		t.Fatal(err)
	}
	return l.Items
}

func (h *house) rejections(t *testing.T, user string) []souvenir.Rejection {
	t.Helper()
	l, err := h.Rejections(t.Context(), user, "", "")
	if err != nil {
		t.Fatal(err)
	}
	return l.Items
}

func (h *house) jobs(t *testing.T, state souvenir.JobState) []souvenir.Job {
	t.Helper()
	l, err := h.Jobs(t.Context(), state, "")
	if err != nil {
		t.Fatal(err)
	}
	return l.Items
}

// counted is one of the numbers that extraction is watched by, over all models.
func (h *house) counted(t *testing.T, style, what string) (n int64) {
	t.Helper()
	stats, err := h.Stats(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stats.Styles {
		if s.Style == style {
			n += s.Counts[what]
		}
	}
	return n
}

// state says something outright.
func (h *house) state(t *testing.T, s souvenir.Statement) souvenir.Decision {
	t.Helper()
	d, err := h.State(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// eventually waits for something that happens in the background.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(2 * time.Minute)
	for !is() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal("it did not happen: " + what)
		}
	}
}

// bubble runs engine and worker with a clock of their own over a real SQLite file.
// Nothing in it may touch the network, so that the model is a function.
func bubble(t *testing.T, settings engine.Settings, model llm.Func, every func() time.Duration, run func(t *testing.T, e *engine.Engine, s *store.Store)) {
	t.Helper()
	file, known := emptyFile(t), everyStyle(t)
	synctest.Test(t, func(t *testing.T) {
		s, err := store.Open(t.Context(), file, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		e := engine.New(s, engine.Options{Styles: known, Settings: func() engine.Settings { return settings }, Model: model})
		ctx, cancel := context.WithCancel(context.Background())
		var running sync.WaitGroup
		running.Go(func() { queue.NewRunner(s, e.Work, queue.Options{RetryInterval: every}).Run(ctx) })
		defer func() { cancel(); running.Wait() }()
		run(t, e, s)
	})
}

// accept posts messages of a user to an engine.
func accept(t *testing.T, e *engine.Engine, conversation string, talk souvenir.Talk) {
	t.Helper()
	if _, err := e.Remember(t.Context(), &engine.PostMessages{Conversation: conversation, Body: talk}); err != nil {
		t.Fatal(err)
	}
}

// allStyles are the styles as they come, for people in Shanghai, as those of seed R
// are. Making them takes a while, so that they are made once.
var allStyles = sync.OnceValues(func() ([]extract.Style, error) {
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		return nil, err
	}
	return styles.All(styles.Options{Location: zone})
})

func everyStyle(t testing.TB) []extract.Style {
	t.Helper()
	all, err := allStyles()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func style(t testing.TB, name string) extract.Style {
	t.Helper()
	named, err := styles.Named(everyStyle(t), []string{name})
	if err != nil {
		t.Fatal(err)
	}
	return named[0]
}

// run lets a style look at a window, with a model that says the replies.
func run(t testing.TB, s extract.Style, w souvenir.Window, replies ...string) (extract.Result, error) {
	t.Helper()
	var script []llmtest.Reply
	for _, r := range replies {
		script = append(script, llmtest.Say(r))
	}
	model, err := llm.New(llm.Options{BaseURL: llmtest.New(t, script...).URL, Model: "scripted"})
	if err != nil {
		t.Fatal(err)
	}
	return extract.Run(t.Context(), s, extract.Kit{Model: model, Tuning: extract.Tuning{AskAlways: true}}, w)
}

// mustRun is run where nothing may go wrong.
func mustRun(t testing.TB, s extract.Style, w souvenir.Window, replies ...string) extract.Result {
	t.Helper()
	r, err := run(t, s, w, replies...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// talk is what a user says, line by line.
func talk(user, style string, lines ...string) souvenir.Talk {
	out := souvenir.Talk{User: user, Styles: []string{style}}
	for i, l := range lines {
		out.Messages = append(out.Messages, souvenir.Said{ID: fmt.Sprintf("m%d", i+1), Role: souvenir.User, Content: l})
	}
	return out
}

// window is a talk as a style sees it.
func window(talk souvenir.Talk, agent souvenir.AgentEdit) souvenir.Window {
	w := souvenir.Window{
		Scope: souvenir.Scope{User: talk.User, Agent: talk.Agent, Conversation: "c"}, Source: talk.Source, Participants: talk.Participants,
		Agent: souvenir.Agent{ID: talk.Agent, Name: agent.Name, Immersion: agent.Immersion}, URL: talk.URL, Now: time.Now(),
	}
	for _, s := range talk.Messages {
		w.Messages = append(w.Messages, souvenir.Message{ID: s.ID, Role: s.Role, Name: s.Name, Content: s.Content, At: w.Now})
	}
	return w
}

// inFirstPerson is how somebody would say what a memory states about them.
func inFirstPerson(content string) string {
	return strings.NewReplacer("User's ", "My ", "User is ", "I am ", "User has ", "I have ", "User ", "I ", "用户", "我").Replace(content)
}
