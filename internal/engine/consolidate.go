package engine

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/consolidate"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// Consolidate merges what became redundant: of memories that say the same, one
// takes the place of the others. A user of whom nothing changed since the last
// time is not looked at again, so a pass that was interrupted goes on where it was.
func (e *Engine) Consolidate(ctx context.Context, in *struct{ Body souvenir.ConsolidateRequest }) (*Answer[souvenir.Consolidation], error) {
	who, err := e.everyone(ctx, in.Body.User)
	if err != nil {
		return nil, err
	}
	out := &Answer[souvenir.Consolidation]{souvenir.Consolidation{DryRun: in.Body.DryRun, Merges: []souvenir.Merge{}}}
	for _, sc := range who {
		if err := e.consolidate(ctx, sc, in.Body, by(ctx), &out.Body); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (e *Engine) consolidate(ctx context.Context, sc souvenir.Scope, in souvenir.ConsolidateRequest, by string, out *souvenir.Consolidation) error {
	mark := "consolidation." + store.Owner(sc.Tenant, sc.User)
	newest, err := e.store.NewestChange(ctx, sc.Tenant, sc.User)
	if err != nil {
		return err
	}
	before, _, err := e.store.Setting(ctx, mark)
	if err != nil {
		return err
	}
	if before == strconv.FormatInt(newest, 10) && !in.Again {
		out.Skipped++
		return nil
	}
	l, err := e.lookAt(ctx, sc)
	if err != nil {
		return err
	}
	out.Users++
	for _, g := range consolidate.Plan(l.memories, l.related) {
		if !in.DryRun {
			err := e.mergeGroup(ctx, sc.Tenant, l.memories, g, by)
			if errors.Is(err, store.ErrStale) {
				continue // somebody changed it meanwhile; the next pass sees it as it is then
			}
			if err != nil {
				return err
			}
		}
		out.Merges = append(out.Merges, mergeOf(l.memories, g))
	}
	if in.DryRun || !l.whole {
		return nil
	}
	if newest, err = e.store.NewestChange(ctx, sc.Tenant, sc.User); err != nil {
		return err
	}
	return e.store.SetSetting(ctx, mark, strconv.FormatInt(newest, 10))
}

func (e *Engine) mergeGroup(ctx context.Context, tenant string, ms []souvenir.Memory, g consolidate.Group, by string) error {
	var others []souvenir.Memory
	var reasons []string
	for _, o := range g.Others {
		others, reasons = append(others, ms[o.At]), append(reasons, o.Why)
	}
	return e.store.Merge(ctx, tenant, ms[g.Keeper], others, reasons, souvenir.Cause{By: by, Style: "consolidation"}, consolidate.Merged)
}

func mergeOf(ms []souvenir.Memory, g consolidate.Group) souvenir.Merge {
	keeper := ms[g.Keeper]
	m := souvenir.Merge{User: keeper.User, Keeper: keeper.ID, Says: keeper.Content, Others: []souvenir.Merged{}}
	for _, o := range g.Others {
		m.Others = append(m.Others, souvenir.Merged{Memory: ms[o.At].ID, Says: ms[o.At].Content, Why: o.Why, Cosine: o.Similarity})
	}
	return m
}

// RunConsolidation consolidates everybody's memories once a day, where that is
// asked for, until ctx is done.
func (e *Engine) RunConsolidation(ctx context.Context) error {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if err := e.consolidateDaily(ctx); err != nil && ctx.Err() == nil {
				e.log.ErrorContext(ctx, "memories not consolidated", "error", err)
			}
		}
	}
}

// consolidateDaily does a pass if the last one is a day ago.
func (e *Engine) consolidateDaily(ctx context.Context) error {
	const last = "consolidation.at"
	if !e.settings().Consolidation {
		return nil
	}
	text, _, err := e.store.Setting(ctx, last)
	if err != nil {
		return err
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil && e.now().Sub(at) < 24*time.Hour {
		return nil
	}
	who, err := e.store.Remembered(ctx)
	if err != nil {
		return err
	}
	out := souvenir.Consolidation{}
	for _, sc := range who {
		err := e.sparing(ctx, func() error { return e.consolidate(ctx, sc, souvenir.ConsolidateRequest{}, "", &out) })
		if err != nil {
			return err
		}
	}
	e.log.InfoContext(ctx, "memories consolidated", "users", out.Users, "merges", len(out.Merges))
	return e.store.SetSetting(ctx, last, e.now().Format(time.RFC3339))
}
