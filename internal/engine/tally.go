package engine

import (
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
)

// tallied counts what one style did with one window.
func (r *reading) tallied(s extract.Style, found extract.Result, err error) {
	add := func(what string, n int) { r.tally(s.Name, "", what, n) }
	for _, a := range found.Asked {
		r.spend(s.Name, a)
	}
	if err != nil {
		return // it will be looked at again
	}
	add(souvenir.Windows, 1)
	if found.Idle {
		add(souvenir.IdleWindows, 1)
	}
	if len(found.Candidates) == 0 {
		add(souvenir.EmptyWindows, 1)
	}
	add(souvenir.Candidates, len(found.Candidates)+len(found.Rejections))
	add(souvenir.RefusedCount, len(found.Rejections))
}

// spend counts what one reply cost.
func (r *reading) spend(style string, a extract.Asked) {
	u := a.Usage
	r.tally(style, u.Model, souvenir.ModelCalls, 1)
	r.tally(style, u.Model, souvenir.TokensIn, u.In)
	r.tally(style, u.Model, souvenir.TokensCached, u.Cached)
	r.tally(style, u.Model, souvenir.TokensOut, u.Out)
	r.tally(style, u.Model, souvenir.ReplyMode+string(a.Mode), 1)
	r.usage = r.usage.Plus(souvenir.Usage{Calls: 1, In: int64(u.In), Cached: int64(u.Cached), Out: int64(u.Out)})
}

func (r *reading) tally(style, model, what string, n int) {
	if n > 0 {
		r.tallies = append(r.tallies, souvenir.Tally{Style: style, Model: model, What: what, N: int64(n)})
	}
}
