package persona

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// golden is a case of testdata/golden.jsonl.
type golden struct {
	ID      string
	Kind    string
	Card    *souvenir.RoleCard
	Partner string
	Raw     json.RawMessage // the messages
	Replies []string        // of the model, in order; none means that nobody may be asked
	Digests []Digest
	Want    json.RawMessage // a text, or some of the fields
}

func TestGolden(t *testing.T) {
	kinds := map[string]func(*testing.T, golden){
		"personality":  func(t *testing.T, g golden) { g.same(t, FormatPersonality(g.Card)) },
		"conversation": func(t *testing.T, g golden) { g.same(t, FormatConversation(g.window(), shanghai)) },
		"raw":          func(t *testing.T, g golden) { g.covers(t, RawDigest(g.window())) },
		"unread":       goldenUnread,
		"extract":      goldenExtract,
		"reply":        goldenReply,
		"process":      goldenProcess,
		"prompt":       goldenPrompt,
	}
	var seen []string
	for _, g := range goldens(t) {
		seen = append(seen, g.ID)
		t.Run(g.ID, func(t *testing.T) { kinds[g.Kind](t, g) })
	}
	for _, id := range strings.Fields("GR-01 GR-02 GR-03 GR-04 GR-05 GR-06 GR-07 GR-08 GR-09 GR-10 GR-11 GR-12 GR-13 GR-14 GR-15 GR-16 GR-17 GR-18 GR-19 GR-20 GR-21 GR-22 GR-23 GR-24") {
		if !slices.Contains(seen, id) {
			t.Errorf("%s is missing", id)
		}
	}
}

func goldens(t *testing.T) []golden {
	t.Helper()
	text, err := os.ReadFile("testdata/golden.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []golden
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var g golden
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		out = append(out, g)
	}
	return out
}

func (g golden) window() souvenir.Window {
	return souvenir.Window{Card: g.Card, Partner: g.Partner, Messages: MessagesOf(g.Raw), Now: now}
}

// same compares with a text.
func (g golden) same(t *testing.T, got string) {
	t.Helper()
	var want string
	if err := json.Unmarshal(g.Want, &want); err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// covers compares the fields that are wanted.
func (g golden) covers(t *testing.T, v any) {
	t.Helper()
	var got, want map[string]any
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(g.Want, &want); err != nil {
		t.Fatal(err)
	}
	for name := range want {
		if !reflect.DeepEqual(got[name], want[name]) {
			t.Errorf("%s: %s", name, cmp.Diff(want[name], got[name]))
		}
	}
}

func goldenExtract(t *testing.T, g golden) {
	r, d := run(t, g.window(), extract.Kit{Model: model(t)})
	g.covers(t, d)
	if !r.Episodes[0].Pending || len(r.Asked) != 0 {
		t.Errorf("pending %v, asked %d times", r.Episodes[0].Pending, len(r.Asked))
	}
}

func goldenReply(t *testing.T, g golden) {
	r, d := run(t, visit(), extract.Kit{Model: model(t, g.Replies...)})
	g.covers(t, d)
	if r.Episodes[0].Pending != d.NeedsProcessing {
		t.Errorf("pending %v with needsProcessing %v", r.Episodes[0].Pending, d.NeedsProcessing)
	}
}

func goldenUnread(t *testing.T, g golden) {
	d, err := ReadDigest(unread(g.window(), g.Replies[0]).Episode.Body)
	if err != nil {
		t.Fatal(err)
	}
	g.covers(t, d)
}

func goldenPrompt(t *testing.T, g golden) {
	var want string
	if err := json.Unmarshal(g.Want, &want); err != nil {
		t.Fatal(err)
	}
	w := visit()
	w.Messages = MessagesOf(g.Raw)
	q, asks, err := extract.Prompt(t.Context(), style(t), w)
	if err != nil || !asks || !strings.Contains(q.User, "1. 王奶奶: "+want) {
		t.Errorf("asks %v, %v\n%s", asks, err, q.User)
	}
}

func goldenProcess(t *testing.T, g golden) {
	kit := extract.Kit{Model: model(t, g.Replies...)}
	for i := range g.Digests {
		g.Digests[i].Raw = Raw{Messages: []string{"m1", "m2"}, PartnerID: "7"}
	}
	before := slices.Clone(g.Digests)
	report := process(t, kit, g.Digests)
	g.covers(t, report)
	for i, d := range g.Digests {
		failed := NeedsProcessing(d)
		if !reflect.DeepEqual(d.Raw, before[i].Raw) || d.HasUnfinished != (len(d.PendingTopics) > 0) {
			t.Errorf("digest %d = %s", i, pretty(d))
		}
		if failed && !reflect.DeepEqual(d, before[i]) {
			t.Errorf("digest %d failed and changed: %s", i, cmp.Diff(before[i], d))
		}
		if !failed && NeedsProcessing(before[i]) && d.ProcessedAt.IsZero() {
			t.Errorf("digest %d has no processedAt", i)
		}
	}
	if report.Failed == 0 {
		if again := process(t, kit, g.Digests); again.Total != 0 {
			t.Errorf("the second run found %d", again.Total)
		}
	}
}

// process does with digests what the engine does with episodes.
func process(t *testing.T, k extract.Kit, ds []Digest) souvenir.Processed {
	t.Helper()
	var report souvenir.Processed
	for i, old := range ds {
		if !NeedsProcessing(old) {
			continue
		}
		w := Again(old, souvenir.Scope{User: "wang", Agent: old.Raw.PartnerID}, grandmother(), visit().Messages, now)
		_, fresh := run(t, w, k)
		status := souvenir.DetailFailed
		if merged, ok := Reprocessed(old, fresh); ok {
			ds[i], status = merged, souvenir.DetailProcessed
		}
		report.Add(souvenir.Detail{MemoryID: string(rune('a' + i)), PartnerID: old.Raw.PartnerID, Status: status})
	}
	return report
}

func decoded(t testing.TB, text string) any {
	t.Helper()
	value, _, err := reply.Read(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}
