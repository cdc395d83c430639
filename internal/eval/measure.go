package eval

import (
	"math"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// turnRanks says at which place each wanted turn was found, from 1; 0 means not.
func turnRanks(wanted []Place, found []souvenir.RecalledTurn) []int {
	return ranks(wanted, found, func(t souvenir.RecalledTurn) Place { return Place{t.Conversation, t.ID} })
}

// sessionRanks says the same of sessions; one is found with the first of its turns.
func sessionRanks(wanted []string, found []souvenir.RecalledTurn) []int {
	return ranks(wanted, found, func(t souvenir.RecalledTurn) string { return t.Conversation })
}

func ranks[T comparable](wanted []T, found []souvenir.RecalledTurn, is func(souvenir.RecalledTurn) T) []int {
	at := make(map[T]int, len(found))
	for _, t := range found {
		if _, known := at[is(t)]; !known {
			at[is(t)] = len(at) + 1
		}
	}
	out := make([]int, len(wanted))
	for i, w := range wanted {
		out[i] = at[w]
	}
	return out
}

// recallAt is the share of what was wanted that is among the first k.
func recallAt(k int, ranks []int) float64 {
	found := 0
	for _, r := range ranks {
		if r > 0 && r <= k {
			found++
		}
	}
	return float64(found) / float64(len(ranks))
}

// ndcg is the normalised discounted cumulative gain of the first k: 1 when all
// that was wanted comes first, less the later it comes.
func ndcg(k int, ranks []int) float64 {
	gain, best := 0.0, 0.0
	for i, r := range ranks {
		if r > 0 && r <= k {
			gain += 1 / math.Log2(float64(r)+1)
		}
		if i < k {
			best += 1 / math.Log2(float64(i)+2)
		}
	}
	return gain / best
}

// quantile is the value below which a share of all lies, the nearest rank.
func quantile(share float64, values []time.Duration) time.Duration {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	n := int(math.Ceil(share*float64(len(sorted)))) - 1
	return sorted[min(max(n, 0), len(sorted)-1)]
}
