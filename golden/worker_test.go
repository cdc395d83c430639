package golden

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// Seeds C and S: when messages are read, and what becomes of them when they
// cannot be.

const nothingFound = `{"facts":{},"context":[]}`

// privacy: a private conversation is not read, also if it became private late.
// The model has no script, so that asking it fails the test.
func privacy(t *testing.T, c Case) {
	alone(t, func(t *testing.T, db *store.Store) {
		h := open(t, db, plan{settings: usual, model: llmtest.New(t)})
		said := talk("ann", "companion", c.Input)
		hide := func() {
			t.Helper()
			if _, err := h.Describe(t.Context(), "ann", "c", souvenir.ConversationEdit{Private: new(true)}); err != nil {
				t.Fatal(err)
			}
		}
		switch c.Setup {
		case `conversation is_private="true"`:
			hide()
		case "made private after enqueue, before the worker runs":
			if _, err := h.Pause(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := h.Remember(t.Context(), "c", said, 0); err != nil || len(h.jobs(t, souvenir.JobQueued)) != 1 {
				t.Fatalf("queued %+v, %v", h.jobs(t, souvenir.JobQueued), err)
			}
			hide()
			if _, err := h.Resume(t.Context()); err != nil {
				t.Fatal(err)
			}
		default:
			puzzled(t, "setup", c.Setup)
		}
		if o := h.remember(t, "c", said); o[0].State != souvenir.Private || len(h.memories(t, "ann", "")) != 0 {
			t.Errorf("the message ended as %+v with %+v", o[0], h.memories(t, "ann", ""))
		}
		stats, err := h.Stats(t.Context(), 1)
		if err != nil || stats.Outcomes[string(souvenir.Private)] != 1 || stats.Jobs[string(souvenir.JobQueued)] != 0 {
			t.Errorf("counted %+v, %v", stats.Counts, err)
		}
		if strings.Contains(c.Expected, "skip logged") && !h.log.has("private") {
			t.Errorf("the log does not tell: %s", &h.log.Buffer)
		}
	})
}

var pausing = regexp.MustCompile(`^pause\(\) then enqueue (\d), wait ([0-9.]+ s), resume\(\)$`)

// pause lets items wait, and then be read in their order.
func pause(t *testing.T, c Case) {
	m := pausing.FindStringSubmatch(c.Setup)
	if m == nil || c.Expected != "0 LLM calls while paused; 3 still queued; after resume processed in FIFO order within 500 ms polling" {
		puzzled(t, "case", c.Setup+c.Expected)
	}
	n, wait := atoi(t, m[1]), duration(t, m[2])
	var mu sync.Mutex
	var log []string
	asked := func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(log)
	}
	model := llm.Func(func(_ context.Context, r llm.Request) (llm.Reply, error) {
		mu.Lock()
		defer mu.Unlock()
		log = append(log, strings.TrimSpace(r.Messages[0].Content))
		return llm.Reply{Text: "[]"}, nil
	})
	bubble(t, usual, model, nil, func(t *testing.T, e *engine.Engine, s *store.Store) {
		if _, err := e.Pause(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		var want []string
		for i := range n {
			want = append(want, fmt.Sprintf("I have %d cats", i+1))
			said := talk("ann", "companion", want[i])
			said.Messages[0].ID = fmt.Sprint("m", i)
			accept(t, e, "c", said)
		}
		time.Sleep(wait)
		synctest.Wait()
		if q, err := e.Queue(t.Context(), nil); err != nil || len(asked()) != 0 || int(q.Body.Queued) != n {
			t.Fatalf("asked %q while paused, and %+v, %v, want %d queued", asked(), q, err, n)
		}
		if err := s.Pause(t.Context(), false); err != nil { // nobody wakes the worker: it has to look
			t.Fatal(err)
		}
		time.Sleep(500 * time.Millisecond)
		synctest.Wait()
		if got := asked(); !slices.Equal(got, want) {
			t.Errorf("asked %q half a second after resuming, want %q", got, want)
		}
	})
}

func duration(t testing.TB, text string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var (
	blocked = regexp.MustCompile(`^limit (\d+), worker blocked, enqueue 1,2,3$`)
	enough  = regexp.MustCompile(`^limit 0, enqueue (\d+)$`)
)

// queueLimit enqueues where nobody works.
func queueLimit(t *testing.T, c Case) {
	each := storetest.Each
	if enough.MatchString(c.Setup) {
		each = alone
	}
	each(t, func(t *testing.T, db *store.Store) {
		settings := usual
		if m := blocked.FindStringSubmatch(c.Setup); m != nil {
			settings.QueueLimit = atoi(t, m[1])
			h := open(t, db, plan{settings: settings, idle: true})
			dropOldest(t, h, c)
			return
		}
		m := enough.FindStringSubmatch(c.Setup)
		if m == nil {
			puzzled(t, "setup", c.Setup)
		}
		h := open(t, db, plan{settings: settings, idle: true})
		n := atoi(t, m[1])
		lines := make([]string, n)
		for i := range lines {
			lines[i] = fmt.Sprintf("I have %d cats", i)
		}
		if _, err := h.Remember(t.Context(), "c", talk("ann", "companion", lines...), 0); err != nil { // an item for each
			t.Fatal(err)
		}
		if q, err := h.Queue(t.Context()); err != nil || c.Expected != fmt.Sprintf("%d queued", q.Queued) || q.Dropped != 0 {
			t.Errorf("%+v, %v, want %s", q, err, c.Expected)
		}
	})
}

func dropOldest(t *testing.T, h *house, c Case) {
	t.Helper()
	for i := range 3 {
		said := talk("ann", "companion", fmt.Sprintf("I have %d cats", i+1))
		said.Messages[0].ID = fmt.Sprint(i + 1)
		if _, err := h.Remember(t.Context(), fmt.Sprint("c", i), said, 0); err != nil {
			t.Fatal(err)
		}
	}
	ids := func(state souvenir.JobState) (out []string) {
		for _, j := range h.jobs(t, state) {
			out = append(out, j.Messages...)
		}
		slices.Sort(out)
		return out
	}
	want := fmt.Sprintf("queue holds %s; drop of %s logged and counted", strings.Join(ids(souvenir.JobQueued), ","), strings.Join(ids(souvenir.JobDropped), ","))
	if want != c.Expected || !h.log.has("jobs dropped") {
		t.Errorf("%s, want %s, and the log says so: %s", want, c.Expected, &h.log.Buffer)
	}
	if stats, err := h.Stats(t.Context(), 1); err != nil || stats.Jobs[string(souvenir.JobDropped)] != 1 || stats.Outcomes[string(souvenir.Dropped)] != 1 {
		t.Errorf("counted %+v, %v", stats.Counts, err)
	}
}

var (
	refusals = regexp.MustCompile(`^endpoint refuses (\d) times then works, interval (\d+)$`)
	attempts = regexp.MustCompile(`^(\d) attempts, item stored once$`)
	changed  = regexp.MustCompile(`^interval changed (\d+) -> (\d+) during retry$`)
	soon     = regexp.MustCompile(`^next attempt within (\d s) of the change$`)
)

var away = souvenir.Errorf(souvenir.Unavailable, "connection refused")

// retry tries again what may work later, and gives up what will not.
func retry(t *testing.T, c Case) {
	if c.Setup == "endpoint returns 401" && c.Expected == "not retried for ever; item in failed list; next item processed" {
		givenUp(t)
		return
	}
	if m := refusals.FindStringSubmatch(c.Setup); m != nil {
		want := attempts.FindStringSubmatch(c.Expected)
		if want == nil {
			puzzled(t, "expectation", c.Expected)
		}
		patient(t, atoi(t, m[1]), time.Duration(atoi(t, m[2]))*time.Second, atoi(t, want[1]))
		return
	}
	m, limit := changed.FindStringSubmatch(c.Setup), soon.FindStringSubmatch(c.Expected)
	if m == nil || limit == nil {
		puzzled(t, "case", c.Setup+c.Expected)
	}
	impatient(t, time.Duration(atoi(t, m[1]))*time.Second, time.Duration(atoi(t, m[2]))*time.Second, duration(t, limit[1]))
}

func patient(t *testing.T, refusals int, every time.Duration, attempts int) {
	var asked atomic.Int64
	model := llm.Func(func(context.Context, llm.Request) (llm.Reply, error) {
		if asked.Add(1) <= int64(refusals) {
			return llm.Reply{}, away
		}
		return llm.Reply{Text: `{"facts":{"location":"Texas"}}`}, nil
	})
	bubble(t, usual, model, func() time.Duration { return every }, func(t *testing.T, e *engine.Engine, s *store.Store) {
		accept(t, e, "c", talk("steve", "keyvalue", "I live in Texas"))
		time.Sleep(time.Duration(refusals+2) * every)
		synctest.Wait()
		jobs, err := s.Jobs(t.Context(), souvenir.DefaultTenant, souvenir.JobDone, "", 10)
		if err != nil || asked.Load() != int64(attempts) || len(jobs.Items) != 1 || jobs.Items[0].Attempts != attempts {
			t.Errorf("asked %d times, jobs %+v, %v, want one done at attempt %d", asked.Load(), jobs.Items, err, attempts)
		}
		time.Sleep(10 * every)
		if n, err := s.Count(t.Context(), souvenir.DefaultTenant); err != nil || n.Memories[string(souvenir.Active)] != 1 || asked.Load() != int64(attempts) {
			t.Errorf("counted %+v, %v, want one memory", n, err)
		}
	})
}

func impatient(t *testing.T, before, after, limit time.Duration) {
	var every, asked atomic.Int64
	every.Store(int64(before))
	model := llm.Func(func(context.Context, llm.Request) (llm.Reply, error) {
		asked.Add(1)
		return llm.Reply{}, away
	})
	bubble(t, usual, model, func() time.Duration { return time.Duration(every.Load()) }, func(t *testing.T, e *engine.Engine, _ *store.Store) {
		accept(t, e, "c", talk("steve", "keyvalue", "I live in Texas"))
		time.Sleep(before / 4)
		synctest.Wait()
		if n := asked.Load(); n != 1 {
			t.Fatalf("asked %d times within %v, want once", n, before/4)
		}
		every.Store(int64(after))
		time.Sleep(limit)
		synctest.Wait()
		if n := asked.Load(); n < 2 {
			t.Errorf("asked %d times, %v after the interval became %v", n, limit, after)
		}
	})
}

func givenUp(t *testing.T) {
	alone(t, func(t *testing.T, db *store.Store) {
		h := open(t, db, plan{settings: usual, model: llmtest.New(t, llmtest.Locked(), llmtest.Say(`{"facts":{"location":"Texas"}}`))})
		bad, good := talk("steve", "keyvalue", "I live in Ohio"), talk("steve", "keyvalue", "I live in Texas")
		good.Messages[0].ID = "m2"
		if o := h.remember(t, "c", bad); o[0].State != souvenir.Failed {
			t.Errorf("the message ended as %+v", o[0])
		}
		if failed := h.jobs(t, souvenir.JobFailed); len(failed) != 1 || failed[0].Attempts != 1 || failed[0].Reason == "" {
			t.Errorf("failed jobs %+v, want one with a reason", failed)
		}
		if o := h.remember(t, "c", good); o[0].State != souvenir.Remembered {
			t.Errorf("the next message ended as %+v", o[0])
		}
	})
}

// shutdown stops a worker that keeps trying.
func shutdown(t *testing.T, c Case) {
	limit, ok := strings.CutPrefix(c.Expected, "returns < ")
	if !ok || c.Setup != "endpoint down, retrying" || c.Input != "stop()" {
		puzzled(t, "case", c.Setup+c.Expected)
	}
	h, model := asking(t, usual)
	model.Down()
	if _, err := h.Remember(t.Context(), "c", talk("steve", "keyvalue", "I live in Texas"), 0); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a second attempt", func() bool {
		queued := h.jobs(t, souvenir.JobQueued)
		return len(queued) == 1 && queued[0].Attempts >= 2
	})
	asked := time.Now()
	h.stop()
	if took := time.Since(asked); took >= duration(t, limit) {
		t.Errorf("stopping took %v, want less than %s", took, limit)
	}
	if n := len(h.jobs(t, souvenir.JobQueued)); n != 1 {
		t.Errorf("%d jobs are queued, want the one that was not done", n)
	}
	if err := model.Up(); err != nil {
		t.Fatal(err)
	}
}

// trigger lets a conversation grow turn by turn, as on the command line.
func trigger(t *testing.T, c Case) {
	switch {
	case c.Setup == "CLI, min_turns 2" && c.Expected == "no item after 1st; item after 2nd":
		alone(t, func(t *testing.T, db *store.Store) {
			settings := usual
			settings.Gather = store.Gather{MinTurns: 2}
			h := open(t, db, plan{settings: settings, idle: true})
			grow(t, h, "m1")
			if jobs := take(t, db); len(jobs) != 0 {
				t.Errorf("after the first turn there is %+v to do", jobs)
			}
			grow(t, h, "m2")
			if jobs := take(t, db); len(jobs) != 1 || !slices.Equal(jobs[0], []string{"m1", "m2"}) {
				t.Errorf("after the second turn there is %+v to do, want both", jobs)
			}
		})
	case c.Setup == "CLI idle_timeout 1 s, 2 unprocessed turns" && c.Expected == "item queued once; 0 disables":
		for idle, want := range map[time.Duration]int{time.Second: 1, 0: 0} {
			silence(t, idle, want)
		}
	default:
		puzzled(t, "case", c.Setup+c.Expected)
	}
}

func grow(t *testing.T, h *house, id string) {
	t.Helper()
	said := talk("steve", "keyvalue", "I live in Texas")
	said.Incremental, said.Messages[0].ID = true, id
	if _, err := h.Remember(t.Context(), "c", said, 0); err != nil {
		t.Fatal(err)
	}
}

// take is what there is to do now, by the messages of each job.
func take(t *testing.T, s *store.Store) (out [][]string) {
	t.Helper()
	leases, err := s.Take(t.Context(), 10, time.Hour, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range leases {
		out = append(out, l.Job.Messages)
	}
	return out
}

// silence counts how often two turns are read of somebody who then says nothing.
func silence(t *testing.T, idle time.Duration, want int) {
	settings := usual
	settings.Gather = store.Gather{MinTurns: 5, Idle: idle}
	var asked atomic.Int64
	model := llm.Func(func(_ context.Context, r llm.Request) (llm.Reply, error) {
		if asked.Add(1); strings.Count(r.Messages[0].Content, "User: ") != 2 {
			t.Errorf("asked about %q, want both turns", r.Messages[0].Content)
		}
		return llm.Reply{Text: nothingFound}, nil
	})
	bubble(t, settings, model, nil, func(t *testing.T, e *engine.Engine, _ *store.Store) {
		for _, id := range []string{"m1", "m2"} {
			said := talk("steve", "keyvalue", "I live in Texas")
			said.Incremental, said.Messages[0].ID = true, id
			accept(t, e, "c", said)
		}
		time.Sleep(900 * time.Millisecond)
		synctest.Wait()
		if n := asked.Load(); n != 0 {
			t.Errorf("asked %d times before the silence was long enough", n)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if n := asked.Load(); n != int64(want) {
			t.Errorf("idle timeout %v: asked %d times, want %d", idle, n, want)
		}
	})
}

// startWorker: a model is asked when endpoint and model are configured, and only
// about what was queued.
func startWorker(t *testing.T, c Case) {
	model := llmtest.New(t) // no script: asking it fails the test
	environ := []string{"HOME=" + t.TempDir(), "SOUVENIR_LLM_ENDPOINT=" + model.URL}
	if strings.HasPrefix(c.Setup, "endpoint+model set") {
		environ = append(environ, "SOUVENIR_LLM_MODEL=scripted")
	}
	if strings.HasSuffix(c.Setup, ", memory_extraction false") {
		environ = append(environ, "SOUVENIR_EXTRACTION_ENABLED=false")
	}
	cfg, err := config.Load(config.Options{Environ: environ, OS: "linux"})
	if err != nil {
		t.Fatal(err)
	}
	settings := usual
	settings.Extraction = cfg.Extraction.Enabled
	p := plan{settings: settings}
	if cfg.LLM.Configured() {
		p.model = model
	}
	h := open(t, sqlite(t), p)
	o := h.remember(t, "c", talk("steve", "keyvalue", "I live in Texas"))
	switch c.Expected {
	case "worker not started": // that asks: without a model the rules read it
		if c.Setup != "endpoint set, model empty" || cfg.LLM.Configured() || len(model.Requests()) != 0 || !strings.Contains(o[0].Reason, "no model is configured") {
			t.Errorf("configured %v, asked %d times, %+v", cfg.LLM.Configured(), len(model.Requests()), o[0])
		}
	case "worker runs, nothing queued":
		stats, err := h.Stats(t.Context(), 1)
		if err != nil || !h.log.has("Background extraction worker STARTED") || len(stats.Jobs) != 0 || o[0].State != souvenir.Skipped || len(model.Requests()) != 0 {
			t.Errorf("jobs %+v, %v, the message ended as %+v", stats.Jobs, err, o[0])
		}
	default:
		puzzled(t, "expectation", c.Expected)
	}
}

var batches = regexp.MustCompile(`^max_turns (\d+), (\d+) new user turns$`)

// batch reads many turns in stretches.
func batch(t *testing.T, c Case) {
	m := batches.FindStringSubmatch(c.Setup)
	if m == nil {
		puzzled(t, "setup", c.Setup)
	}
	n := atoi(t, m[2])
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf("I have been to city number %d.", i+1)
	}
	settings := usual
	settings.MaxTurns = atoi(t, m[1])
	h, model := asking(t, settings, slices.Repeat([]llmtest.Reply{llmtest.Say(nothingFound)}, 3)...)
	h.remember(t, "c", talk("steve", "keyvalue", lines...))
	var sizes, seen []string
	for _, chat := range model.Chats() {
		said := strings.Split(strings.TrimSpace(chat.User()), "\n")
		sizes, seen = append(sizes, fmt.Sprint(len(said))), append(seen, said...)
	}
	if got := fmt.Sprintf("%d calls (%s), no turn lost", len(sizes), strings.Join(sizes, ",")); got != c.Expected {
		t.Errorf("%s, want %s", got, c.Expected)
	}
	for i, line := range lines {
		if i >= len(seen) || seen[i] != "User: "+line {
			t.Fatalf("turn %d was not shown in its place", i+1)
		}
	}
}
