package engine

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// fadeEvery is how often it is looked for what time has ended, and fadeBatch how
// much of it ends in one transaction.
const (
	fadeEvery = time.Hour
	fadeBatch = 200
)

// RunForgetting ends, once an hour, what time has ended, until ctx is done.
func (e *Engine) RunForgetting(ctx context.Context) error {
	next := time.NewTimer(time.Minute)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-next.C:
			swept, err := e.fade(ctx, "", "", false)
			switch {
			case err != nil && ctx.Err() == nil:
				e.log.ErrorContext(ctx, "no look for what time has ended", "error", err)
			case len(swept.Memories) > 0 || swept.Topics > 0:
				e.log.InfoContext(ctx, "forgot what time has ended", "memories", len(swept.Memories), "topics", swept.Topics)
			}
			next.Reset(fadeEvery)
		}
	}
}

// Sweep ends what time has ended for a user, or tells what that is.
func (e *Engine) Sweep(ctx context.Context, in *struct {
	UserOf
	Body souvenir.Sweeping
}) (*Answer[souvenir.Swept], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	swept, err := e.fade(ctx, sc.Tenant, sc.User, in.Body.DryRun)
	return &Answer[souvenir.Swept]{swept}, err
}

// fade ends what time has ended for a user, or for everybody.
func (e *Engine) fade(ctx context.Context, tenant, user string, dry bool) (souvenir.Swept, error) {
	out := souvenir.Swept{Memories: []souvenir.Ended{}, DryRun: dry}
	policy, now := e.settings().Forgetting.WithDefaults(), e.now()
	w := store.Since{Tenant: tenant, User: user, Now: now, Session: now.Add(-policy.Session), Faded: now.Add(-policy.Life()), Limit: fadeBatch}
	for {
		batch, err := e.store.Fleeting(ctx, w)
		if err != nil {
			return out, err
		}
		ended, err := e.end(ctx, batch, now, dry)
		out.Memories = append(out.Memories, ended...)
		if err != nil {
			return out, err
		}
		if len(batch) < fadeBatch {
			break
		}
		w.After = batch[len(batch)-1].N
	}
	var err error
	out.Topics, err = e.store.ExpireTopics(ctx, tenant, user, dry)
	return out, err
}

// end ends those of a batch that are due. What was heard of again meanwhile stays.
func (e *Engine) end(ctx context.Context, batch []store.Fleeting, now time.Time, dry bool) (out []souvenir.Ended, err error) {
	policy := e.settings().Forgetting
	due := map[string][]store.Ending{} // by tenant
	why := map[string]string{}
	for _, f := range batch {
		reason := policy.Due(f.Memory, now, f.SessionOver)
		if reason == "" {
			continue
		}
		why[f.Memory.ID] = reason
		if dry {
			out = append(out, souvenir.Ended{Memory: f.Memory, Reason: reason})
			continue
		}
		due[f.Tenant] = append(due[f.Tenant], store.Ending{
			Memory: f.Memory.ID, Reason: reason, Still: func(m souvenir.Memory) bool { return policy.Due(m, now, f.SessionOver) != "" },
		})
	}
	for tenant, es := range due {
		ended, err := e.store.End(ctx, tenant, "expire", souvenir.Expired, es, souvenir.Cause{})
		for _, m := range ended {
			out = append(out, souvenir.Ended{Memory: m, Reason: why[m.ID]})
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}
