package engine

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/immersion"
)

// mostTags is how many tags are told.
const mostTags = 100

// Facets counts a user's memories by what they can be narrowed by.
func (e *Engine) Facets(ctx context.Context, in *struct {
	User   string `query:"user"`
	Status string `query:"status" enum:"active,pending,rejected,superseded,expired,deleted" default:"active"`
}) (*Answer[souvenir.Facets], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	groups, err := e.store.TraitsOf(ctx, sc.Tenant, sc.User)
	if err != nil {
		return nil, err
	}
	var statuses, types, categories, origins, agents, tags = tally{}, tally{}, tally{}, tally{}, tally{}, tally{}
	for _, g := range groups {
		statuses.add(string(g.Status), g.Count)
		if string(g.Status) != in.Status {
			continue
		}
		types.add(g.Type, g.Count)
		categories.add(g.Category, g.Count)
		origins.add(string(g.Origin), g.Count)
		agents.add(g.Agent, g.Count)
		for _, tag := range g.Tags {
			tags.add(tag, g.Count)
		}
	}
	known := tags.facets()
	return &Answer[souvenir.Facets]{souvenir.Facets{
		Statuses: statuses.facets(), Types: types.facets(), Categories: e.inOrder(categories), Origins: origins.facets(), Agents: agents.facets(),
		Tags: known[:min(len(known), mostTags)],
	}}, nil
}

// inOrder puts the configured categories first, whether there are memories of them or not.
func (e *Engine) inOrder(counts tally) []souvenir.Facet {
	out := []souvenir.Facet{}
	for _, c := range categoriesOf(e.styles) {
		out = append(out, souvenir.Facet{Name: c.Name, Count: counts[c.Name], Colour: c.Badge, About: c.About})
		delete(counts, c.Name)
	}
	return append(out, counts.facets()...)
}

// categoriesOf reads the list of categories as it is in effect. The styles were made
// from it, so it can be read.
func categoriesOf(all []extract.Style) immersion.Categories {
	for _, s := range all {
		for _, t := range s.Texts {
			if t.Name == immersion.CategoryList {
				categories, _ := immersion.ReadCategories(t.Lines())
				return categories
			}
		}
	}
	return nil
}

type tally map[string]int64

func (t tally) add(name string, n int64) {
	if name != "" {
		t[name] += n
	}
}

func (t tally) facets() []souvenir.Facet {
	out := []souvenir.Facet{}
	for _, name := range slices.Sorted(maps.Keys(t)) {
		out = append(out, souvenir.Facet{Name: name, Count: t[name]})
	}
	slices.SortStableFunc(out, func(a, b souvenir.Facet) int { return cmp.Compare(b.Count, a.Count) })
	return out
}
