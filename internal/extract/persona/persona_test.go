package persona

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

var (
	now      = time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	shanghai = time.FixedZone("Asia/Shanghai", 8*60*60)
)

func style(t testing.TB) extract.Style {
	t.Helper()
	s, err := Options{Location: shanghai}.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// grandmother is a card in Chinese.
func grandmother() *souvenir.RoleCard {
	return &souvenir.RoleCard{
		Core: &souvenir.CoreLayer{
			BasicIdentity:      &souvenir.Identity{Name: "王奶奶"},
			Personality:        &souvenir.Trait{Summary: "乐观开朗，重感情"},
			CommunicationStyle: &souvenir.Trait{Compressed: "说话直爽，爱唠家常"},
			Values:             &souvenir.Trait{KeyPoints: []string{"家庭", "诚信"}},
			Interests:          &souvenir.Trait{KeyPoints: []string{"养花", "太极"}},
			EmotionalNeeds:     &souvenir.Trait{KeyPoints: []string{"儿孙常来看看"}},
			Preferences:        &souvenir.Trait{KeyPoints: []string{"清淡饮食"}},
		},
		Relations: map[string]string{"小明": "孙子"},
	}
}

// henry is a card in English.
func henry() *souvenir.RoleCard {
	return &souvenir.RoleCard{Core: &souvenir.CoreLayer{
		BasicIdentity: &souvenir.Identity{Name: "Henry"},
		Personality:   &souvenir.Trait{Summary: "Dry humour, hides his worries."},
		Values:        &souvenir.Trait{KeyPoints: []string{"punctuality", "his garden"}},
	}}
}

// visit is a conversation of the grandmother.
func visit() souvenir.Window {
	at := time.Date(2026, 2, 15, 6, 30, 5, 0, time.UTC)
	return souvenir.Window{
		Scope: souvenir.Scope{User: "wang", Agent: "xiaoming", Conversation: "c1"},
		Card:  grandmother(), Partner: "小明", Now: now,
		Messages: []souvenir.Message{
			{ID: "m1", Role: souvenir.Assistant, Content: "奶奶，我五月二号结婚，在杭州办酒席！", At: at},
			{ID: "m2", Role: souvenir.User, Content: "太好了！可是下周三我要去医院复查血压。", At: at.Add(time.Minute)},
		},
	}
}

// phoneCall is a conversation of Henry.
func phoneCall() souvenir.Window {
	return souvenir.Window{
		Scope: souvenir.Scope{User: "henry", Agent: "ann", Conversation: "c2"},
		Card:  henry(), Partner: "Ann", Relation: "daughter", Now: now,
		Messages: []souvenir.Message{
			{ID: "m1", Role: souvenir.User, Content: "The doctor moved my knee operation to 12 May."},
			{ID: "m2", Role: souvenir.Assistant, Content: "Then I'll drive you there."},
		},
	}
}

// model plays a script of texts.
func model(t testing.TB, texts ...string) llm.Client {
	t.Helper()
	var script []llmtest.Reply
	for _, text := range texts {
		script = append(script, llmtest.Say(text))
	}
	return client(t, llmtest.New(t, script...))
}

func client(t testing.TB, s *llmtest.Server) llm.Client {
	t.Helper()
	c, err := llm.New(llm.Options{BaseURL: s.URL, Model: "any"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// run extracts and gives the digest of the one episode.
func run(t testing.TB, w souvenir.Window, k extract.Kit) (extract.Result, Digest) {
	t.Helper()
	k.Tuning.AskAlways = true
	r, err := extract.Run(t.Context(), style(t), k, w)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Episodes) != 1 {
		t.Fatalf("%d episodes, want 1", len(r.Episodes))
	}
	d, err := ReadDigest(r.Episodes[0].Body)
	if err != nil {
		t.Fatal(err)
	}
	return r, d
}

// readText reads a reply as the style does, without a model.
func readText(t testing.TB, w souvenir.Window, text string) (extract.Findings, Digest) {
	t.Helper()
	value := decoded(t, text)
	f, err := read(value, w)
	if err != nil {
		t.Fatalf("read(%s): %v", text, err)
	}
	d, err := ReadDigest(f.Episode.Body)
	if err != nil {
		t.Fatal(err)
	}
	return f, d
}

func pretty(v any) string {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err.Error()
	}
	return string(text)
}
