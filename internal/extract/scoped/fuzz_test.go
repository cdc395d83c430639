package scoped

import (
	"slices"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// FuzzRead: whatever a model replies, what is kept keeps the rules.
func FuzzRead(f *testing.F) {
	f.Add(good, "https://example.com", "I build my backends with Python and FastAPI")
	f.Add(`{"memories":[{"content":"x","scope":"site","confidence":"1e-3","tags":["a","A"]}]}`, "//[::1", "")
	f.Add(`[{"text":"用户住在里斯本","type":"Facts","scope":"USER GLOBAL","evidence":"x"}]`, "about:blank", "x")
	f.Fuzz(func(t *testing.T, text, url, said string) {
		value, mode, err := reply.Read(text)
		if err != nil || mode == reply.Nothing {
			return
		}
		w := souvenir.Window{URL: url, Messages: []souvenir.Message{message("m1", souvenir.User, said), message("m2", souvenir.Page, "a page")}}
		if _, err := read(value, w); err != nil {
			return
		}
		got := run(t, text, w)
		for _, c := range got.Candidates {
			if len(c.Tags) < 1 || len(c.Tags) > 5 || c.Content == "" || !slices.Contains(types, c.Type) || !slices.Contains(reaches, c.Reach) {
				t.Errorf("kept %+v", c)
			}
			if (c.Reach == souvenir.SiteOnly) != (c.Site != "") || c.Confidence != nil && (*c.Confidence < least || *c.Confidence > 1) {
				t.Errorf("kept %+v", c)
			}
		}
		for _, r := range got.Rejections {
			if r.Rule == "" || r.Reason == "" || r.Style != "scoped" {
				t.Errorf("refused %+v", r)
			}
		}
	})
}
