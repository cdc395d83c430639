// Package recall turns lists of what may answer a query into one ranked list.
package recall

import (
	"cmp"
	"slices"
)

// List is one way of looking, best first. IDs name what was found.
type List struct {
	Name   string
	Weight float64 // 0 means 1
	IDs    []string
}

// Ranked is something found, with the part of its score that each list gave.
type Ranked struct {
	ID    string
	Score float64
	Parts map[string]float64
}

// nearness is the constant of reciprocal rank fusion. Ten lets the first few
// places of a list count far more than the rest, which measured best.
const nearness = 10

// Fuse merges the lists by reciprocal rank: being near the top of several lists
// beats being at the top of one. Ties keep the order in which things were found.
func Fuse(lists ...List) []Ranked {
	var out []Ranked
	at := map[string]int{}
	for _, l := range lists {
		for place, id := range l.IDs {
			i, seen := at[id]
			if !seen {
				i = len(out)
				at[id] = i
				out = append(out, Ranked{ID: id, Parts: map[string]float64{}})
			}
			part := cmp.Or(l.Weight, 1) / float64(nearness+place+1)
			out[i].Parts[l.Name] += part
			out[i].Score += part
		}
	}
	slices.SortStableFunc(out, func(a, b Ranked) int { return cmp.Compare(b.Score, a.Score) })
	return out
}
