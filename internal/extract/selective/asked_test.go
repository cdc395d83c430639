package selective

import (
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// B-041
func TestWhatTheUserAsksToRemember(t *testing.T) {
	user, assistant := souvenir.User, souvenir.Assistant
	for _, tt := range []struct {
		name       string
		said       []souvenir.Message
		evidence   any
		importance int
		kind       string
	}{
		{"in the same message", []souvenir.Message{message("1", user, "Remember that it is SQLite.")}, "it is SQLite", 7, "fact"},
		{"at the end of it", []souvenir.Message{message("1", user, "it is SQLite, please remember this")}, "it is SQLite", 7, "fact"},
		{"behind a colon", []souvenir.Message{message("1", user, "remember: it is SQLite")}, "it is SQLite", 7, "fact"},
		{"in Chinese", []souvenir.Message{message("1", user, "请记住：数据库是 SQLite。")}, "数据库是 SQLite", 7, "fact"},
		{"right behind it", []souvenir.Message{message("1", user, "it is SQLite"), message("2", assistant, "Noted."), message("3", user, "Remember that!")}, "it is SQLite", 7, "fact"},
		{"of what the assistant found", []souvenir.Message{message("1", user, "check"), message("2", assistant, "It is SQLite."), message("3", user, "Remember that!")}, "It is SQLite", 7, "fact"},
		{"without evidence", []souvenir.Message{message("1", user, "Remember that it is SQLite.")}, nil, 7, "fact"},
		{"a todo", []souvenir.Message{message("1", user, "Remember to move it off SQLite.")}, "Remember to move it off SQLite", 5, "todo"},
		{"don't forget", []souvenir.Message{message("1", user, "Don’t forget that it is SQLite")}, "it is SQLite", 7, "fact"},
		{"of something else", []souvenir.Message{message("1", user, "it is SQLite"), message("2", user, "Remember that I moved to Rome")}, "it is SQLite", 5, "fact"},
		{"by the assistant", []souvenir.Message{message("1", user, "hm"), message("2", assistant, "Remember that it is SQLite.")}, "it is SQLite", 5, "fact"},
		{"a todo by the assistant", []souvenir.Message{message("1", user, "hm"), message("2", assistant, "Remember to use SQLite.")}, "Remember to use SQLite", 5, "fact"},
		{"a question", []souvenir.Message{message("1", user, "Do you remember that it is SQLite?")}, "it is SQLite", 5, "fact"},
		{"an old story", []souvenir.Message{message("1", user, "Remember that time we used it? it is SQLite")}, "it is SQLite", 5, "fact"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, style(t), entries(with(map[string]any{"importance": 5, "evidence": tt.evidence})), tt.said...)
			if len(got.Candidates) != 1 {
				t.Fatalf("gives %+v", got)
			}
			if c := got.Candidates[0]; *c.Importance != tt.importance || c.Type != tt.kind {
				t.Errorf("a %s of importance %d, want a %s of %d", c.Type, *c.Importance, tt.kind, tt.importance)
			}
		})
	}
	t.Run("even if the model finds it unimportant", func(t *testing.T) {
		got := run(t, style(t), entries(with(map[string]any{"importance": 2})), message("1", user, "Remember that it is SQLite."))
		if len(got.Candidates) != 1 || *got.Candidates[0].Importance != 7 {
			t.Errorf("gives %+v", got)
		}
	})
}

// What is shared by all styles: the gates find the evidence, and whose word it is.
func TestEvidenceIsLookedUp(t *testing.T) {
	w := souvenir.Window{Now: at.Add(time.Hour), Messages: []souvenir.Message{
		message("u", souvenir.User, "The shop runs on Fly."), message("a", souvenir.Assistant, "Fly has a region in Madrid."),
	}}
	w.Messages[1].At = at.Add(time.Minute)
	for _, tt := range []struct {
		content, evidence string
		trust             souvenir.Trust
		from              souvenir.Message
	}{
		{"The shop of the project runs on Fly.", "the shop runs  on fly", souvenir.FromUser, w.Messages[0]},
		{"Fly has a region in Madrid for its customers.", "a region in Madrid", souvenir.FromAssistant, w.Messages[1]},
	} {
		reply := entries(with(map[string]any{"content": tt.content, "evidence": tt.evidence}))
		got, err := extract.Run(t.Context(), style(t), extract.Kit{Model: saying(reply), Gates: []filter.Rule{filter.Grounded, filter.Authority}}, w)
		if err != nil || len(got.Candidates) != 1 {
			t.Fatalf("%q gives %+v, %v", tt.evidence, got, err)
		}
		if c := got.Candidates[0]; c.Trust != tt.trust || c.Evidence[0].Message != tt.from.ID || !c.SaidAt.Equal(tt.from.At) {
			t.Errorf("%q is the word of %s in %+v at %v, want %s in %+v", tt.evidence, c.Trust, c.Evidence, c.SaidAt, tt.trust, tt.from)
		}
	}
}
