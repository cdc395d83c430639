package keyvalue

import (
	"testing"

	"github.com/souvenir-memory/souvenir/internal/reply"
)

// FuzzRead: whatever a model replies, what is kept is a fact with a key or an
// answer with its question, and not about the assistant.
func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add(`{"facts":{"Name":"Shepherd","a_b":["x",1,null],"a-b":{}},"context":[{"q":"?","a":1},"x",null],"quotes":[]}`)
	f.Add(`[{"facts":"{\"a\":1}"},{"context":{"question":"x","answer":"y"}}]`)
	f.Fuzz(func(t *testing.T, text string) {
		value, mode, err := reply.Read(text)
		if err != nil || mode == reply.Nothing {
			return
		}
		if _, err := read(value, exchange()); err != nil {
			return
		}
		got, err := run(t, text, exchange())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range got.Candidates {
			if c.Content == "" || (c.Key == "") == (c.Question == "") || c.Key != normalKey(c.Key) || c.Key == "name" && c.Content == "Shepherd" {
				t.Errorf("kept %+v", c)
			}
		}
		for _, r := range got.Rejections {
			if r.Rule == "" || r.Reason == "" || r.Style != "keyvalue" {
				t.Errorf("refused %+v", r)
			}
		}
	})
}
