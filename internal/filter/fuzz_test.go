package filter_test

import (
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

func FuzzGates(f *testing.F) {
	f.Add("User lives in Lyon since 2020-03-04", "I live in … Lyon", "I've lived in Lyon for six years", "Nova", uint8(0), int64(0))
	f.Add("用户今年28岁", "我叫陈静", "我叫陈静，今年二十八岁", "", uint8(1), int64(1772711000))
	f.Add("The exam is on 3 March at 15:00 for 1,500 people", "", "exam march 3rd 3pm", "alex", uint8(4), int64(-1))
	f.Add("\xff\x00'’-&", "\"…\"", "'’ \xf0\x9f", "ß", uint8(2), int64(1<<40))
	f.Fuzz(func(t *testing.T, content, quote, text, name string, role uint8, at int64) {
		said := time.Unix(at%(1<<36), 0)
		w := souvenir.Window{
			Agent: souvenir.Agent{Name: name}, Participants: []string{name}, Now: said,
			Messages: []souvenir.Message{
				{ID: "m1", Role: souvenir.Roles[int(role)%len(souvenir.Roles)], Name: name, Content: text, At: said},
				{ID: "m2", Role: souvenir.User, Content: quote},
			},
		}
		for _, evidence := range [][]souvenir.Evidence{nil, {{Message: "m1", Quote: quote}}, {{Quote: quote}, {Message: "m2"}}} {
			for _, gate := range shared {
				c := souvenir.Candidate{Memory: souvenir.Memory{Content: content, Evidence: evidence, Question: name, Key: name, Origin: souvenir.Implicit}}
				gate.Check(&c, w)
			}
		}
	})
}

func BenchmarkGates(b *testing.B) {
	w := said("hello", "I've been living in Lyon with my two cats since March 2020, and on Monday I start at Siemens.", "thanks")
	e := souvenir.Evidence{Message: "m2", Quote: "living in Lyon with my two cats"}
	for b.Loop() {
		filter.Apply(shared, w, []souvenir.Candidate{claims("User has lived in Lyon with two cats since March 2020", e)})
	}
}
