package engine

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/audit"
	"github.com/souvenir-memory/souvenir/internal/reconcile"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// AuditWanted asks what is wrong with the memories of a user, or of everybody.
type AuditWanted struct {
	User  string `query:"user" doc:"Whose memory; everybody's when absent."`
	Limit int    `query:"limit" default:"500" minimum:"1" maximum:"100000" doc:"Findings that are listed; all are counted."`
}

// Audit reports junk, duplicates, contradictions, and what is stale, unfounded or
// looped, each with its evidence and the reason.
func (e *Engine) Audit(ctx context.Context, in *AuditWanted) (*Answer[souvenir.Audit], error) {
	who, err := e.everyone(ctx, in.User)
	if err != nil {
		return nil, err
	}
	a := souvenir.Audit{User: in.User, At: e.now(), Findings: []souvenir.Finding{}}
	importance := map[string]int64{}
	var found []souvenir.Finding
	for _, sc := range who {
		l, err := e.lookAt(ctx, sc)
		if err != nil {
			return nil, err
		}
		a.Memories += len(l.memories)
		found = append(found, audit.Look(l.input(e))...)
		for _, m := range l.memories {
			if m.Importance != nil {
				importance[strconv.Itoa(*m.Importance)]++
			}
		}
	}
	a.Checks = audit.Sum(found, a.Memories)
	a.Findings = append(a.Findings, found[:min(len(found), in.Limit)]...)
	a.Calibration, err = e.calibrationOf(ctx, who, importance)
	return &Answer[souvenir.Audit]{a}, err
}

// everyone is the user who was named, or all whom the caller may act for.
func (e *Engine) everyone(ctx context.Context, user string) ([]souvenir.Scope, error) {
	if user != "" {
		sc, err := e.scope(ctx, user)
		return []souvenir.Scope{sc}, err
	}
	us, err := e.store.Users(ctx, caller(ctx).Tenant)
	var out []souvenir.Scope
	for _, u := range us {
		if caller(ctx).MayActFor(u.User) {
			out = append(out, souvenir.Scope{Tenant: caller(ctx).Tenant, User: u.User})
		}
	}
	return out, err
}

// calibrationOf says whether extraction keeps its measure, as far as it concerns
// some users. How many windows were empty is known of the tenant only.
func (e *Engine) calibrationOf(ctx context.Context, who []souvenir.Scope, importance map[string]int64) (souvenir.Calibration, error) {
	us, err := e.store.Users(ctx, caller(ctx).Tenant)
	if err != nil {
		return souvenir.Calibration{}, err
	}
	us = slices.DeleteFunc(us, func(u souvenir.UserSummary) bool {
		return !slices.ContainsFunc(who, func(sc souvenir.Scope) bool { return sc.User == u.User })
	})
	tallies, err := e.store.Tallies(ctx, caller(ctx).Tenant, e.now().Add(-30*24*time.Hour))
	return calibration(souvenir.Stats{Styles: byStyle(tallies)}, importance, us), err
}

// looked is what there is of a user to be audited or consolidated.
type looked struct {
	memories []souvenir.Memory
	related  []reconcile.Related
	said     map[string][]saidIn // by the id of the message
	whole    bool                // every memory has its vector, so that nothing near was missed
}

type saidIn struct{ conversation, text string }

// nearest is how many neighbours of a memory are compared with it.
const nearest = 6

// lookAt reads a user's memories and compares those that are near each other.
func (e *Engine) lookAt(ctx context.Context, sc souvenir.Scope) (looked, error) {
	active, err := e.store.Active(ctx, sc.Tenant, sc.User)
	if err != nil {
		return looked{}, err
	}
	near, embedded, err := e.store.CloseTo(ctx, sc, e.embedder.Name(), active, nearest, reconcile.Similar)
	if err != nil {
		return looked{}, err
	}
	l := looked{memories: active.Memories, whole: embedded == len(active.Memories)}
	read := reconcile.ReadAll(l.memories)
	l.related = read.Relate(pairsOf(near, read.Rivals()))
	l.said, err = e.saidOf(ctx, sc, l.memories)
	return l, err
}

// pairsOf are the pairs that are near, and those that are rivals besides.
func pairsOf(near []store.Close, rivals []reconcile.Pair) []reconcile.Pair {
	out := make([]reconcile.Pair, 0, len(near)+len(rivals))
	known := make(map[[2]int]bool, len(near))
	for _, c := range near {
		known[[2]int{c.A, c.B}] = true
		out = append(out, reconcile.Pair{A: c.A, B: c.B, Similarity: c.Cosine})
	}
	for _, r := range rivals {
		if !known[[2]int{min(r.A, r.B), max(r.A, r.B)}] {
			out = append(out, r)
		}
	}
	return out
}

// saidOf finds the messages that memories rest on.
func (e *Engine) saidOf(ctx context.Context, sc souvenir.Scope, ms []souvenir.Memory) (map[string][]saidIn, error) {
	wanted := map[string]bool{}
	for _, m := range ms {
		for _, ev := range m.Evidence {
			wanted[ev.Message] = true
		}
	}
	out := map[string][]saidIn{}
	if len(wanted) == 0 {
		return out, nil
	}
	return out, e.store.EachSaid(ctx, sc.Tenant, sc.User, func(conversation, id, text string) {
		if wanted[id] {
			out[id] = append(out[id], saidIn{conversation, text})
		}
	})
}

// input is what the checks look at.
func (l looked) input(e *Engine) audit.Input {
	const others = 20 // messages of the same id in other conversations
	return audit.Input{Memories: l.memories, Related: l.related, Now: e.now(), Forget: e.settings().Forgetting, Said: func(m souvenir.Memory, message string) []string {
		var own, elsewhere []string
		for _, s := range l.said[message] {
			switch {
			case s.conversation == m.Conversation:
				own = append(own, s.text)
			case len(elsewhere) < others:
				elsewhere = append(elsewhere, s.text)
			}
		}
		return append(own, elsewhere...)
	}}
}
