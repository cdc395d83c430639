package persona

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// MessagesOf reads the messages out of a raw content: a JSON array of them, an
// object with such an array under messages, or else a text that the owner said.
// None means that there is nothing to read.
func MessagesOf(raw []byte) []souvenir.Message {
	text := strings.TrimSpace(strings.ToValidUTF8(string(raw), "\ufffd"))
	items, ok := listed(text)
	if !ok {
		items = []any{map[string]any{"content": text, "isOwner": true}}
	}
	var out []souvenir.Message
	for _, item := range items {
		if m := message(item); m.Content != "" {
			out = append(out, m)
		}
	}
	return out
}

func listed(text string) ([]any, bool) {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var v any
	if !json.Valid([]byte(text)) || d.Decode(&v) != nil {
		return nil, false
	}
	if o, ok := v.(map[string]any); ok {
		v = o["messages"]
	}
	items, ok := v.([]any)
	return items, ok
}

// message reads one message. Whoever is not said to be the owner is the partner.
func message(item any) souvenir.Message {
	o, ok := part(item, "content")
	if !ok {
		return souvenir.Message{}
	}
	return souvenir.Message{ID: o.Text("id", "messageId"), Role: role(o), Name: o.Text("name"), Content: o.Text("content", "text"), At: said(o)}
}

func role(o reply.Object) souvenir.Role {
	owns, given := field(o, "isOwner").(bool)
	named := souvenir.Role(strings.ToLower(o.Text("role")))
	switch {
	case owns:
		return souvenir.User
	case !given && slices.Contains(souvenir.Roles, named):
		return named
	}
	return souvenir.Assistant
}

// said is when a message was said: a date, or milliseconds since 1970. What is
// neither counts as unknown.
func said(o reply.Object) time.Time {
	names := []string{"timestamp", "at", "createdAt"}
	if ms, _, whole := o.Integer(names...); whole {
		return sensible(time.UnixMilli(int64(ms)))
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateTime, time.DateOnly} {
		if at, err := time.Parse(layout, o.Text(names...)); err == nil {
			return sensible(at)
		}
	}
	return time.Time{}
}

// sensible drops times that JSON and the databases cannot hold.
func sensible(at time.Time) time.Time {
	if at = at.UTC(); at.Year() < 1 || at.Year() > 9999 {
		return time.Time{}
	}
	return at
}
