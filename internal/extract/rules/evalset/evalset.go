// Package evalset measures a style on labelled messages: how much of what it
// proposes is right, and how much of what is there it finds.
package evalset

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
)

//go:embed everyday.jsonl
var everyday []byte

// Everyday is our own set: messages from ten everyday domains, half of which
// must give nothing.
func Everyday() io.Reader { return bytes.NewReader(everyday) }

// Case is one labelled message.
type Case struct {
	Domain  string    `json:"domain"`
	Kind    string    `json:"kind,omitempty"` // of a trap: greeting, question, request, hypothetical, ...
	Text    string    `json:"text"`
	At      time.Time `json:"at,omitzero"` // when it was said; 2026-03-05 10:00 UTC unless given
	HeldOut bool      `json:"held_out,omitempty"`
	Expect  []Expect  `json:"expect,omitempty"`
}

// Expect is a memory that should come out of a message: one content has all the
// words. An optional one is neither asked for nor held against the style.
type Expect struct {
	Words    []string `json:"words"` // "a|b" is either
	Type     string   `json:"type,omitempty"`
	Key      string   `json:"key,omitempty"`
	Optional bool     `json:"optional,omitempty"`
}

// Read reads labelled messages, one JSON object per line.
func Read(r io.Reader) ([]Case, error) {
	var all []Case
	s := bufio.NewScanner(r)
	s.Buffer(nil, 4<<20)
	for line := 1; s.Scan(); line++ {
		if len(bytes.TrimSpace(s.Bytes())) == 0 {
			continue
		}
		var c Case
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		all = append(all, c)
	}
	return all, s.Err()
}

// Score runs the style on the messages, each in a window of its own with an
// agent named Nova, and counts.
func Score(ctx context.Context, style extract.Style, cases []Case) (Report, error) {
	r := Report{Kinds: map[string]Count{}, Domains: map[string]Count{}}
	for _, c := range cases {
		got, err := extract.Run(ctx, style, extract.Kit{}, c.window())
		if err != nil {
			return Report{}, err
		}
		r.add(judge(c, got.Candidates))
	}
	return r, nil
}

var usual = time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)

func (c Case) window() souvenir.Window {
	at := c.At
	if at.IsZero() {
		at = usual
	}
	return souvenir.Window{
		Source:   "web",
		Agent:    souvenir.Agent{Name: "Nova"},
		Messages: []souvenir.Message{{ID: "m1", Role: souvenir.User, Content: c.Text, At: at}},
		Now:      at,
	}
}

// Report is what was measured.
type Report struct {
	Tuned   Count            `json:"tuned"`    // messages one may look at while writing rules
	HeldOut Count            `json:"held_out"` // messages one may not
	Kinds   map[string]Count `json:"kinds"`    // traps by kind
	Domains map[string]Count `json:"domains"`
	Misses  []Miss           `json:"misses,omitempty"`
}

// All counts both parts together.
func (r Report) All() Count { return r.Tuned.plus(r.HeldOut) }

// Miss is a message that was not read as labelled.
type Miss struct {
	Case   Case     `json:"case"`
	Wrong  []string `json:"wrong,omitempty"`  // proposed, not expected
	Missed []Expect `json:"missed,omitempty"` // expected, not proposed
}

// Count counts memories over messages.
type Count struct {
	Messages int `json:"messages"`
	Right    int `json:"right"`
	Wrong    int `json:"wrong"`
	Missed   int `json:"missed"`
	Optional int `json:"optional"` // proposed and tolerated
}

// Precision is how much of what was proposed is right.
func (c Count) Precision() float64 { return share(c.Right, c.Right+c.Wrong) }

// Recall is how much of what is there was proposed.
func (c Count) Recall() float64 { return share(c.Right, c.Right+c.Missed) }

func (c Count) String() string {
	return fmt.Sprintf("%d messages: precision %.3f, recall %.3f (%d right, %d wrong, %d missed, %d optional)",
		c.Messages, c.Precision(), c.Recall(), c.Right, c.Wrong, c.Missed, c.Optional)
}

func (c Count) plus(d Count) Count {
	return Count{c.Messages + d.Messages, c.Right + d.Right, c.Wrong + d.Wrong, c.Missed + d.Missed, c.Optional + d.Optional}
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

func (r *Report) add(m Miss, n Count) {
	part := &r.Tuned
	if m.Case.HeldOut {
		part = &r.HeldOut
	}
	*part = part.plus(n)
	kind := cmp.Or(m.Case.Kind, "fact")
	r.Kinds[kind] = r.Kinds[kind].plus(n)
	r.Domains[m.Case.Domain] = r.Domains[m.Case.Domain].plus(n)
	if n.Wrong+n.Missed > 0 {
		r.Misses = append(r.Misses, m)
	}
}
