package scoped

import (
	"net/url"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
)

// source is what the model is told of a text. What nobody knows stays empty.
type source struct{ Text, URL, Platform, Timestamp string }

func about(w souvenir.Window) source {
	s := source{Text: transcript(w.Messages), URL: oneLine(w.URL), Platform: oneLine(w.Source)}
	if at := lastSaid(w); !at.IsZero() {
		s.Timestamp = at.UTC().Format(time.RFC3339)
	}
	return s
}

// lastSaid is when the text ends: work may be done long after it.
func lastSaid(w souvenir.Window) time.Time {
	for i := len(w.Messages) - 1; i >= 0; i-- {
		if at := w.Messages[i].At; !at.IsZero() {
			return at
		}
	}
	return w.Now
}

var speakers = map[souvenir.Role]string{souvenir.User: "User", souvenir.Assistant: "Assistant", souvenir.Page: "Page"}

func transcript(ms []souvenir.Message) string {
	return extract.Transcript(ms, func(_ int, m souvenir.Message) string {
		who := speakers[m.Role]
		if name := oneLine(m.Name); name != "" {
			who += " (" + name + ")"
		}
		return who + ": "
	})
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// site is the host of an address; empty if it has none.
func site(address string) string {
	address = strings.TrimSpace(address)
	if !strings.Contains(address, "://") {
		address = "//" + address
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
}
