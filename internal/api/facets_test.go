package api_test

import (
	"slices"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
)

func TestFacetsSayWhatMemoriesCanBeNarrowedBy(t *testing.T) { // C-110, C-118
	each(t, func(t *testing.T, s *server) {
		for _, m := range []souvenir.Statement{
			{Content: "Ana lives in Lisbon.", Category: "personal_info", Tags: []string{"home", "city"}},
			{Content: "Ana likes sardines.", Category: "preference", Tags: []string{"food"}},
			{Content: "Ana likes figs.", Category: "preference", Tags: []string{"food", "100% sweet"}, Agent: "nova", Origin: souvenir.Core},
			{Content: "Ana rides a tandem.", Category: "bicycles"},
		} {
			m.User = "ana"
			if _, err := s.State(t.Context(), m); err != nil {
				t.Fatal(err)
			}
		}
		f, err := s.Facets(t.Context(), "ana", "")
		if err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for _, c := range f.Categories {
			names = append(names, c.Name)
		}
		if want := []string{"personal_info", "preference", "experience", "relationship", "goal", "skill", "bicycles"}; !slices.Equal(names, want) {
			t.Errorf("categories: %v, want %v", names, want)
		}
		if f.Categories[1].Count != 2 || f.Categories[1].Colour != "success green" {
			t.Errorf("preference: %+v", f.Categories[1])
		}
		if f.Tags[0] != (souvenir.Facet{Name: "food", Count: 2}) || len(f.Tags) != 4 {
			t.Errorf("tags: %+v", f.Tags)
		}
		if want := []souvenir.Facet{{Name: "explicit", Count: 3}, {Name: "core", Count: 1}}; !slices.Equal(f.Origins, want) {
			t.Errorf("origins: %+v, want %+v", f.Origins, want)
		}
		if want := []souvenir.Facet{{Name: "nova", Count: 1}}; !slices.Equal(f.Agents, want) {
			t.Errorf("agents: %+v, want %+v", f.Agents, want)
		}
		if f, err := s.Facets(t.Context(), "ana", souvenir.Deleted); err != nil || len(f.Types) != 0 || f.Statuses[0] != (souvenir.Facet{Name: "active", Count: 4}) {
			t.Errorf("of deleted ones: %+v, %v", f, err)
		}
		if f, err := s.Facets(t.Context(), "bob", ""); err != nil || len(f.Statuses)+len(f.Tags) != 0 {
			t.Errorf("of somebody else: %+v, %v", f, err)
		}
		for _, words := range []string{"", "figs"} {
			l, err := s.Memories(t.Context(), client.Filter{User: "ana", Origin: souvenir.Core, Words: words})
			if err != nil || len(l.Items) != 1 || l.Items[0].Content != "Ana likes figs." {
				t.Errorf("core memories with %q: %+v, %v", words, l.Items, err)
			}
		}
	})
}
