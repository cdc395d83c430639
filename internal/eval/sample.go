package eval

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Sample is a past, and what is asked about it.
type Sample struct {
	User      string
	Talks     []Talk // in the order in which they were held
	Questions []Question
}

// Talk is one conversation of a past.
type Talk struct {
	Conversation string
	souvenir.Talk
}

// Question is one thing to ask, with what should be found.
type Question struct {
	ID       string
	Text     string
	Asked    string // when, as the data say it; empty means that they do not
	Group    string
	Apart    bool // counted by itself and not in the mean
	Answer   string
	Turns    []Place  // that hold the answer; nil means unknown
	Sessions []string // conversations that hold it; nil means unknown
	Strays   int      // labels that name no turn of the conversation
}

// Place is where something was said.
type Place struct{ Conversation, Message string }

// perTurn is how long it takes to say something, where only the beginning of a
// session has a time.
const perTurn = time.Minute

// add puts one more turn to a talk's end.
func (t *Talk) add(began time.Time, id string, role souvenir.Role, name, text string) {
	at := began.Add(time.Duration(len(t.Messages)) * perTurn)
	t.Messages = append(t.Messages, souvenir.Said{ID: id, Role: role, Name: name, Content: text, At: at})
}

// answerOf reads an answer, which may be a text, a number, or a list of such.
func answerOf(raw json.RawMessage) string {
	var text string
	var list []json.RawMessage
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return ""
	case json.Unmarshal(raw, &text) == nil:
		return text
	case json.Unmarshal(raw, &list) == nil:
		var parts []string
		for _, one := range list {
			parts = append(parts, answerOf(one))
		}
		return strings.Join(parts, "; ")
	}
	return string(raw)
}

// parseTime reads a time in the first layout that fits.
func parseTime(text string, layouts ...string) (time.Time, error) {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, strings.TrimSpace(text)); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no date that we know", text)
}
