package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

func TestATurnThatTellsWhatEndedIsLeftOut(t *testing.T) {
	then := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	ended := []store.Ended{
		{Words: []string{"allerg", "peanut"}, Status: souvenir.Deleted, At: then},
		{Words: []string{"live", "lyon"}, Status: souvenir.Superseded, At: then},
	}
	for _, c := range []struct {
		said  string
		after time.Duration
		want  bool
	}{
		{"Noted: no peanuts for you.", -time.Hour, true},
		{"Peanuts are fine now", time.Hour, false},
		{"As you live in Lyon, take the train.", -time.Hour, true},
		{"The food of Lyon is famous.", -time.Hour, false},
		{"Nothing of the kind", -time.Hour, false},
	} {
		if got := restates(souvenir.Message{Content: c.said, At: then.Add(c.after)}, ended); got != c.want {
			t.Errorf("restates(%q) = %v, want %v", c.said, got, c.want)
		}
	}
}

func TestATurnIsToldOnlyIfItAddsSomething(t *testing.T) {
	turn := func(text string, ended bool, memories ...string) store.ToldTurn {
		return store.ToldTurn{Turn: store.Turn{Message: souvenir.Message{Role: souvenir.User, Content: text}}, Ended: ended, Memories: memories}
	}
	b := bearing{turns: []store.ToldTurn{
		turn("I live in Lyon", false, "told"), turn("I lived in Nice", true, "gone"),
		turn("The chat shows this", false), turn("My train leaves at nine", false, "untold"),
	}}
	got := b.notes(map[string]bool{"told": true}, func(text string) bool { return text == "The chat shows this" })
	if len(got) != 1 || !strings.HasSuffix(got[0].Text, "My train leaves at nine") {
		t.Errorf("told are %v, want the train", got)
	}
	for text, want := range map[string]bool{"hello there": true, "thanks!": true, "My train leaves at nine": false} {
		if isGreeting(text) != want {
			t.Errorf("isGreeting(%q) = %v, want %v", text, !want, want)
		}
	}
}

func TestOnlyTheEndsOfALongTextAreLookedAt(t *testing.T) {
	for text, want := range map[string]string{
		"short": "short", "äöüäöü": "äöüäöü", "abcdefghij": "abc … hij", "äöüßéèêëâî": "äöü … ëâî", strings.Repeat("é", 5000): "ééé … ééé",
	} {
		if got := ends(text, 6); got != want {
			t.Errorf("ends of %.20q = %q, want %q", text, got, want)
		}
	}
}
