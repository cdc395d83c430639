package engine

import (
	"context"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/audit"
	"github.com/souvenir-memory/souvenir/internal/consolidate"
	"github.com/souvenir-memory/souvenir/internal/reconcile"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// FixAudit does what an audit proposes, or only says what it would do. Junk ends,
// duplicates are merged, and about the rest a person decides. Nothing is deleted:
// all of it is in the history and can be undone.
func (e *Engine) FixAudit(ctx context.Context, in *struct{ Body souvenir.AuditFix }) (*Answer[souvenir.AuditFixed], error) {
	for _, c := range in.Body.Checks {
		if !slices.Contains(souvenir.AuditChecks, c) {
			return nil, souvenir.Errorf(souvenir.Invalid, "There is no check %q; there are %v.", c, souvenir.AuditChecks)
		}
	}
	who, err := e.everyone(ctx, in.Body.User)
	if err != nil {
		return nil, err
	}
	f := fixing{Engine: e, wanted: in.Body, out: souvenir.AuditFixed{
		DryRun: in.Body.DryRun, Done: map[souvenir.Fix]int64{}, Items: []souvenir.Finding{}, Failed: []souvenir.Unsettled{},
	}}
	for _, sc := range who {
		if err := f.user(ctx, sc); err != nil {
			return nil, err
		}
	}
	return &Answer[souvenir.AuditFixed]{f.out}, nil
}

// fixing is the mending of what audits found.
type fixing struct {
	*Engine
	wanted souvenir.AuditFix
	out    souvenir.AuditFixed
}

// precedence orders what is done to a memory with which several things are wrong.
var precedence = map[souvenir.Fix]int{souvenir.FixEnd: 0, souvenir.FixExpire: 1, souvenir.FixMerge: 2, souvenir.FixReview: 3}

func (f *fixing) user(ctx context.Context, sc souvenir.Scope) error {
	l, err := f.lookAt(ctx, sc)
	if err != nil {
		return err
	}
	found := slices.DeleteFunc(audit.Look(l.input(f.Engine)), func(x souvenir.Finding) bool {
		return x.Fix == souvenir.FixNone || len(f.wanted.Checks) > 0 && !slices.Contains(f.wanted.Checks, x.Check)
	})
	slices.SortStableFunc(found, func(a, b souvenir.Finding) int { return precedence[a.Fix] - precedence[b.Fix] })
	done := f.merge(ctx, sc, l, found)
	for _, x := range found {
		if done[x.Memory] || x.Fix == souvenir.FixMerge {
			continue
		}
		if done[x.Memory] = true; f.wanted.DryRun {
			f.note(x)
			continue
		}
		if err := f.mend(ctx, sc.Tenant, x); err != nil {
			f.out.Failed = append(f.out.Failed, souvenir.Unsettled{ID: x.Memory, Reason: err.Error()})
			continue
		}
		f.note(x)
	}
	return nil
}

func (f *fixing) note(x souvenir.Finding) {
	f.out.Done[x.Fix]++
	f.out.Items = append(f.out.Items, x)
}

// merge lets one of those that say the same take the place of the others. What
// ends anyhow is not merged with anything.
func (f *fixing) merge(ctx context.Context, sc souvenir.Scope, l looked, found []souvenir.Finding) (done map[string]bool) {
	done, ends := map[string]bool{}, map[string]bool{}
	merges := false
	for _, x := range found {
		ends[x.Memory] = ends[x.Memory] || x.Fix == souvenir.FixEnd || x.Fix == souvenir.FixExpire
		merges = merges || x.Fix == souvenir.FixMerge
	}
	if !merges {
		return done
	}
	var related []reconcile.Related
	for _, r := range l.related {
		if !ends[l.memories[r.Older].ID] && !ends[l.memories[r.Newer].ID] {
			related = append(related, r)
		}
	}
	for _, g := range consolidate.Plan(l.memories, related) {
		if !f.wanted.DryRun {
			if err := f.mergeGroup(ctx, sc.Tenant, l.memories, g, by(ctx)); err != nil {
				f.out.Failed = append(f.out.Failed, souvenir.Unsettled{ID: l.memories[g.Keeper].ID, Reason: err.Error()})
				continue
			}
		}
		keeper := l.memories[g.Keeper]
		for _, o := range g.Others {
			m := l.memories[o.At]
			done[m.ID] = true
			f.note(souvenir.Finding{Check: souvenir.Duplicates, Rule: "merge", User: m.User, Memory: m.ID, Content: m.Content, Evidence: m.Evidence,
				Other: keeper.ID, Than: keeper.Content, Why: o.Why, Fix: souvenir.FixMerge})
		}
	}
	return done
}

// mend ends a memory, or lets it wait for a person.
func (f *fixing) mend(ctx context.Context, tenant string, x souvenir.Finding) error {
	why := "Audit, " + x.Check + ", " + x.Rule + ": " + x.Why
	cause := souvenir.Cause{By: by(ctx), Style: "audit", Reason: why}
	switch x.Fix {
	case souvenir.FixEnd, souvenir.FixExpire:
		operation, as := "delete", souvenir.Deleted
		if x.Fix == souvenir.FixExpire {
			operation, as = "expire", souvenir.Expired
		}
		_, err := f.store.End(ctx, tenant, operation, as, []store.Ending{{Memory: x.Memory, Reason: why}}, cause)
		return err
	}
	cause.Reason = "Waits for review: " + why + "."
	_, err := f.store.Edit(ctx, tenant, x.Memory, "hold", cause, func(m *souvenir.Memory) error {
		if m.Status != souvenir.Active {
			return souvenir.Errorf(souvenir.Conflict, "It is %s by now.", m.Status)
		}
		m.Status = souvenir.Waiting
		return nil
	})
	return err
}
