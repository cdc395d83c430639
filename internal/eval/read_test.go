package eval

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/souvenir-memory/souvenir"
)

func samples(t *testing.T, b Benchmark, file string) (out []Sample) {
	t.Helper()
	f, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s, err := range b.Read(f) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

func TestLoCoMoIsReadInOrder(t *testing.T) {
	got := samples(t, LoCoMo, "locomo.json")
	if len(got) != 2 || got[0].User != "garden" || got[1].User != "harbour" {
		t.Fatalf("samples = %+v", got)
	}
	first := got[0].Talks[0]
	want := Talk{Conversation: "session_2", Talk: souvenir.Talk{Source: "locomo", Participants: []string{"Nora", "Ivo"}, Messages: []souvenir.Said{
		{ID: "D2:1", Role: souvenir.User, Name: "Nora", Content: "I planted tomatoes on the balcony this morning.", At: time.Date(2024, 3, 3, 14, 5, 0, 0, time.UTC)},
		{ID: "D2:2", Role: souvenir.User, Name: "Ivo", Content: "Lovely! I only have this. [a photo of a cactus in a blue pot]", At: time.Date(2024, 3, 3, 14, 6, 0, 0, time.UTC)},
		{ID: "D2:3", Role: souvenir.User, Name: "Nora", Content: "My sister Petra gave me the seeds.", At: time.Date(2024, 3, 3, 14, 7, 0, 0, time.UTC)},
	}}}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("first talk (-want +got)\n%s", diff)
	}
	if len(got[0].Talks) != 2 || got[0].Talks[1].Conversation != "session_10" {
		t.Errorf("sessions are not in the order of their numbers, or an empty one is there")
	}
	if at := got[1].Talks[0].Messages[0].At; !at.Equal(time.Date(2024, 6, 1, 0, 15, 0, 0, time.UTC)) {
		t.Errorf("12:15 am is %v", at)
	}
}

func TestLoCoMoQuestionsKnowTheirEvidence(t *testing.T) {
	got := samples(t, LoCoMo, "locomo.json")
	q := got[0].Questions
	if len(q) != 5 || q[2].Strays != 1 {
		t.Fatalf("questions %+v", q)
	}
	for i, want := range []struct {
		group string
		turns []Place
	}{
		{"single-hop", []Place{{"session_2", "D2:1"}}},
		{"multi-hop", []Place{{"session_10", "D10:2"}, {"session_10", "D10:3"}}}, // named together, and one of them twice
		{"temporal", []Place{{"session_10", "D10:1"}}},                           // the other is no turn
		{"open-domain", nil},
		{"adversarial", []Place{{"session_2", "D2:3"}}},
	} {
		if q[i].Group != want.group || !slices.Equal(q[i].Turns, want.turns) || q[i].Apart != (i == 4) {
			t.Errorf("question %d = %+v, want %+v", i, q[i], want)
		}
	}
	if got[1].Questions[0].Answer != "3" || !strings.Contains(q[4].Answer, "not known") {
		t.Errorf("answers %q and %q", got[1].Questions[0].Answer, q[4].Answer)
	}
}

func TestLongMemEvalWithHaystacksIsOnePersonPerQuestion(t *testing.T) {
	got := samples(t, LongMemEval, "longmemeval.json")
	if len(got) != 2 || got[0].User != "q-violin" || len(got[0].Talks) != 3 {
		t.Fatalf("samples = %+v", got)
	}
	music := got[0].Talks[1]
	want := Talk{Conversation: "s-music", Talk: souvenir.Talk{Source: "longmemeval", Messages: []souvenir.Said{
		{ID: "2.1", Role: souvenir.User, Content: "I bought a second-hand violin today.", At: time.Date(2024, 4, 9, 19, 30, 0, 0, time.UTC)},
		{ID: "2.2", Role: souvenir.Assistant, Content: "Have fun with the violin!", At: time.Date(2024, 4, 9, 19, 31, 0, 0, time.UTC)},
	}}}
	if diff := cmp.Diff(want, music); diff != "" {
		t.Errorf("talk (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]Question{{
		ID: "q-violin", Text: "Which instrument did I buy?", Asked: "2024/05/02 (Thu) 10:00", Group: "single-session-user", Answer: "a violin",
		Turns: []Place{{"s-music", "2.1"}}, Sessions: []string{"s-music"},
	}}, got[0].Questions); diff != "" {
		t.Errorf("question (-want +got)\n%s", diff)
	}
	if q := got[1].Questions[0]; q.Group != abstention || !q.Apart || q.Turns != nil {
		t.Errorf("abstention = %+v", q)
	}
}

func TestLongMemEvalWithoutHaystacksIsOnePast(t *testing.T) {
	got := samples(t, LongMemEval, "evidence.jsonl")
	if len(got) != 1 || len(got[0].Talks) != 3 || len(got[0].Questions) != 3 {
		t.Fatalf("samples = %+v", got)
	}
	q := got[0].Questions[0]
	if !slices.Equal(q.Sessions, []string{"q1/1", "q1/2"}) || !slices.Equal(q.Turns, []Place{{"q1/1", "1.1"}, {"q1/2", "2.1"}, {"q1/2", "2.2"}}) {
		t.Errorf("question = %+v", q)
	}
	if got[0].Questions[1].Answer != "mint; or lemon balm" || !got[0].Questions[2].Apart {
		t.Errorf("questions = %+v", got[0].Questions)
	}
}

func TestFilesThatAreWrongSayWhere(t *testing.T) {
	for _, c := range []struct {
		b          Benchmark
		file, want string
	}{
		{LoCoMo, ``, "no question"},
		{LoCoMo, `[]`, "no question"},
		{LoCoMo, `[{"sample_id":"a"}`, "no end"},
		{LoCoMo, `nonsense`, "entry 1"},
		{LoCoMo, `[{"sample_id":"a","conversation":{"session_1":[{"text":"x"}],"session_1_date_time":"yesterday"}}]`, `a: session_1: "YESTERDAY" is no date`},
		{LoCoMo, `[{"sample_id":"a","conversation":{"session_1":7}}]`, "a: session_1: json"},
		{LoCoMo, `[{"sample_id":"a","qa":[{"question":"?","category":6}]}]`, "category 6"},
		{LongMemEval, `{"question_id":"q","haystack_sessions":[[]]}`, "q: 1 sessions have 0 ids and 0 dates"},
		{LongMemEval, `{"question_id":"q","evidence_sessions":[{"date":"soon"}]}`, `q: session q/1: "soon" is no date`},
		{LongMemEval, `{"question_id":"q","evidence_sessions":[]} {"question_id":`, "entry 2"},
	} {
		_, err := Run(t.Context(), c.b, strings.NewReader(c.file), nil, Options{})
		if souvenir.CodeOf(err) != souvenir.Invalid || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of %s: error %v, want %q", c.b.Name, c.file, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{ // short ones: the fuzzer spends its time on making long ones short
		`[{"sample_id":"a","conversation":{"session_1":[{"speaker":"A","dia_id":"D1:1","text":"x"}],"session_1_date_time":"1:56 pm on 8 May, 2023"},"qa":[{"question":"?","answer":3,"evidence":["D1:1"],"category":4}]}]`,
		`[{"question_id":"q","haystack_sessions":[[{"role":"user","content":"x","has_answer":true}]],"haystack_session_ids":["s"],"haystack_dates":["2024/04/01 (Mon) 08:00"]}]`,
		`{"question_id":"q","answer":["a",1],"evidence_sessions":[{"date":"2024/01/10 (Wed) 09:00","turns":[{"role":"user","content":"x"}]}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range []Benchmark{LoCoMo, LongMemEval} {
			for s, err := range b.Read(strings.NewReader(text)) {
				for _, q := range s.Questions {
					if err == nil && q.Group == "" && b.Name == LoCoMo.Name {
						t.Errorf("a question without a group: %+v", q)
					}
				}
			}
		}
	})
}
