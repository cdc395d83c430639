package selective

import (
	"bytes"
	"encoding/json"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
)

// limits are the numbers in limits.json: the prompt tells them, the rules hold
// to them.
type limits struct {
	Importance   int    `json:"importance"`    // least that is kept
	Asked        int    `json:"asked"`         // least of what the user asks to remember
	Content      int    `json:"content"`       // least length
	Tags         int    `json:"tags"`          // most
	ContextWords int    `json:"context_words"` // most words of source_context
	LongContext  string `json:"long_context"`  // refuse the entry, or truncate the context
	Most         int    `json:"most"`          // entries of one chunk
}

func readLimits(t extract.Texts) (limits, error) {
	var l limits
	d := json.NewDecoder(bytes.NewReader([]byte(t.Get("limits.json"))))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return l, souvenir.Errorf(souvenir.Invalid, "The text limits.json of the style selective cannot be read: %v", err)
	}
	return l, l.check()
}

func (l limits) check() error {
	if l.LongContext != "refuse" && l.LongContext != "truncate" {
		return souvenir.Errorf(souvenir.Invalid, "long_context in limits.json of the style selective is %q; it must be refuse or truncate.", l.LongContext)
	}
	for name, n := range map[string]int{"importance": l.Importance, "asked": l.Asked, "tags": l.Tags, "context_words": l.ContextWords, "most": l.Most} {
		if n < 1 {
			return souvenir.Errorf(souvenir.Invalid, "%s in limits.json of the style selective is %d; it must be at least 1.", name, n)
		}
	}
	return nil
}
