package openai

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// wishes are what a caller asks of us beside the chat.
type wishes struct{ memory, tools wish }

// wish is on, off, or left to the settings.
type wish string

func (w wish) on() bool  { return w == "on" }
func (w wish) off() bool { return w == "off" }

// wishesOf reads them, or says what is wrong: nobody's memory is on because of a
// misspelling.
func wishesOf(r *http.Request, c *chatRequest) (wishes, error) {
	header, err := wishOf("The header X-Souvenir-Memory", r.Header.Get("X-Souvenir-Memory"))
	if err != nil {
		return wishes{}, err
	}
	field, err := c.wish("memory")
	if err != nil {
		return wishes{}, err
	}
	tools, err := wishOf("The header X-Souvenir-Tools", r.Header.Get("X-Souvenir-Tools"))
	if header.off() {
		field = header // either is enough
	}
	return wishes{memory: cmp.Or(field, header), tools: tools}, err
}

// wish is a field that is none of OpenAI's.
func (c *chatRequest) wish(name string) (wish, error) {
	f, ok := c.fields[name]
	if !ok {
		return "", nil
	}
	raw := string(f.value.of(c.body))
	var text string
	if json.Unmarshal([]byte(raw), &text) == nil && text != "" {
		return wishOf("\""+name+"\"", text)
	}
	if raw == "null" {
		return "", nil
	}
	return wishOf("\""+name+"\"", raw)
}

func wishOf(what, value string) (wish, error) {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "":
		return "", nil
	case "on", "true", "yes", "1":
		return "on", nil
	case "off", "false", "no", "0":
		return "off", nil
	}
	return "", fmt.Errorf("%s is %.40s. It can be true or false, on or off", what, value)
}
