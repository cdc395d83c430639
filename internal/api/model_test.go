package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

var usual = engine.Settings{Extraction: true, MaxTurns: 20}

// asking runs a test on both databases, against a model that plays a script.
func asking(t *testing.T, settings engine.Settings, script []llmtest.Reply, run func(t *testing.T, s *server, model *llmtest.Server)) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		model := llmtest.New(t, script...)
		run(t, startAsking(t, db, settings, connect(t, model)), model)
	})
}

func connect(t *testing.T, model *llmtest.Server) llm.Client {
	t.Helper()
	endpoint, err := llm.New(llm.Options{BaseURL: model.URL, Model: "scripted"})
	if err != nil {
		t.Fatal(err)
	}
	return llm.Adapt(endpoint, llm.AdaptOptions{Model: "scripted"})
}

// remembered posts and waits, and gives the first message's outcome.
func (s *server) remembered(t *testing.T, conversation string, talk souvenir.Talk) souvenir.Outcome {
	t.Helper()
	a, err := s.Remember(t.Context(), conversation, talk, 50*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return a.Messages[0].Outcome
}

const likesTea = `{"memories":[{"content":"User likes green tea.","type":"preference","scope":"user_global","confidence":0.9,"tags":["tea"],"evidence":["I like green tea"]}]}`

func TestAModelFindsWhatIsWorthKeeping(t *testing.T) {
	asking(t, usual, []llmtest.Reply{llmtest.Call(likesTea)}, func(t *testing.T, s *server, model *llmtest.Server) {
		o := s.remembered(t, "c", say("ann", "I like green tea"))
		if o.State != souvenir.Remembered || len(o.Memories) != 1 {
			t.Fatalf("outcome %+v", o)
		}
		m, err := s.Memory(t.Context(), o.Memories[0])
		if err != nil || m.Content != "User likes green tea." || m.Style != "scoped" || len(m.Evidence) != 1 || m.Evidence[0].Message != "m1" {
			t.Errorf("memory %+v, %v", m, err)
		}
		stats, err := s.Stats(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if n := told(stats, "scoped", "scripted", souvenir.ModelCalls); n != 1 {
			t.Errorf("%d calls counted, want 1: %+v", n, stats.Styles)
		}
		if n := told(stats, "scoped", "scripted", souvenir.TokensIn); n == 0 {
			t.Errorf("no tokens counted: %+v", stats.Styles)
		}
		if done, err := s.Jobs(t.Context(), souvenir.JobDone, ""); err != nil || done.Items[0].Usage.Calls != 1 {
			t.Errorf("the job does not tell what it cost: %+v, %v", done.Items, err)
		}
	})
}

func told(s souvenir.Stats, style, model, what string) int64 {
	for _, st := range s.Styles {
		if st.Style == style && st.Model == model {
			return st.Counts[what]
		}
	}
	return 0
}

func TestSmallTalkCostsNoCall(t *testing.T) {
	asking(t, usual, nil, func(t *testing.T, s *server, model *llmtest.Server) {
		if o := s.remembered(t, "c", say("ann", "Hello!")); o.State != souvenir.Nothing {
			t.Errorf("outcome %+v", o)
		}
	})
}

func TestAReplyThatCannotBeReadFailsVisibly(t *testing.T) {
	prose := llmtest.Say("I am sorry, but I would rather talk about the weather.")
	asking(t, usual, []llmtest.Reply{prose, prose}, func(t *testing.T, s *server, model *llmtest.Server) {
		o := s.remembered(t, "c", say("ann", "I like green tea"))
		if o.State != souvenir.Failed || !strings.Contains(o.Reason, "could not be read") {
			t.Fatalf("outcome %+v", o)
		}
		failed, err := s.Jobs(t.Context(), souvenir.JobFailed, "")
		if err != nil || len(failed.Items) != 1 || !strings.Contains(failed.Items[0].Reply, "the weather") || failed.Items[0].Usage.Calls != 2 {
			t.Fatalf("failed jobs %+v, %v", failed.Items, err)
		}
		if asked := model.Chats(); !strings.Contains(asked[1].User(), "not JSON") {
			t.Errorf("the second question does not say what was wrong: %q", asked[1].User())
		}
		model.Then(llmtest.Call(likesTea))
		if _, err := s.RetryJob(t.Context(), failed.Items[0].ID); err != nil {
			t.Fatal(err)
		}
		if o := s.remembered(t, "c", say("ann", "I like green tea")); o.State != souvenir.Remembered {
			t.Errorf("after a retry by hand: %+v", o)
		}
	})
}

func TestAModelThatIsAwayDelaysAndLosesNothing(t *testing.T) {
	asking(t, usual, []llmtest.Reply{llmtest.Call(likesTea)}, func(t *testing.T, s *server, model *llmtest.Server) {
		model.Down()
		a, err := s.Remember(t.Context(), "c", say("ann", "I like green tea"), 100*time.Millisecond)
		if err != nil || a.Messages[0].Outcome.State != souvenir.Queued {
			t.Fatalf("%+v, %v", a, err)
		}
		if err := model.Up(); err != nil {
			t.Fatal(err)
		}
		if o := s.remembered(t, "c", say("ann", "I like green tea")); o.State != souvenir.Remembered {
			t.Errorf("outcome %+v", o)
		}
	})
}

func TestOnePoisonedConversationDelaysNobody(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		model := llmtest.New(t)
		model.When(func(r llmtest.Request) bool { return strings.Contains(r.User(), "poison") }, llmtest.Status(http.StatusInternalServerError, "no"))
		model.Otherwise(func(llmtest.Request) llmtest.Reply { return llmtest.Call(likesTea) })
		s := startAsking(t, db, usual, connect(t, model))
		if _, err := s.Remember(t.Context(), "bad", say("ann", "I drink poison every day at noon"), 0); err != nil {
			t.Fatal(err)
		}
		for i := range 5 {
			if o := s.remembered(t, fmt.Sprint("good", i), say(fmt.Sprint("user", i), "I like green tea")); o.State != souvenir.Remembered {
				t.Errorf("outcome %+v", o)
			}
		}
	})
}

func TestWithoutAModelTheRulesDoWhatTheyCan(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		s := start(t, db, usual)
		talk := say("ann", "I live in Lyon.")
		talk.Styles = []string{"companion"}
		o := s.remembered(t, "c", talk)
		if o.State != souvenir.Remembered || !strings.Contains(o.Reason, "no model is configured") {
			t.Errorf("outcome %+v", o)
		}
	})
}

func TestASpentBudgetLeavesItToTheRules(t *testing.T) {
	poor := usual
	poor.DailyTokens = 10
	asking(t, poor, []llmtest.Reply{llmtest.Call(likesTea)}, func(t *testing.T, s *server, model *llmtest.Server) {
		if o := s.remembered(t, "c", say("ann", "I like green tea")); o.State != souvenir.Remembered {
			t.Fatalf("outcome %+v", o)
		}
		o := s.remembered(t, "d", say("ann", "I live in Lyon."))
		if o.State != souvenir.Remembered || !strings.Contains(o.Reason, "tokens are spent") {
			t.Errorf("outcome %+v", o)
		}
	})
}

func TestSecretsReachNeitherModelNorDatabase(t *testing.T) {
	const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"
	asking(t, usual, []llmtest.Reply{llmtest.Call(`{"memories":[]}`)}, func(t *testing.T, s *server, model *llmtest.Server) {
		s.remembered(t, "c", say("ann", "I am Ann and my API key is "+key))
		if asked := fmt.Sprint(model.Chats()); strings.Contains(asked, key) {
			t.Error("the model was shown a key")
		}
		ms, err := s.Messages(t.Context(), "ann", "c", "")
		if err != nil || strings.Contains(ms.Items[0].Content, key) || !strings.Contains(ms.Items[0].Content, "[redacted") {
			t.Errorf("kept %q, %v", ms.Items[0].Content, err)
		}
	})
}

func TestARefusalCanBeRestoredOnce(t *testing.T) {
	invented := strings.ReplaceAll(likesTea, "green tea.", "black coffee from Peru.")
	asking(t, usual, []llmtest.Reply{llmtest.Call(invented)}, func(t *testing.T, s *server, model *llmtest.Server) {
		if o := s.remembered(t, "c", say("ann", "I like green tea")); o.State != souvenir.Filtered {
			t.Fatalf("outcome %+v", o)
		}
		refused, err := s.Rejections(t.Context(), "ann", "", "")
		if err != nil || len(refused.Items) != 1 || refused.Items[0].Rule != "grounded" {
			t.Fatalf("refused %+v, %v", refused.Items, err)
		}
		d, err := s.RestoreRejection(t.Context(), refused.Items[0].ID)
		if err != nil || d.Operation != souvenir.Add || d.Memory.Status != souvenir.Active {
			t.Fatalf("%+v, %v", d, err)
		}
		if _, err := s.RestoreRejection(t.Context(), refused.Items[0].ID); souvenir.CodeOf(err) != souvenir.Conflict {
			t.Errorf("a second time: %v", err)
		}
	})
}

func TestTurnsAreGatheredUntilThereAreEnough(t *testing.T) {
	gathering := usual
	gathering.Gather = store.Gather{MinTurns: 2}
	asking(t, gathering, []llmtest.Reply{llmtest.Call(likesTea), llmtest.Call(`{"memories":[]}`)}, func(t *testing.T, s *server, model *llmtest.Server) {
		one := souvenir.Talk{User: "ann", Incremental: true, Messages: []souvenir.Said{{ID: "m1", Role: souvenir.User, Content: "I like green tea"}}}
		two := souvenir.Talk{User: "ann", Incremental: true, Messages: []souvenir.Said{{ID: "m2", Role: souvenir.User, Content: "and I have a cat"}}}
		if a, err := s.Remember(t.Context(), "c", one, 200*time.Millisecond); err != nil || a.Messages[0].Outcome.State != souvenir.Queued {
			t.Fatalf("one turn: %+v, %v", a, err)
		}
		s.remembered(t, "c", two)
		if asked := model.Chats(); len(asked) != 1 || !strings.Contains(asked[0].User(), "green tea") || !strings.Contains(asked[0].User(), "a cat") {
			t.Fatalf("asked %+v", asked)
		}
		three := souvenir.Talk{User: "ann", Incremental: true, Messages: []souvenir.Said{{ID: "m3", Role: souvenir.User, Content: "my sister plays chess"}}}
		if _, err := s.Remember(t.Context(), "c", three, 0); err != nil {
			t.Fatal(err)
		}
		if err := s.Flush(t.Context(), "ann", "c"); err != nil {
			t.Fatal(err)
		}
		if o := s.remembered(t, "c", three); !o.State.Final() {
			t.Errorf("after a flush: %+v", o)
		}
	})
}

func TestSilenceMakesGatheredTurnsReady(t *testing.T) {
	gathering := usual
	gathering.Gather = store.Gather{MinTurns: 5, Idle: 50 * time.Millisecond}
	asking(t, gathering, []llmtest.Reply{llmtest.Call(likesTea)}, func(t *testing.T, s *server, model *llmtest.Server) {
		talk := say("ann", "I like green tea")
		talk.Incremental = true
		if o := s.remembered(t, "c", talk); o.State != souvenir.Remembered {
			t.Errorf("outcome %+v", o)
		}
	})
}

func TestARoleCardLetsPendingEpisodesBeReadAgain(t *testing.T) {
	const digest = `{"summary":"小明告诉我他下周结婚。","topicSummary":"婚礼","keyTopics":["婚礼"],"facts":["小明下周结婚"],
		"pendingTopics":[{"topic":"婚礼礼物","urgency":"high","suggestedFollowUp":"问问要什么礼物"}],"personalityFiltered":{"retentionScore":0.9},"tags":["家庭"]}`
	asking(t, usual, []llmtest.Reply{llmtest.Say(digest)}, func(t *testing.T, s *server, model *llmtest.Server) {
		talk := souvenir.Talk{User: "王奶奶", Partner: "小明", Relation: "孙子", Styles: []string{"persona"}, Messages: []souvenir.Said{
			{ID: "m1", Role: souvenir.Assistant, Content: "奶奶，我下周结婚，小明下周结婚啦"}, {ID: "m2", Role: souvenir.User, Content: "太好了，小明下周结婚"},
		}}
		if o := s.remembered(t, "c", talk); o.State != souvenir.Pending {
			t.Fatalf("without a card: %+v", o)
		}
		card := souvenir.RoleCard{Core: &souvenir.CoreLayer{Personality: &souvenir.Trait{Summary: "慈祥，重视家庭"}}}
		if _, err := s.PutRoleCard(t.Context(), "王奶奶", card); err != nil {
			t.Fatal(err)
		}
		eventually(t, func() bool {
			eps, err := s.Episodes(t.Context(), "王奶奶", "c", "")
			return err == nil && len(eps.Items) == 1 && !eps.Items[0].Pending
		})
		topics, err := s.PendingTopics(t.Context(), "王奶奶", souvenir.TopicPending, "")
		if err != nil || len(topics.Items) != 1 || topics.Items[0].Urgency != souvenir.HighUrgency {
			t.Fatalf("topics %+v, %v", topics.Items, err)
		}
		if _, err := s.MarkTopic(t.Context(), "王奶奶", topics.Items[0].ID, souvenir.TopicAddressed); err != nil {
			t.Fatal(err)
		}
		again, err := s.ProcessPending(t.Context(), "王奶奶")
		if err != nil || again.Total != 0 {
			t.Errorf("a second run: %+v, %v", again, err)
		}
	})
}

// eventually waits for something that happens in the background.
func eventually(t *testing.T, is func() bool) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(2 * time.Minute)
	for !is() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal("it did not happen")
		}
	}
}

func TestAWholeConversationIsAnalysed(t *testing.T) {
	const found = `{"memories":[{"content":"User is training for a marathon in Lyon.","type":"project","confidence":0.9,"reasoning":"said so","evidence":["training for the marathon in Lyon"]}],
		"summary":"The user talks about running.","themes":["running"],"tone":"hopeful","emotional_arc":["start: tired","end: hopeful"],"participants":["user"],"key_topics":["marathon"]}`
	replies := []llmtest.Reply{llmtest.Call(found), llmtest.Call(found)}
	skipping := usual
	skipping.Extraction = false
	asking(t, skipping, replies, func(t *testing.T, s *server, model *llmtest.Server) {
		s.remembered(t, "c", say("ann", "I am training for the marathon in Lyon", "It is hard"))
		soft, err := s.Analyze(t.Context(), "ann", "c", false, time.Second)
		if err != nil || soft.Status != "warning" || !soft.CanForce {
			t.Fatalf("little to analyse: %+v, %v", soft, err)
		}
		a, err := s.Analyze(t.Context(), "ann", "c", true, 50*time.Second)
		if err != nil || a.Status != "success" || a.Tone != "hopeful" || a.Extracted != 1 || a.MemoryCounts["project"] != 1 {
			t.Fatalf("%+v, %v", a, err)
		}
		again, err := s.Analyze(t.Context(), "ann", "c", true, 50*time.Second)
		if err != nil || again.Extracted != 0 {
			t.Fatalf("a second time: %+v, %v", again, err)
		}
		history, err := s.Analyses(t.Context(), "ann", "c", true, "")
		if err != nil || len(history.Items) != 2 || history.Items[1].Total != 1 || len(history.Items[1].Memories) != 1 {
			t.Errorf("history %+v, %v", history.Items, err)
		}
	})
}

func TestADryRunShowsThePromptAndAsksNobody(t *testing.T) {
	asking(t, usual, nil, func(t *testing.T, s *server, model *llmtest.Server) {
		talk := say("ann", "I like {{.green}} tea")
		talk.Styles = []string{"scoped", "companion", "selective", "keyvalue"}
		p, err := s.Prompts(t.Context(), talk)
		if err != nil || len(p.Prompts) != 4 {
			t.Fatalf("%+v, %v", p, err)
		}
		for _, prompt := range p.Prompts {
			if !strings.Contains(prompt.User, "I like {{.green}} tea") || prompt.Tokens > 2000 {
				t.Errorf("%s: %d tokens\n%s", prompt.Style, prompt.Tokens, prompt.User)
			}
		}
	})
}

func TestStylesShowTheirTexts(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		all, err := s.Styles(t.Context())
		if err != nil || len(all.Items) < 7 {
			t.Fatalf("%+v, %v", all, err)
		}
		style, err := s.Style(t.Context(), "selective")
		if err != nil || len(style.Texts) < 3 || !json.Valid([]byte(textOf(style, "schema.json"))) {
			t.Errorf("%+v, %v", style, err)
		}
		if _, err := s.Style(t.Context(), "nonsense"); souvenir.CodeOf(err) != souvenir.NotFound {
			t.Errorf("an unknown style: %v", err)
		}
	})
}

func textOf(s souvenir.StyleInfo, name string) string {
	for _, t := range s.Texts {
		if t.Name == name {
			return t.Content
		}
	}
	return ""
}
