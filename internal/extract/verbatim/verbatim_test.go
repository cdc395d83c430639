package verbatim

import (
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
)

func TestStyleKeepsWhatIsAskedFor(t *testing.T) {
	for _, tt := range []struct{ says, kind, keeps string }{
		{"Remember that I am allergic to peanuts.", "fact", "I am allergic to peanuts."},
		{"please remember: the door code is 4711", "fact", "the door code is 4711"},
		{"Don't forget my sister's name is Emma", "fact", "my sister's name is Emma"},
		{"Remember to call the dentist", "todo", "to call the dentist"},
		{"请记住：我不吃花生", "fact", "我不吃花生"},
		{"hello\nremember that I like tea\nbye", "fact", "I like tea"},
		{"Do you remember that I like tea?", "", ""},
		{"Remember when we met in Lyon", "", ""},
		{"Remember that time we went to Rome", "", ""},
		{"remember the day you told me that?", "", ""},
		{"Remember me", "", ""},
		{"remember that my password is hunter2", "", ""},
		{"remember that the time zone of the server is UTC", "fact", "the time zone of the server is UTC"},
		{"I remember that day well", "", ""},
		{"remember that", "", ""},
		{"Hello Nova!", "", ""},
		{"What is the weather?", "", ""},
	} {
		w := souvenir.Window{Now: time.Now(), Messages: []souvenir.Message{
			{ID: "m1", Role: souvenir.User, Content: tt.says},
			{ID: "m2", Role: souvenir.Assistant, Content: "Remember that I am Nova."},
		}}
		got, err := extract.Run(t.Context(), Style, extract.Kit{}, w)
		if err != nil {
			t.Fatal(err)
		}
		if tt.keeps == "" {
			if len(got.Candidates) != 0 {
				t.Errorf("%q gives %+v, want nothing", tt.says, got.Candidates)
			}
			continue
		}
		if len(got.Candidates) != 1 || got.Candidates[0].Content != tt.keeps || got.Candidates[0].Type != tt.kind {
			t.Errorf("%q gives %+v, want the %s %q", tt.says, got.Candidates, tt.kind, tt.keeps)
			continue
		}
		if c := got.Candidates[0]; c.Evidence[0].Message != "m1" || !strings.Contains(tt.says, c.Evidence[0].Quote) || c.Origin != souvenir.Explicit {
			t.Errorf("%q gives evidence %+v", tt.says, c.Evidence)
		}
	}
}
