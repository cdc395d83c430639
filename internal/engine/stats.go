package engine

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// StatsWanted asks for the numbers since a time.
type StatsWanted struct {
	Days int `query:"days" default:"30" minimum:"1" maximum:"3650" doc:"How far back calls, tokens and windows are counted."`
}

// Stats counts what there is, what it cost, and whether extraction keeps its measure.
func (e *Engine) Stats(ctx context.Context, in *StatsWanted) (*Answer[souvenir.Stats], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	tenant := caller(ctx).Tenant
	out := &Answer[souvenir.Stats]{}
	var err error
	if out.Body.Counts, err = e.store.Count(ctx, tenant); err != nil {
		return nil, err
	}
	tallies, err := e.store.Tallies(ctx, tenant, e.now().Add(-time.Duration(in.Days)*24*time.Hour))
	if err != nil {
		return nil, err
	}
	out.Body.Styles = byStyle(tallies)
	importance, err := e.store.Importance(ctx, tenant)
	if err != nil {
		return nil, err
	}
	conversations, err := e.store.Users(ctx, tenant)
	out.Body.Calibration = calibration(out.Body, importance, conversations)
	return out, err
}

func byStyle(ts []souvenir.Tally) []souvenir.StyleStats {
	out := []souvenir.StyleStats{}
	for _, t := range ts {
		if n := len(out); n == 0 || out[n-1].Style != t.Style || out[n-1].Model != t.Model {
			out = append(out, souvenir.StyleStats{Style: t.Style, Model: t.Model, Counts: map[string]int64{}})
		}
		out[len(out)-1].Counts[t.What] = t.N
	}
	return out
}

func calibration(s souvenir.Stats, importance map[string]int64, users []souvenir.UserSummary) souvenir.Calibration {
	c := souvenir.Calibration{Importance: importance, Warnings: []string{}}
	var conversations, memories, windows, empty, all, high int64
	for _, u := range users {
		conversations += u.Conversations
		memories += u.Memories
	}
	for _, style := range s.Styles {
		windows += style.Counts[souvenir.Windows]
		empty += style.Counts[souvenir.EmptyWindows]
	}
	for level, n := range importance {
		all += n
		if l, _ := strconv.Atoi(level); l >= 8 {
			high += n
		}
	}
	c.EntriesPerConversation, c.EmptyShare, c.HighShare = share(memories, conversations), share(empty, windows), share(high, all)
	if c.HighShare > souvenir.InflatedShare {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%.0f%% of the memories with an importance have 8 or more; above %.0f%% a style thinks too much of what it finds.", 100*c.HighShare, 100*souvenir.InflatedShare))
	}
	return c
}

func share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
