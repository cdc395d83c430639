package companion

import (
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter/defence"
	"github.com/souvenir-memory/souvenir/internal/immersion"
)

// Transcript is what the model reads: the messages and nothing else, in a group
// with the names of their speakers.
func Transcript(w souvenir.Window) string {
	return extract.Transcript(w.Messages, func(_ int, m souvenir.Message) string {
		if !defence.Group(w) {
			return ""
		}
		return immersion.OneLine(defence.Speaker(m, w)) + ": "
	})
}
