package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

// trips are twelve memories that all bear on one query.
var trips = []string{
	"User wants to travel to Lisbon in June.", "User books window seats on every travel.", "User travels with a sister called Marta.",
	"User's travel budget is 2,000 euros.", "User gets seasick and does not travel by ship.", "User likes to travel light.",
	"User's travel insurance ends in 2027.", "User keeps a travel diary.", "User took a travel course in Porto.",
	"User prefers travel by train.", "User needs a travel adapter.", "User's travel agent is Olga.",
}

const faithful = `{"sentences":[
	{"text":"The user wants to travel to Lisbon in June with a sister called Marta.","from":[1,2,3,4,5,6,7,8,9,10,11,12]},
	{"text":"The travel budget is 2,000 euros.","from":[]},
	{"text":"The user prefers travel by train and does not travel by ship.","from":[]}],
	"points":[{"text":"Lisbon in June","from":[]},{"text":"travel budget of 2,000 euros","from":[]}]}`

// travelling asks with some of the trips in memory.
func (s *server) travelling(t *testing.T, trips []string) (souvenir.Recall, time.Duration) {
	t.Helper()
	for _, content := range trips {
		if _, err := s.State(t.Context(), souvenir.Statement{User: "ann", Content: content}); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	r, err := s.Recall(t.Context(), souvenir.Query{User: "ann", Query: "how does the user travel?", Summarize: true})
	if err != nil || len(r.Memories) != len(trips) || r.Summary == nil {
		t.Fatalf("%d memories, summary %v, %v; want %d and a summary", len(r.Memories), r.Summary, err, len(trips))
	}
	return r, time.Since(began)
}

func TestManyMemoriesAreSummarised(t *testing.T) { // GL-10
	asking(t, usual, []llmtest.Reply{llmtest.Call(faithful)}, func(t *testing.T, s *server, model *llmtest.Server) {
		r, _ := s.travelling(t, trips)
		sum := r.Summary
		if sum.By != souvenir.ByModel || strings.Count(sum.Text, ".") != 3 || !slices.Contains(sum.Points, "Lisbon in June") || sum.Reason != "" {
			t.Errorf("summary %+v", sum)
		}
		asked := model.Chats()[0]
		if *asked.Temperature != 0.1 || !strings.Contains(asked.User(), trips[11]) || strings.Contains(asked.System(), "travel") {
			t.Errorf("asked %+v", asked)
		}
		stats, err := s.Stats(t.Context(), 1)
		if err != nil || told(stats, "summary", "scripted", souvenir.ModelCalls) != 1 || told(stats, "summary", "scripted", souvenir.TokensIn) == 0 {
			t.Errorf("not counted: %+v, %v", stats.Styles, err)
		}
		plain, err := s.Recall(t.Context(), souvenir.Query{User: "ann", Query: "travel"})
		if err != nil || plain.Summary != nil {
			t.Errorf("a summary that nobody asked for: %+v, %v", plain.Summary, err)
		}
	})
}

func TestWhatASummaryInventsIsLeftOut(t *testing.T) {
	const invented = `{"text":"The user travels to Tokyo in 2031.","from":[]}`
	script := strings.NewReplacer(`"sentences":[`, `"sentences":[`+invented+",", `"points":[`, `"points":[`+invented+",").Replace(faithful)
	asking(t, usual, []llmtest.Reply{llmtest.Call(script)}, func(t *testing.T, s *server, model *llmtest.Server) {
		r, _ := s.travelling(t, trips)
		if sum := r.Summary; sum.By != souvenir.ByModel || strings.Contains(sum.Text, "Tokyo") || strings.Count(sum.Text, ".") != 3 || len(sum.Points) != 2 {
			t.Errorf("summary %+v", sum)
		}
	})
}

func TestWithoutAUsableSummaryTheMemoriesSpeak(t *testing.T) { // GL-11
	const ungrounded = `{"sentences":["The user owns a yacht.","Tokyo is next.","It costs 9 dollars."],"points":["yacht"]}`
	for _, c := range []struct {
		about  string
		reply  llmtest.Reply
		reason string
	}{
		{"prose", llmtest.Say("I would rather talk about the weather."), "could not be read"},
		{"ungrounded", llmtest.Call(ungrounded), "too little"},
		{"hang", llmtest.Fail(llmtest.Hang), "in time"},
		{"refusal", llmtest.Locked(), "could not be asked"},
		{"broken", llmtest.Broken(), "could not be asked"},
	} {
		t.Run(c.about, func(t *testing.T) {
			settings := usual
			if settings.SummaryWait = time.Minute; c.about == "hang" {
				settings.SummaryWait = 300 * time.Millisecond
			}
			asking(t, settings, []llmtest.Reply{c.reply}, func(t *testing.T, s *server, model *llmtest.Server) {
				r, _ := s.travelling(t, trips)
				if sum := r.Summary; sum.By != souvenir.ByExtract || len(sum.Points) != 8 || sum.Points[0] != r.Memories[0].Content || !strings.Contains(sum.Reason, c.reason) {
					t.Errorf("summary %+v", sum)
				}
			})
		})
	}
}

func TestAModelThatIsDownDoesNotKeepMemoriesBack(t *testing.T) { // GL-11
	asking(t, usual, nil, func(t *testing.T, s *server, model *llmtest.Server) {
		model.Down()
		r, took := s.travelling(t, trips)
		if sum := r.Summary; sum.By != souvenir.ByExtract || sum.Reason != "The model could not be asked." || took > 30*time.Second {
			t.Errorf("after %v: %+v", took, sum)
		}
	})
}

func TestWithoutAModelSummariesAreExtracts(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		r, _ := s.travelling(t, trips[:6])
		if sum := r.Summary; sum.By != souvenir.ByExtract || len(sum.Points) != 6 || sum.Reason != "No model is configured." {
			t.Errorf("summary %+v", sum)
		}
	})
}

func TestFewMemoriesHaveNoSummary(t *testing.T) {
	asking(t, usual, nil, func(t *testing.T, s *server, model *llmtest.Server) {
		r, _ := s.travelling(t, trips[:5])
		if sum := r.Summary; sum.By != "" || sum.Text != "" || len(sum.Points) != 0 || !strings.Contains(sum.Reason, "at least 6") {
			t.Errorf("summary %+v", sum)
		}
	})
	fewer := usual
	fewer.SummaryMinimum = 2
	asking(t, fewer, []llmtest.Reply{llmtest.Say("no")}, func(t *testing.T, s *server, model *llmtest.Server) {
		if r, _ := s.travelling(t, trips[:2]); r.Summary.By != souvenir.ByExtract {
			t.Errorf("with a minimum of two: %+v", r.Summary)
		}
	})
}

func TestASpentBudgetBuysNoSummary(t *testing.T) {
	poor := usual
	poor.DailyTokens = 10
	asking(t, poor, []llmtest.Reply{llmtest.Call(faithful)}, func(t *testing.T, s *server, model *llmtest.Server) {
		if r, _ := s.travelling(t, trips); r.Summary.By != souvenir.ByModel {
			t.Fatalf("summary %+v", r.Summary)
		}
		r, err := s.Recall(t.Context(), souvenir.Query{User: "ann", Query: "travel", Summarize: true})
		if err != nil || r.Summary.By != souvenir.ByExtract || r.Summary.Reason != "The day's tokens are spent." {
			t.Errorf("a second time: %+v, %v", r.Summary, err)
		}
	})
}

func TestNobodyKnownHasNoSummary(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		r, err := s.Recall(t.Context(), souvenir.Query{User: souvenir.UnknownUser, Query: "travel", Summarize: true})
		if err != nil || r.Summary == nil || r.Summary.Reason == "" {
			t.Errorf("%+v, %v", r, err)
		}
	})
}
