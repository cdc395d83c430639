package selective

import (
	"fmt"
	"slices"

	"github.com/souvenir-memory/souvenir"
)

// best keeps the most important entries of a chunk, in the order in which they
// came; of equally important ones the earlier.
func (l limits) best(cs []souvenir.Candidate) (kept []souvenir.Candidate, refused []souvenir.Rejection) {
	if len(cs) <= l.Most {
		return cs, nil
	}
	order := make([]int, len(cs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return *cs[b].Importance - *cs[a].Importance })
	order = order[:l.Most]
	for i, c := range cs {
		if slices.Contains(order, i) {
			kept = append(kept, c)
			continue
		}
		refused = append(refused, souvenir.Rejection{
			User: c.User, Conversation: c.Conversation, Style: c.Style, Rule: "cap", Candidate: c,
			Reason: fmt.Sprintf("more than %d entries in one chunk", l.Most),
		})
	}
	return kept, refused
}
