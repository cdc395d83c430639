package persona

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/souvenir-memory/souvenir"
)

func TestNeedsProcessing(t *testing.T) {
	for name, c := range map[string]struct {
		d    Digest
		want bool
	}{
		"R-058 tag pending_processing": {Digest{Tags: []string{"a", "pending_processing"}}, true},
		"R-058 tag needs_rolecard":     {Digest{Tags: []string{"needs_rolecard"}}, true},
		"R-058 flag":                   {Digest{NeedsProcessing: true}, true},
		"other tags":                   {Digest{Tags: []string{"unprocessed", "needsProcessing"}}, false},
		"a raw digest":                 {RawDigest(visit()), true},
	} {
		if got := NeedsProcessing(c.d); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestReprocessed(t *testing.T) {
	old := RawDigest(visit())
	_, fresh := readText(t, visit(), wedding)
	fresh.Tags = append(fresh.Tags, "needs_rolecard")
	if _, ok := Reprocessed(old, fresh); ok {
		t.Error("a fresh digest that itself waits was taken for a real one")
	}
	_, fresh = readText(t, visit(), wedding)
	fresh.Raw = Raw{Partner: "用户7"}
	got, ok := Reprocessed(old, fresh)
	if !ok || NeedsProcessing(got) || !got.HasUnfinished || !got.HasRoleCard || !got.ProcessedAt.Equal(now) || !cmp.Equal(got.Raw, old.Raw) || got.Summary != fresh.Summary {
		t.Errorf("%v %s", ok, pretty(got))
	}
}

func TestOnlyARealExtractionClearsTheFlags(t *testing.T) {
	old := RawDigest(visit())
	unreadable, err := ReadDigest(unread(visit(), "?").Episode.Body)
	if err != nil {
		t.Fatal(err)
	}
	for name, fresh := range map[string]Digest{"raw": RawDigest(visit()), "default": unreadable, "nothing": {}} {
		if got, ok := Reprocessed(old, fresh); ok || !cmp.Equal(got, old) {
			t.Errorf("%s: %v %s", name, ok, cmp.Diff(old, got))
		}
	}
}

func TestAgain(t *testing.T) {
	d := Digest{Raw: Raw{PartnerID: "7"}}
	s := souvenir.Scope{User: "wang", Agent: "7"}
	w := Again(d, s, grandmother(), visit().Messages, now)
	if v := voicesOf(w); v.owner != "王奶奶" || v.partner != "用户7" || v.relation != "未知" || w.Scope != s || !w.Now.Equal(now) || len(w.Messages) != 2 {
		t.Errorf("%+v %+v", w, v)
	}
	if w := Again(d, s, henry(), nil, now); w.Partner != "user 7" {
		t.Errorf("partner %q", w.Partner)
	}
	d.Raw.Partner, d.Raw.Relation = "小明", "unknown"
	if v := voicesOf(Again(d, s, grandmother(), nil, now)); v.partner != "小明" || v.relation != "未知" {
		t.Errorf("%+v", v)
	}
	if w := Again(Digest{}, s, grandmother(), nil, now); w.Partner != "" {
		t.Errorf("partner %q", w.Partner)
	}
}

func TestMessagesOf(t *testing.T) {
	at := time.Date(2026, 2, 15, 6, 30, 5, 0, time.UTC)
	mine := souvenir.Message{Role: souvenir.User, Content: "吃了吗", At: at}
	theirs := souvenir.Message{ID: "m2", Role: souvenir.Assistant, Name: "小明", Content: "吃了"}
	for raw, want := range map[string][]souvenir.Message{
		`[{"isOwner": true, "content": "吃了吗", "timestamp": "2026-02-15T06:30:05Z"}, {"id": "m2", "name": "小明", "content": "吃了"}]`:                {mine, theirs},
		`{"messages": [{"role": "user", "content": "吃了吗", "timestamp": 1771137005000}, {"id": "m2", "name": "小明", "content": "吃了", "at": "?"}]}`: {mine, theirs},
		`[{"isOwner": false, "role": "user", "content": "a"}, {"role": "system", "content": "b"}, {"content": ""}, null, "c"]`:                   {{Role: souvenir.Assistant, Content: "a"}, {Role: souvenir.System, Content: "b"}, {Role: souvenir.Assistant, Content: "c"}},
		" 今天去了公园 ":                  {{Role: souvenir.User, Content: "今天去了公园"}},
		`{"other": 1}`:              {{Role: souvenir.User, Content: `{"other": 1}`}},
		`[{"content": "a"`:          {{Role: souvenir.User, Content: `[{"content": "a"`}},
		`[]`:                        nil,
		`{"messages": []}`:          nil,
		"  ":                        nil,
		`[{"timestamp": 99999999}]`: nil,
	} {
		if got := MessagesOf([]byte(raw)); !cmp.Equal(got, want) {
			t.Errorf("%s: %s", raw, cmp.Diff(want, got))
		}
	}
}

func FuzzMessagesOf(f *testing.F) {
	f.Add([]byte(`[{"isOwner": true, "content": "a", "timestamp": 1e300}]`))
	f.Add([]byte(`{"messages": [{"content": {"x": 1}}, "b"]}`))
	f.Add([]byte("\xff"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, m := range MessagesOf(raw) {
			if m.Content == "" || m.Role == "" || m.At.Year() < 1 || m.At.Year() > 9999 {
				t.Errorf("%q gives %+v", raw, m)
			}
		}
	})
}

func TestTopics(t *testing.T) {
	_, d := readText(t, visit(), wedding)
	d.PendingTopics = append(d.PendingTopics, OpenTopic{Context: "nothing to come back to"})
	want := []souvenir.PendingTopic{{
		Partner: "小明", Topic: "血压复查", Context: "下周三去医院", SuggestedFollowUp: "复查结果怎么样？", Urgency: souvenir.HighUrgency,
		Status: souvenir.TopicPending, CreatedAt: now, UpdatedAt: now, ExpiresAt: now.Add(7 * 24 * time.Hour),
	}}
	if got := Topics(d); !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	if got := Topics(RawDigest(visit())); len(got) != 0 {
		t.Errorf("a raw digest has topics: %v", got)
	}
}
