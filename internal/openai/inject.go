package openai

import "github.com/souvenir-memory/souvenir/internal/engine"

// stripped takes out what was once injected and came back with the history. made
// recognises a postfix of ours.
func (c *chatRequest) stripped(made func(string) bool) *chatRequest {
	if !engine.MayHoldInjected(c.body) {
		return c
	}
	var edits []edit
	for _, m := range c.messages {
		for _, at := range c.texts(m) {
			raw := at.of(c.body)
			if !engine.MayHoldInjected(raw) {
				continue
			}
			text := unquote(raw)
			if left := engine.StripInjected(m.role, text, made); left != text {
				edits = append(edits, edit{at, quote(left)})
			}
		}
	}
	if len(edits) == 0 {
		return c
	}
	return c.read(apply(c.body, edits))
}

// told is the request with a profile and a tail in their places.
func (c *chatRequest) told(place, profile, tail string) []byte {
	var edits []edit
	if place == "system" {
		profile, tail = joined(profile, tail), ""
	}
	if profile != "" {
		edits = append(edits, c.tellSystem(profile))
	}
	if at := c.last("user"); tail != "" && at >= 0 {
		edits = append(edits, c.add(c.messages[at], tail)...)
	}
	return apply(c.body, edits)
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// tellSystem adds to the first message if it is the system's, else puts one there.
func (c *chatRequest) tellSystem(text string) edit {
	if len(c.messages) > 0 && (c.messages[0].role == "system" || c.messages[0].role == "developer") {
		if edits := c.add(c.messages[0], text); len(edits) > 0 {
			return edits[0]
		}
	}
	return c.toldFirst(text)
}

// add puts a text at the end of a message: of its last text, or as a part of its own.
func (c *chatRequest) add(m message, text string) []edit {
	if texts := c.texts(m); len(texts) > 0 {
		return []edit{appended(texts[len(texts)-1], "\n\n"+text)}
	}
	if raw := m.content.of(c.body); len(raw) > 0 && raw[0] == '[' {
		return []edit{pushed(c.body, m.content, `{"type":`+quote(c.part)+`,"text":`+quote(text)+`}`)}
	}
	return nil
}
