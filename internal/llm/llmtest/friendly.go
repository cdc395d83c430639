package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Friendly is a fallback for people who try without a model: it says back what
// it is told, and finds nothing where it is to extract.
func Friendly(r Request) Reply {
	switch {
	case len(r.Tools) > 0:
		return Call(Blank(r.Tools[0].Function.Parameters))
	case r.Format != nil:
		return Say(Blank(r.format().JSONSchema.Schema))
	}
	said, _, _ := strings.Cut(r.lastSaid(), "\n\n<memory ") // what Souvenir adds was not said
	return Say("I am llmtest, which stands in for a model. You said: " + said)
}

// scripted is a reply as people write it, with times such as 2s.
type scripted struct {
	Reply
	Delay string `json:"delay"`
	Pace  string `json:"pace"`
}

// ReadScript reads a JSON list of replies.
func ReadScript(r io.Reader) ([]Reply, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields() // or a slip of the pen would be an empty reply
	var list []scripted
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("read script: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read script: there is something after the list")
	}
	var out []Reply
	for i, s := range list {
		reply, err := s.reply()
		if err != nil {
			return nil, fmt.Errorf("reply %d of the script: %w", i+1, err)
		}
		out = append(out, reply)
	}
	return out, nil
}

func (s scripted) reply() (r Reply, err error) {
	r = s.Reply
	if r.Delay, err = duration(s.Delay); err != nil {
		return r, err
	}
	if r.Pace, err = duration(s.Pace); err != nil {
		return r, err
	}
	return r, r.Fault.check()
}

func duration(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	return time.ParseDuration(text)
}
