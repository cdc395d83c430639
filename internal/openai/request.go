package openai

import "strings"

// chatRequest is a request for a chat as it was written, and what we look at in it.
type chatRequest struct {
	dialect
	body     []byte
	fields   map[string]field // nil where it is not what we know; it is then passed on
	messages []message
	wants    wishes
}

// message is one of a chat's messages.
type message struct {
	span
	role    string
	content span // empty where there is none
}

// readChat looks at a request to chat/completions.
func readChat(body []byte) *chatRequest { return completions.read(body) }

func (c *chatRequest) text(name string) string {
	f, ok := c.fields[name]
	if !ok {
		return ""
	}
	return unquote(f.value.of(c.body))
}

// metadata is what a caller notes at a chat.
func (c *chatRequest) metadata(names ...string) string {
	f, ok := c.fields["metadata"]
	if !ok {
		return ""
	}
	at := members(c.body, f.value)
	for _, name := range names {
		if v, ok := at[name]; ok {
			if text := unquote(v.value.of(c.body)); text != "" {
				return text
			}
		}
	}
	return ""
}

// said is the text of a message, of all its parts.
func (c *chatRequest) said(m message) string {
	var texts []string
	for _, at := range c.texts(m) {
		texts = append(texts, unquote(at.of(c.body)))
	}
	return strings.Join(texts, "\n")
}

// texts are where the texts of a message stand: its content, or parts of it.
func (c *chatRequest) texts(m message) []span {
	switch raw := m.content.of(c.body); {
	case len(raw) == 0:
		return nil
	case raw[0] == '"':
		return []span{m.content}
	}
	var out []span
	for _, part := range elements(c.body, m.content) {
		if f, ok := members(c.body, part)["text"]; ok && c.body[f.value.start] == '"' {
			out = append(out, f.value)
		}
	}
	return out
}

// begins is the beginning of what a message says, without reading the rest of it.
func (c *chatRequest) begins(m message) string {
	var texts []string
	for n, parts := 0, c.texts(m); len(parts) > 0 && n < longestBeginning; parts = parts[1:] {
		text := unquoteSome(parts[0].of(c.body), 8*longestBeginning)
		texts, n = append(texts, text), n+len(text)
	}
	return strings.Join(texts, "\n")
}

// last is the place of the last message of a role, or -1.
func (c *chatRequest) last(role string) int {
	for i := len(c.messages) - 1; i >= 0; i-- {
		if c.messages[i].role == role {
			return i
		}
	}
	return -1
}
