package selective

import (
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// FuzzRead: whatever a model replies, what is kept keeps the rules.
func FuzzRead(f *testing.F) {
	for _, text := range []string{good, `{"entries":[]}`, `[{"subject":"小明","content":"小明说小明","tags":"a"}]`, `{"entries":[{"subject":"Ana","content":"with Ana’s Ana"}]}`,
		`{"entries":[{"type":"relationship","subject":"x y","content":"The The X's to's Y, Z","importance":"9","tags":["x"],"evidence":"remember to x"}]}`} {
		f.Add(text, "Remember that it is SQLite")
	}
	s := style(f, "MyBot")
	f.Fuzz(func(t *testing.T, text, said string) {
		value, mode, err := reply.Read(text)
		if err != nil || mode == reply.Nothing {
			return
		}
		ms := []souvenir.Message{message("m1", souvenir.User, said), message("m2", souvenir.Page, "a page")}
		w := souvenir.Window{Messages: ms, Participants: []string{"Ana", "小明", said}, Agent: souvenir.Agent{Name: "Nova"}}
		q, err := s.Ask(w)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := q.Read(value); err != nil {
			return
		}
		got := run(t, s, text, ms...)
		check(t, got)
	})
}

func check(t *testing.T, got extract.Result) {
	if len(got.Candidates) > 8 {
		t.Errorf("%d entries", len(got.Candidates))
	}
	for _, c := range got.Candidates {
		if *c.Importance < 5 || *c.Importance > 10 || len(c.Tags) < 1 || len(c.Tags) > 4 || length(c.Content) < 20 || c.Subject == "" {
			t.Errorf("kept %+v", c)
		}
	}
	for _, r := range got.Rejections {
		if r.Rule == "" || r.Reason == "" || r.Style != "selective" {
			t.Errorf("refused %+v", r)
		}
	}
}
