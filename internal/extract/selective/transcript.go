package selective

import (
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
)

var speakers = map[souvenir.Role]string{
	souvenir.User: "User", souvenir.Assistant: "Assistant", souvenir.Tool: "Tool", souvenir.Page: "Page",
}

// transcript is what the model reads: everybody, by role and by name if they
// have one.
func transcript(ms []souvenir.Message) string {
	return extract.Transcript(ms, func(_ int, m souvenir.Message) string {
		who := speakers[m.Role]
		if name := strings.Join(strings.Fields(m.Name), " "); name != "" {
			who += " (" + name + ")"
		}
		return who + ": "
	})
}
