package openai

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// wishes are what a caller asks of us beside the chat.
type wishes struct{ memory, tools, explain, incremental wish }

// wish is on, off, or left to the settings.
type wish string

func (w wish) on() bool  { return w == "on" }
func (w wish) off() bool { return w == "off" }

// wishesOf reads them, or says what is wrong: nobody's memory is on because of a
// misspelling.
func wishesOf(r *http.Request, c *chatRequest) (w wishes, err error) {
	for header, to := range map[string]*wish{"Memory": &w.memory, "Tools": &w.tools, "Explain": &w.explain, "Incremental": &w.incremental} {
		header = "X-Souvenir-" + header
		if *to, err = wishOf("The header "+header, r.Header.Get(header)); err != nil {
			return w, err
		}
	}
	field, err := c.wish("memory")
	if !w.memory.off() { // either is enough
		w.memory = cmp.Or(field, w.memory)
	}
	return w, err
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
