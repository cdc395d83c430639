package engine

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract/analysis"
)

// RunAnalysis looks every few minutes for conversations that are due to be
// analysed, until ctx is done.
func (e *Engine) RunAnalysis(ctx context.Context) error {
	tick := time.NewTicker(analysis.SweepEvery)
	defer tick.Stop()
	var swept time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if e.model == nil || !e.settings().AutoAnalysis {
				continue
			}
			var err error
			if swept, err = e.sweep(ctx, swept); err != nil && ctx.Err() == nil {
				e.log.ErrorContext(ctx, "no look for conversations to analyse", "error", err)
			}
		}
	}
}

// sweep enqueues what is due. It gives the time when quiet conversations were
// last looked for.
func (e *Engine) sweep(ctx context.Context, swept time.Time) (time.Time, error) {
	now := e.now()
	active, err := e.store.Activities(ctx, now.Add(-7*24*time.Hour))
	if err != nil {
		return swept, err
	}
	for _, a := range active {
		due, why := analysis.Due(analysis.Activity{
			Tokens: int(a.Bytes / 4), Fresh: int(a.Fresh / 4), LastMessage: a.LastMessage, LastAnalysis: a.LastAnalysis, LastSweep: swept,
		}, now)
		if !due {
			continue
		}
		j := souvenir.Job{Kind: souvenir.AutoAnalyze, Tenant: a.Scope.Tenant, User: a.Scope.User, Conversation: a.Scope.Conversation, Styles: []string{whole}}
		if j, err = e.store.Enqueue(ctx, j); err != nil {
			return swept, err
		}
		e.log.InfoContext(ctx, "analysis due", "job", j.ID, "why", why)
		e.wake()
	}
	if swept.IsZero() || now.Sub(swept) >= analysis.SweepCooldown {
		swept = now
	}
	return swept, nil
}
