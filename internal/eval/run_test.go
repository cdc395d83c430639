package eval

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/souvenir-memory/souvenir"
)

// shelf is a product that finds what the test says.
type shelf struct {
	found   map[string][]Place // by question
	told    []string           // user/conversation/message
	pending int64
	after   func(question string) error
	queries []souvenir.Query
}

func (s *shelf) Remember(_ context.Context, conversation string, t souvenir.Talk, _ time.Duration) (souvenir.Accepted, error) {
	for _, m := range t.Messages {
		s.told = append(s.told, t.User+"/"+conversation+"/"+m.ID)
	}
	return souvenir.Accepted{}, nil
}

func (s *shelf) Recall(ctx context.Context, q souvenir.Query) (r souvenir.Recall, err error) {
	s.queries = append(s.queries, q)
	for _, p := range s.found[q.Query] {
		r.Turns = append(r.Turns, souvenir.RecalledTurn{Conversation: p.Conversation, ID: p.Message})
	}
	r.Tokens, r.Block = 100, "<memory>\n- what was said\n</memory>"
	if s.after != nil {
		err = s.after(q.Query)
	}
	return r, errors.Join(err, ctx.Err())
}

func (s *shelf) Embedding(context.Context) (souvenir.EmbeddingState, error) {
	return souvenir.EmbeddingState{Model: "by-hand", Pending: s.pending}, nil
}

func (s *shelf) Queue(context.Context) (souvenir.QueueState, error) {
	return souvenir.QueueState{}, nil
}

func fixture(t *testing.T, name string) *os.File {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// findings for locomo.json: first, both of two at ranks 1 and 3, not at all,
// and beyond the first.
func findings() *shelf {
	other := Place{"session_2", "D2:2"}
	return &shelf{found: map[string][]Place{
		"What does Nora grow on the balcony?":          {{"session_2", "D2:1"}},
		"What does Ivo bake?":                          {{"session_10", "D10:2"}, other, {"session_10", "D10:3"}},
		"When does Ivo start at the bakery?":           {other},
		"What did Petra bake?":                         {other, {"session_2", "D2:3"}},
		"How many boats did Ada count in the harbour?": {{"session_1", "D1:2"}, {"session_1", "D1:1"}},
	}}
}

func TestAReportIsWhatOneWouldCountByHand(t *testing.T) {
	p := findings()
	got, err := Run(t.Context(), LoCoMo, fixture(t, "locomo.json"), p, Options{K: []int{2, 1, 2}, Budget: 700, Details: true})
	if err != nil {
		t.Fatal(err)
	}
	third := 1 / 1.584962500721156 // log2(3)
	pair := (1 + 0.5) / (1 + third)
	want := Report{
		Benchmark: "LoCoMo", Embedding: "by-hand", Asked: 6, Of: 6, Told: Told{2, 3, 8}, Left: Left{1, 1}, K: []int{1, 2}, Tokens: 100,
		Turns: []Row{
			{Group: Overall, Questions: 4, Recall: map[int]float64{1: (1 + 0.5 + 0 + 0) / 4, 2: (1 + 0.5 + 0 + 1) / 4}, NDCG: (1 + pair + 0 + third) / 4},
			{Group: "multi-hop", Questions: 1, Recall: map[int]float64{1: 0.5, 2: 0.5}, NDCG: pair},
			{Group: "temporal", Questions: 1, Recall: map[int]float64{1: 0, 2: 0}},
			{Group: "single-hop", Questions: 2, Recall: map[int]float64{1: 0.5, 2: 1}, NDCG: (1 + third) / 2},
			{Group: "adversarial", Apart: true, Questions: 1, Recall: map[int]float64{1: 0, 2: 1}, NDCG: third},
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Report{}, "Latency", "Details"), cmpopts.EquateApprox(0, 1e-12), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("report (-want +got)\n%s", diff)
	}
	if len(got.Details) != 6 || !cmp.Equal(got.Details[1].Turns, []int{1, 3}) || got.Details[5].Question != "harbour/1" {
		t.Errorf("details = %+v", got.Details)
	}
	if q := p.queries[0]; q.User != "garden" || *q.Turns != 2 || q.Budget != 700 {
		t.Errorf("asked %+v", q)
	}
	if p.told[0] != "garden/session_2/D2:1" || p.told[7] != "harbour/session_1/D1:2" {
		t.Errorf("told %v", p.told)
	}
}

func TestSessionsAreFoundWithTheirFirstTurn(t *testing.T) {
	p := &shelf{found: map[string][]Place{"Which instrument did I buy?": {{"s-soup", "1.1"}, {"s-soup", "1.2"}, {"s-music", "2.2"}, {"s-music", "2.1"}}}}
	got, err := Run(t.Context(), LongMemEval, fixture(t, "longmemeval.json"), p, Options{K: []int{2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	if r := got.Turns[0]; r.Questions != 1 || r.Recall[3] != 0 {
		t.Errorf("turns = %+v, want the turn at rank 4", r)
	}
	if r := got.Sessions[0]; r.Questions != 1 || r.Recall[2] != 1 {
		t.Errorf("sessions = %+v, want the session at rank 2", r)
	}
	if r := got.Sessions[len(got.Sessions)-1]; r.Group != abstention || !r.Apart {
		t.Errorf("last row = %+v, want abstention apart", r)
	}
	if *p.queries[0].Turns != 12 {
		t.Errorf("asked for %d turns, want enough for 3 sessions", *p.queries[0].Turns)
	}
}

func TestALimitStopsEarly(t *testing.T) {
	p := findings()
	got, err := Run(t.Context(), LoCoMo, fixture(t, "locomo.json"), p, Options{Limit: 2})
	if err != nil || got.Asked != 2 || got.Of != 2 || len(p.queries) != 2 || got.Told.People != 1 {
		t.Errorf("report = %+v, %v", got, err)
	}
}

func TestAnInterruptedRunTellsWhatItHas(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := findings()
	p.after = func(string) error {
		if len(p.queries) == 3 {
			cancel()
		}
		return nil
	}
	var shown []int64
	got, err := Run(ctx, LoCoMo, fixture(t, "locomo.json"), p, Options{Progress: func(_ string, done, _ int64) { shown = append(shown, done) }})
	if !errors.Is(err, context.Canceled) || got.Asked != 2 || got.Of != 6 || !cmp.Equal(shown, []int64{1, 2}) {
		t.Errorf("asked %d of %d, progress %v, error %v", got.Asked, got.Of, shown, err)
	}
}

func TestAProductThatDoesNotGetDoneIsNotMeasured(t *testing.T) {
	p := findings()
	p.pending = 5
	got, err := Run(t.Context(), LoCoMo, fixture(t, "locomo.json"), p, Options{Patience: 50 * time.Millisecond})
	if souvenir.CodeOf(err) != souvenir.Unavailable || !strings.Contains(err.Error(), "5 texts") || got.Asked != 0 {
		t.Errorf("report %+v, error %v", got, err)
	}
}

func TestWrongCutsAreRefused(t *testing.T) {
	for _, k := range []int{0, -1, 201} {
		if _, err := Run(t.Context(), LoCoMo, fixture(t, "locomo.json"), findings(), Options{K: []int{k}}); souvenir.CodeOf(err) != souvenir.Invalid {
			t.Errorf("k = %d: %v", k, err)
		}
	}
}

func TestTheTableIsForPeople(t *testing.T) {
	got, err := Run(t.Context(), LoCoMo, fixture(t, "locomo.json"), findings(), Options{K: []int{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	got.Latency = Latency{1234567, 9876543, 20000000}
	var b strings.Builder
	got.Write(&b)
	want := `LoCoMo: 6 of 6 questions asked about 8 messages in 3 sessions of 2 people; vectors by by-hand

turns                questions  recall@1  recall@2  nDCG@10
overall              4          0.375     0.625     0.638
multi-hop            1          0.500     0.500     0.920
temporal             1          0.000     0.000     0.000
single-hop           2          0.500     1.000     0.815
adversarial (apart)  1          0.000     1.000     0.631

tokens per block 100, latency p50 1.23ms, p95 9.88ms; p50 20ms for the first question of a person
not in the tables of recall: 1 questions without evidence, 1 labels that name no turn
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("table (-want +got)\n%s", diff)
	}
}
