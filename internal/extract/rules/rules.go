// Package rules extracts without any model: patterns read what users say about
// themselves. The patterns, the word lists and the reasons to keep quiet are
// data, in one directory per language; each rule has its tests beside it.
//
// A message is read in steps that can be looked at one by one: what nobody says
// in earnest (code, logs, quotations) is blanked out, the rest is cut into
// sentences and clauses, a clause is put into plain spelling, its time words
// are resolved, and the first rule that recognises the whole clause says what
// it means. What no rule recognises gives nothing.
package rules

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
)

// New gives the rules style. Each extra is a rule file like those in en/: its
// rules come before ours, its words and patterns are added to ours.
func New(extra ...[]byte) (extract.Style, error) {
	if len(extra) == 0 {
		return style(builtin), nil
	}
	b, err := load(extra)
	if err != nil {
		return extract.Style{}, fmt.Errorf("rules: %w", err)
	}
	return style(func() (*book, error) { return b, nil }), nil
}

// builtin is read on first use, because most programs that link us start
// without extracting anything.
var builtin = sync.OnceValues(func() (*book, error) { return load(nil) })

func style(open func() (*book, error)) extract.Style {
	return extract.Style{
		Name:  "rules",
		About: "Finds what users say about themselves by patterns, without any model.",
		Reads: extract.ReadsUser,
		LooksBack: func(m souvenir.Message) bool {
			b, err := open()
			return err == nil && b.corrects(m.Content)
		},
		Turns: 4, // it reads message by message; small jobs let others in between
		Propose: func(ctx context.Context, w souvenir.Window) (extract.Findings, bool, error) {
			b, err := open()
			if err != nil {
				return extract.Findings{}, false, err
			}
			found, err := b.propose(ctx, w)
			return extract.Findings{Candidates: found}, true, err
		},
	}
}

// propose reads the user's messages one by one. What is said twice is proposed
// once, with both places as evidence.
func (b *book) propose(ctx context.Context, w souvenir.Window) ([]souvenir.Candidate, error) {
	var all []souvenir.Candidate
	seen := map[string]int{}
	e := ear{b, w.Agent.Name, map[string][]heard{}}
	for _, m := range w.Before {
		e.read(m, speaker(m, w))
	}
	for _, m := range w.Messages {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if m.Role != souvenir.User {
			continue
		}
		told, gone := e.read(m, speaker(m, w))
		if i, ok := seen[gone]; ok {
			all[i].Content = "" // somebody else's place in the list stays
			delete(seen, gone)
		}
		for _, c := range told {
			if i, ok := seen[c.Content]; ok {
				all[i].Evidence = append(all[i].Evidence, c.Evidence...)
				continue
			}
			seen[c.Content] = len(all)
			all = append(all, c)
		}
	}
	return slices.DeleteFunc(all, func(c souvenir.Candidate) bool { return c.Content == "" }), nil
}

// speaker is the name to write instead of "User": only group chats have one.
// What another participant says of themselves must not become the user's own.
func speaker(m souvenir.Message, w souvenir.Window) string {
	if len(w.Participants) == 0 {
		return ""
	}
	return m.Name
}
