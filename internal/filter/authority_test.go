package filter_test

import (
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

func TestWhoseWordItIs(t *testing.T) {
	t.Parallel()
	const text = "The user loves jazz, the library opens at 9, Nova loves tea and User likes ports"
	for _, c := range []struct {
		about   string
		role    souvenir.Role
		m       souvenir.Memory
		refused bool
		trust   souvenir.Trust
		doubts  int
	}{
		{"the user about themselves", souvenir.User, souvenir.Memory{Content: "User loves jazz"}, false, souvenir.FromUser, 0},
		{"the assistant about the user", souvenir.Assistant, souvenir.Memory{Content: "User loves jazz"}, true, "", 0},
		{"the assistant about the user in other words", souvenir.Assistant, souvenir.Memory{Content: "The user's taste is jazz"}, true, "", 0},
		{"the assistant about the user in Chinese", souvenir.Assistant, souvenir.Memory{Content: "用户喜欢爵士乐"}, true, "", 0},
		{"a tool about the user", souvenir.Tool, souvenir.Memory{Content: "User likes ports"}, true, "", 0},
		{"the system about the user", souvenir.System, souvenir.Memory{Content: "User likes ports"}, true, "", 0},
		{"the assistant about a fact of the user", souvenir.Assistant, souvenir.Memory{Style: "keyvalue", Key: "taste", Content: "jazz"}, true, "", 0},
		{"the assistant about itself", souvenir.Assistant, souvenir.Memory{Content: "Nova loves tea"}, false, souvenir.FromAssistant, 0},
		{"a page about the world", souvenir.Page, souvenir.Memory{Content: "The library opens at 9"}, false, souvenir.FromPage, 1},
		{"a page about the user", souvenir.Page, souvenir.Memory{Content: "User loves jazz"}, true, "", 0},
		{"a page with a preference", souvenir.Page, souvenir.Memory{Content: "Likes ports", Type: "preference"}, true, "", 0},
		{"a speaker by name", souvenir.Assistant, souvenir.Memory{Content: "alex loves jazz", SubjectUser: "alex"}, true, "", 0},
	} {
		c.m.Evidence, c.m.Trust = []souvenir.Evidence{{Message: "m1", Quote: text}}, souvenir.FromUser
		got, refused := through(t, []filter.Rule{filter.Authority}, souvenir.Candidate{Memory: c.m}, by(c.role, said(text), 0))
		if (refused != "") != c.refused || !c.refused && (got.Trust != c.trust || len(got.Doubts) != c.doubts) {
			t.Errorf("%s: refused %q, trust %q, doubts %q", c.about, refused, got.Trust, got.Doubts)
		}
	}
}

func TestAParticipantIsAUser(t *testing.T) {
	t.Parallel()
	w := by(souvenir.Assistant, said("alex loves jazz", "hello"), 0)
	w.Participants = []string{"alex"}
	e := souvenir.Evidence{Message: "m1", Quote: "alex loves jazz"}
	if _, refused := through(t, shared, claims("alex loves jazz", e), w); refused != "authority: only the assistant said so" {
		t.Errorf("refused %q", refused)
	}
}
