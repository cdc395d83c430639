package recall

import (
	"testing"
	"time"
)

func order(rs []Ranked) (out string) {
	for _, r := range rs {
		out += string(rune('a' + r.N))
	}
	return out
}

func TestTurnsGainFromTheirNeighboursAndTheirSpeaker(t *testing.T) {
	clues := []Turn{
		{N: 0, Conversation: "c", Seq: 1, Speaker: "Ann", Match: Match{Words: 2}},
		{N: 1, Conversation: "c", Seq: 2, Speaker: "Ben"},
		{N: 2, Conversation: "c", Seq: 9, Speaker: "Ben"},
		{N: 3, Conversation: "c", Seq: 20, Speaker: "Ben", Match: Match{Words: 1.9}},
		{N: 4, Conversation: "c", Seq: 30, Match: Match{Near: 0.1}}, // below the floor
	}
	if got := order(Turns(clues, nil, Span{}, DefaultTurnWeights)); got != "adb" {
		t.Errorf("order %s, want adb: the turn after a hit gains, one far away is left out", got)
	}
	if got := order(Turns(clues, map[string]bool{"Ben": true}, Span{}, DefaultTurnWeights)); got != "dab" {
		t.Errorf("order %s, want dab when the query names Ben", got)
	}
}

func TestMemoriesFadeByHalfLifeAndExplainThemselves(t *testing.T) {
	now := time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC)
	clues := []Memory{
		{N: 0, Match: Match{Words: 1}, Temporary: true, SaidAt: now.AddDate(0, 0, -30)},
		{N: 1, Match: Match{Words: 1}, SaidAt: now.AddDate(-3, 0, 0)},
		{N: 2, Match: Match{Near: 0.1}},
	}
	got := Memories(clues, Circumstances{Now: now}, DefaultWeights)
	if order(got) != "ba" {
		t.Fatalf("order %s, want ba and nothing that is far away", order(got))
	}
	if half := got[1].Score / got[0].Score; half < 0.499 || half > 0.501 {
		t.Errorf("after a half-life a temporary memory counts %v, want half", half)
	}
	for _, r := range got {
		sum := 0.0
		for _, part := range r.Parts {
			sum += part.Value
		}
		if d := sum - r.Score; d > 1e-9 || d < -1e-9 {
			t.Errorf("the parts %v do not add up to %v", r.Parts, r.Score)
		}
	}
}
