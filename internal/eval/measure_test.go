package eval

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
)

func TestRecallAndGainByHand(t *testing.T) {
	for _, c := range []struct {
		ranks      []int
		at5, at10  float64
		gainAt10   float64
		whatItMean string
	}{
		{[]int{1}, 1, 1, 1, "the only one comes first"},
		{[]int{0}, 0, 0, 0, "not found"},
		{[]int{11}, 0, 0, 0, "too late for either"},
		{[]int{3}, 1, 1, 0.5, "1/log2(4)"},
		{[]int{7}, 0, 1, 1.0 / 3, "1/log2(8)"},
		{[]int{2, 1}, 1, 1, 1, "the order among them does not count"},
		{[]int{1, 0}, 0.5, 0.5, 0.6131471927654584, "1/(1+1/log2(3))"},
		{[]int{3, 7, 0}, 1.0 / 3, 2.0 / 3, (0.5 + 1.0/3) / (1 + 0.6309297535714575 + 0.5), "two of three, late"},
	} {
		near(t, c.whatItMean+", recall@5", recallAt(5, c.ranks), c.at5)
		near(t, c.whatItMean+", recall@10", recallAt(10, c.ranks), c.at10)
		near(t, c.whatItMean+", nDCG@10", ndcg(10, c.ranks), c.gainAt10)
	}
	many := make([]int, 12) // more is wanted than ten places can hold
	for i := range many {
		many[i] = i + 1
	}
	near(t, "twelve wanted, nDCG@10", ndcg(10, many), 1)
	near(t, "twelve wanted, recall@10", recallAt(10, many), 10.0/12)
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestRanksOfTurnsAndOfSessions(t *testing.T) {
	found := []souvenir.RecalledTurn{{Conversation: "a", ID: "1"}, {Conversation: "a", ID: "2"}, {Conversation: "b", ID: "1"}, {Conversation: "c", ID: "9"}}
	if got := turnRanks([]Place{{"b", "1"}, {"a", "2"}, {"b", "2"}}, found); !slices.Equal(got, []int{3, 2, 0}) {
		t.Errorf("turn ranks = %v", got)
	}
	if got := sessionRanks([]string{"c", "a", "d"}, found); !slices.Equal(got, []int{3, 1, 0}) {
		t.Errorf("session ranks = %v", got)
	}
}

func TestQuantileIsTheNearestRank(t *testing.T) {
	values := []time.Duration{40, 10, 30, 20}
	for share, want := range map[float64]time.Duration{0: 10, 0.25: 10, 0.5: 20, 0.51: 30, 0.95: 40, 1: 40} {
		if got := quantile(share, values); got != want {
			t.Errorf("quantile(%v) = %d, want %d", share, got, want)
		}
	}
	if quantile(0.5, nil) != 0 {
		t.Error("nothing has a quantile")
	}
}
