package engine

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// ActivityWanted asks for so much of the past.
type ActivityWanted struct {
	Minutes int `query:"minutes" default:"60" minimum:"1" maximum:"1440"`
	Days    int `query:"days" default:"30" minimum:"1" maximum:"366"`
}

// lately is over which time a rate is told.
const lately = 5 * time.Minute

// Activity tells how much was done when, and what it cost.
func (e *Engine) Activity(ctx context.Context, in *ActivityWanted) (*Answer[souvenir.Activity], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	now, tenant, s := e.now(), caller(ctx).Tenant, e.settings()
	out := &Answer[souvenir.Activity]{souvenir.Activity{Budget: int64(s.DailyTokens), Priced: s.Price != souvenir.Price{}}}
	ended, err := e.store.JobsEnded(ctx, tenant, now.Add(-time.Duration(max(in.Minutes, int(lately.Minutes())))*time.Minute))
	if err != nil {
		return nil, err
	}
	spent, err := e.store.Spent(ctx, tenant, now.AddDate(0, 0, 1-in.Days))
	if err != nil {
		return nil, err
	}
	out.Body.Jobs, out.Body.Rate = byMinute(ended, now, in.Minutes)
	out.Body.Days = byDay(spent, now, in.Days, s.Price)
	return out, nil
}

// byMinute puts a row for every minute, and says how many ended per minute of late.
func byMinute(ended map[time.Time]souvenir.JobsEnded, now time.Time, minutes int) (rows []souvenir.JobsEnded, rate float64) {
	first := now.Truncate(time.Minute).Add(-time.Duration(minutes-1) * time.Minute)
	for i := range minutes {
		at := first.Add(time.Duration(i) * time.Minute)
		e := ended[at]
		rows = append(rows, souvenir.JobsEnded{At: at, Done: e.Done, Failed: e.Failed})
	}
	var n int64
	for at, e := range ended {
		if now.Sub(at) <= lately {
			n += e.Done + e.Failed
		}
	}
	return rows, float64(n) / lately.Minutes()
}

// byDay puts a row for every day.
func byDay(spent map[string]souvenir.Usage, now time.Time, days int, p souvenir.Price) (rows []souvenir.DaySpent) {
	for i := range days {
		day := now.AddDate(0, 0, i+1-days).Format(time.DateOnly)
		rows = append(rows, souvenir.DaySpent{Day: day, Usage: spent[day], Cost: p.Of(spent[day])})
	}
	return rows
}
