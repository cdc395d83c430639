// Package audit looks through the memories of a user for what is wrong with them:
// junk, duplicates, contradictions, what is stale or unfounded, and what a recall
// may have fed back. It takes values and returns values.
package audit

import (
	"fmt"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/forget"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/reconcile"
	"github.com/souvenir-memory/souvenir/internal/reconcile/sense"
)

// Input is what is looked at.
type Input struct {
	Memories []souvenir.Memory   // the active ones of a user
	Related  []reconcile.Related // what pairs of them are to each other
	Now      time.Time
	Forget   forget.Policy

	// Said gives the messages that a piece of evidence may mean: those with its id,
	// of the memory's own conversation first.
	Said func(m souvenir.Memory, message string) []string
}

// Look finds what is wrong, memory by memory.
func Look(in Input) []souvenir.Finding {
	var out []souvenir.Finding
	add := func(f souvenir.Finding, found bool) {
		if found {
			out = append(out, f)
		}
	}
	for _, m := range in.Memories {
		add(junk(m))
		add(in.stale(m))
		add(in.unfounded(m))
		add(in.loop(m))
	}
	for _, r := range in.Related {
		add(in.related(r))
	}
	for i, f := range out {
		if f.Fix == "" {
			out[i].Fix = souvenir.FixReview
		}
	}
	return out
}

// finding is about a memory. What is protected is reported and left alone.
func finding(check, rule string, m souvenir.Memory, why string, fix souvenir.Fix) souvenir.Finding {
	if forget.Protected(m) {
		fix = souvenir.FixNone
	}
	return souvenir.Finding{Check: check, Rule: rule, User: m.User, Memory: m.ID, Content: m.Content, Evidence: m.Evidence, Why: why, Fix: fix}
}

func (in Input) stale(m souvenir.Memory) (souvenir.Finding, bool) {
	rule := "decayed"
	if m.ExpiresAt != nil {
		rule = "expired"
	}
	why := in.Forget.Due(m, in.Now, false)
	return finding(souvenir.Stale, rule, m, why, souvenir.FixExpire), why != ""
}

// unfounded says that nobody can be seen to have said it. What somebody stated
// outright needs no message.
func (in Input) unfounded(m souvenir.Memory) (souvenir.Finding, bool) {
	if m.Origin != souvenir.Implicit {
		return souvenir.Finding{}, false
	}
	if len(m.Evidence) == 0 {
		return finding(souvenir.Unfounded, "no evidence", m, "nothing says where it comes from", souvenir.FixReview), true
	}
	gone := 0
	for _, e := range m.Evidence {
		switch said := in.Said(m, e.Message); {
		case len(said) == 0:
			gone++
		case e.Quote == "" || holds(said, e.Quote):
			return souvenir.Finding{}, false
		}
	}
	if gone == len(m.Evidence) {
		return finding(souvenir.Unfounded, "message gone", m, "the message that it came from is not there any more", souvenir.FixReview), true
	}
	return finding(souvenir.Unfounded, "quote gone", m, "the message that it came from does not say what is quoted", souvenir.FixReview), true
}

func holds(said []string, quote string) bool {
	for _, text := range said {
		if filter.Quoted(text, quote) {
			return true
		}
	}
	return false
}

// often is how many recalls are a lot for something that nobody ever confirmed.
const often = 50

// loop finds what a recall may have put into the chat from which it was learnt,
// and what is recalled again and again on the strength of one mention.
func (in Input) loop(m souvenir.Memory) (souvenir.Finding, bool) {
	if m.Origin != souvenir.Implicit {
		return souvenir.Finding{}, false
	}
	for _, e := range m.Evidence {
		for _, text := range in.Said(m, e.Message) {
			if own := inject.Strip(text); own != text && e.Quote != "" && filter.Quoted(text, e.Quote) && !filter.Quoted(own, e.Quote) {
				return finding(souvenir.Loops, "injected", m, "it was learnt from what a recall had put into the message", souvenir.FixReview), true
			}
		}
	}
	if m.RecallCount >= often && m.Confirmations <= 1 {
		return finding(souvenir.Loops, "never confirmed", m, fmt.Sprintf("it was recalled %d times and never said again", m.RecallCount), souvenir.FixReview), true
	}
	return souvenir.Finding{}, false
}

// alike is the cosine from which two count as duplicates of which the rules cannot
// tell what they are to each other.
const alike = 0.95

// related makes a finding of two memories, about the one that should give way.
func (in Input) related(r reconcile.Related) (souvenir.Finding, bool) {
	old, fresh := in.Memories[r.Older], in.Memories[r.Newer]
	less, more := old, fresh
	var f souvenir.Finding
	switch {
	case r.Relation == sense.Contradicts:
		f = finding(souvenir.Contradictions, r.Guard, old, "something newer says otherwise ("+r.Guard+")", souvenir.FixReview)
	case r.Relation == sense.Same:
		f = finding(souvenir.Duplicates, "same", old, "another memory says the same", souvenir.FixMerge)
	case r.Relation == sense.Refines:
		f = finding(souvenir.Duplicates, "says less", old, "another memory says this and more", souvenir.FixMerge)
	case r.Relation == sense.Covered:
		less, more = fresh, old
		f = finding(souvenir.Duplicates, "says less", less, "another memory says this and more", souvenir.FixMerge)
	case r.Relation == sense.Doubtful && r.Guard == "negation" && r.Similarity >= reconcile.Similar: // whatever it is, it is no duplicate
		f = finding(souvenir.Contradictions, r.Guard, old, "something newer may deny it", souvenir.FixReview)
	case r.Relation == sense.Doubtful && r.Similarity >= alike && r.Guard != "negation":
		f = finding(souvenir.Duplicates, "alike", old, "another memory is almost the same, word for word", souvenir.FixReview)
	default:
		return f, false
	}
	f.Other, f.Than = more.ID, more.Content
	if f.Fix == souvenir.FixNone && f.Rule == "same" && !forget.Protected(more) { // then the other one gives way
		f.Memory, f.Content, f.Evidence, f.Other, f.Than, f.Fix = more.ID, more.Content, more.Evidence, less.ID, less.Content, souvenir.FixMerge
	}
	return f, true
}

// Sum counts findings by check, of so many memories.
func Sum(findings []souvenir.Finding, memories int) []souvenir.AuditCheck {
	out := make([]souvenir.AuditCheck, len(souvenir.AuditChecks))
	for i, name := range souvenir.AuditChecks {
		c := souvenir.AuditCheck{Check: name, Rules: map[string]int64{}}
		concerned := map[string]bool{}
		for _, f := range findings {
			if f.Check == name {
				c.Findings++
				c.Rules[f.Rule]++
				concerned[f.Memory] = true
			}
		}
		if memories > 0 {
			c.Share = float64(len(concerned)) / float64(memories)
		}
		out[i] = c
	}
	return out
}
