package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// TestRanking runs the scripts in testdata/ranking on both databases. A script
// has a title, memories with what is special about them behind a bar, and
// queries, each with the memories that must come first, in this order. A line
// "nothing" expects no memory at all, and "only" behind a bar no other than these.
// "+" is a raw turn, and "@" one that must come at this place.
func TestRanking(t *testing.T) {
	scripts, err := filepath.Glob("testdata/ranking/*.txt")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			storetest.Each(t, func(t *testing.T, s *store.Store) { play(t, New(s, Options{}), string(text)) })
		})
	}
}

func play(t *testing.T, e *Engine, script string) {
	t.Helper()
	var query string
	var expected, turns []string
	check := func() {
		if query != "" {
			compare(t, e, query, expected)
			compareTurns(t, e, query, turns)
		}
		query, expected, turns = "", nil, nil
	}
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		switch what, rest, _ := strings.Cut(line, " "); what {
		case "", "#", "title":
		case "-":
			remember(t, e, rest)
		case "?":
			check()
			embedAll(t, e)
			query = rest
		case ">":
			expected = append(expected, rest)
		case "+":
			utter(t, e, rest)
		case "@":
			turns = append(turns, rest)
		default:
			t.Fatalf("not a line of a script: %q", line)
		}
	}
	check()
}

// remember adds "content | name=value ...".
func remember(t *testing.T, e *Engine, line string) {
	t.Helper()
	content, about, _ := strings.Cut(line, " | ")
	in := &AddMemory{Body: souvenir.Statement{User: "alice", Content: content}}
	for pair := range strings.FieldsSeq(about) {
		name, value, _ := strings.Cut(pair, "=")
		number, _ := strconv.Atoi(value)
		switch name {
		case "type":
			in.Body.Type = value
		case "key":
			in.Body.Key = value
		case "priority":
			in.Body.Priority = number
		case "importance":
			in.Body.Importance = &number
		case "origin":
			in.Body.Origin = souvenir.Origin(value)
		case "agent":
			in.Body.Agent = value
		case "expiry":
			in.Body.Expiry = souvenir.Expiry(value)
		case "days":
			in.Body.SaidAt = time.Now().AddDate(0, 0, -number)
		default:
			t.Fatalf("a memory has no %q", name)
		}
	}
	if _, err := e.AddMemory(t.Context(), in); err != nil {
		t.Fatal(err)
	}
}

// utter adds a turn "text | days=value".
func utter(t *testing.T, e *Engine, line string) {
	t.Helper()
	text, about, _ := strings.Cut(line, " | days=")
	days, _ := strconv.Atoi(about)
	in := &PostMessages{Conversation: "talk", Body: souvenir.Talk{User: "alice", Messages: []souvenir.Said{{Role: souvenir.User, Content: text, At: time.Now().AddDate(0, 0, -days)}}}}
	if _, err := e.Remember(t.Context(), in); err != nil {
		t.Fatal(err)
	}
}

func compareTurns(t *testing.T, e *Engine, query string, expected []string) {
	t.Helper()
	if len(expected) == 0 {
		return
	}
	out, err := e.Recall(t.Context(), &struct{ Body souvenir.Query }{souvenir.Query{User: "alice", Query: query, Limit: 20, Budget: 1000}})
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, m := range out.Body.Turns {
		got = append(got, m.Content)
	}
	if expected[0] == "nothing" {
		expected = []string{}
	}
	if !slices.Equal(got, expected) {
		t.Errorf("%s: the turns are\n  %s\nwant\n  %s", query, strings.Join(got, "\n  "), strings.Join(expected, "\n  "))
	}
}

func embedAll(t testing.TB, e *Engine) {
	t.Helper()
	for {
		done, err := e.EmbedNew(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if done == 0 {
			return
		}
	}
}

func compare(t *testing.T, e *Engine, query string, expected []string) {
	t.Helper()
	in := &struct{ Body souvenir.Query }{souvenir.Query{User: "alice", Query: query, Limit: 20, Budget: 1000, Explain: true}}
	out, err := e.Recall(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if len(expected) == 1 && expected[0] == "nothing" {
		if len(out.Body.Memories) != 0 {
			t.Errorf("%s: %q first, want nothing", query, out.Body.Memories[0].Content)
		}
		return
	}
	if last := len(expected) - 1; last >= 0 && strings.HasSuffix(expected[last], " | only") {
		expected[last] = strings.TrimSuffix(expected[last], " | only")
		if len(out.Body.Memories) != len(expected) {
			t.Errorf("%s: %d memories, want %d", query, len(out.Body.Memories), len(expected))
		}
	}
	for i, want := range expected {
		if i >= len(out.Body.Memories) || !strings.HasPrefix(out.Body.Memories[i].Content, want) {
			var got []string
			for _, m := range out.Body.Memories {
				got = append(got, m.Content)
			}
			t.Errorf("%s: place %d must be %q, but the order is\n  %s", query, i+1, want, strings.Join(got, "\n  "))
			return
		}
	}
}
