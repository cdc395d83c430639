package persona

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// TestFields reads one field at a time; all other fields have their defaults.
func TestFields(t *testing.T) {
	for name, c := range map[string]struct {
		reply string
		want  func(*Digest)
	}{
		"R-041 no summary":                {`{"summary": "", "tags": []}`, func(d *Digest) { d.Tags = []string{} }},
		"R-041 a summary of a wrong type": {`{"summary": ["a"]}`, func(*Digest) {}},
		"R-042 no topic":                  {`{"topicSummary": "  "}`, func(*Digest) {}},
		"X-46 a topic that is a number":   {`{"topicSummary": 2026, "summary": "s"}`, func(d *Digest) { d.TopicSummary, d.Summary = "2026", "s" }},
		"R-043 lists":                     {`{"keyTopics": ["a", 7, "", null, "a"], "tags": ["b", {"x": 1}, {"name": "c"}]}`, func(d *Digest) { d.KeyTopics, d.Tags = []string{"a", "7"}, []string{"b", "c"} }},
		"R-043 a text is no list":         {`{"keyTopics": "a", "facts": "b", "tags": "c"}`, func(*Digest) {}},
		"R-043 facts, strings or objects": {`{"facts": ["a", {"content": "b", "evidence": "e"}, {"fact": "c"}, 5]}`, func(d *Digest) { d.Facts = []string{"a", "b", "c", "5"} }},
		"R-044 a journey with a gap":      {`{"emotionalJourney": {"start": "平静", "end": null}}`, func(d *Digest) { d.EmotionalJourney.Start = "平静" }},
		"R-044 a journey that is a text":  {`{"emotionalJourney": "开心", "summary": "s"}`, func(d *Digest) { d.Summary = "s" }},
		"R-045 no list of moments":        {`{"memorableMoments": {"content": "c"}}`, func(*Digest) {}},
		"R-045 moments": {`{"memorableMoments": [{}, "婚礼", {"content": "c", "importance": 0.9, "emotionTag": "感动", "reason": "r"}, null, []]}`, func(d *Digest) {
			d.MemorableMoments = []Moment{{Importance: 0.5}, {Content: "婚礼", Importance: 0.5}, {Content: "c", Importance: 0.9, EmotionTag: "感动", Reason: "r"}}
		}},
		"X-44 importance out of range": {`{"memorableMoments": [{"importance": -1}, {"importance": 9}, {"importance": 1e999}, {"importance": true}]}`, func(d *Digest) {
			d.MemorableMoments = []Moment{{Importance: 0}, {Importance: 1}, {Importance: 0.5}, {Importance: 0.5}}
		}},
		"R-046, X-45 urgency": {`{"pendingTopics": [{"topic": "a", "urgency": "HIGH"}, {"topic": "b", "urgency": "高"}, {"topic": "c", "urgency": " Low "}, {"topic": "d", "urgency": "低"}, {"topic": "e", "urgency": "中"}, {"urgency": 3}, "g"]}`, func(d *Digest) {
			d.PendingTopics = []OpenTopic{
				{Topic: "a", Urgency: "high"}, {Topic: "b", Urgency: "high"}, {Topic: "c", Urgency: "low"}, {Topic: "d", Urgency: "low"},
				{Topic: "e", Urgency: "medium"}, {Urgency: "medium"}, {Topic: "g", Urgency: "medium"},
			}
			d.HasUnfinished = true
		}},
		"R-046 no list of topics": {`{"pendingTopics": "复查"}`, func(*Digest) {}},
		"R-047 what is filtered": {`{"personalityFiltered": {"retentionScore": null, "likelyToRecall": "x", "likelyToForget": ["y"], "forgetReason": "z"}}`, func(d *Digest) {
			d.PersonalityFiltered.LikelyToForget, d.PersonalityFiltered.ForgetReason = []string{"y"}, "z"
		}},
		"R-047 zero is a number":             {`{"personalityFiltered": {"retentionScore": 0}}`, func(d *Digest) { d.PersonalityFiltered.RetentionScore = 0 }},
		"X-44 below zero":                    {`{"personalityFiltered": {"retentionScore": -3}}`, func(d *Digest) { d.PersonalityFiltered.RetentionScore = 0 }},
		"X-50 the model's own count":         {`{"summary": "s", "messageCount": 99}`, func(d *Digest) { d.Summary = "s" }},
		"only we set the markers":            {`{"summary": "s", "needsProcessing": true, "tags": ["pending_processing", "家", "needs_rolecard"]}`, func(d *Digest) { d.Summary, d.Tags = "s", []string{"家"} }},
		"names as other models write them":   {`{"Summary": "s", "topic_summary": "t", "key-topics": ["k"]}`, func(d *Digest) { d.Summary, d.TopicSummary, d.KeyTopics = "s", "t", []string{"k"} }},
		"an object in a list":                {`[{"x": 1}, {"summary": "s"}, {"summary": "t"}]`, func(d *Digest) { d.Summary = "s" }},
		"an object in another":               {`{"memory": {"summary": "s"}}`, func(d *Digest) { d.Summary = "s" }},
		"a filter and a journey in a string": {`{"emotionalJourney": "{\"peak\": \"p\"}"}`, func(d *Digest) { d.EmotionalJourney.Peak = "p" }},
	} {
		want := defaultDigest(visit())
		c.want(&want)
		if _, got := readText(t, visit(), c.reply); !cmp.Equal(got, want) {
			t.Errorf("%s: %s", name, cmp.Diff(want, got))
		}
	}
}

func TestWhatIsNoDigest(t *testing.T) {
	for _, text := range []string{`{}`, `[]`, `[1, "a"]`, `{"error": "busy"}`, `{"summary": null}`, `{"a": {"b": {"summary": "too deep"}}}`} {
		if f, err := read(decoded(t, text), visit()); err == nil || f.Episode != nil {
			t.Errorf("read(%s) = %+v", text, f)
		}
	}
}

func TestTheBodyHasTheNamesOfTheSeed(t *testing.T) {
	_, d := readText(t, visit(), wedding)
	var got map[string]any
	if err := json.Unmarshal(d.Body(), &got); err != nil {
		t.Fatal(err)
	}
	for _, name := range append([]string{"messageCount", "extractedAt", "hasRoleCard", "needsProcessing", "raw"}, fields...) {
		if v, ok := got[name]; !ok || v == nil {
			t.Errorf("%s is %v in %s", name, v, d.Body())
		}
	}
	if got["extractedAt"] != "2026-03-01T08:00:00Z" {
		t.Errorf("extractedAt %v", got["extractedAt"])
	}
	want := Raw{Messages: []string{"m1", "m2"}, Partner: "小明", PartnerID: "xiaoming", Relation: "孙子"}
	if !cmp.Equal(d.Raw, want) {
		t.Error(cmp.Diff(want, d.Raw))
	}
}

func TestCandidates(t *testing.T) {
	f, _ := readText(t, visit(), wedding)
	want := []souvenir.Candidate{
		{Memory: souvenir.Memory{
			Type: "fact", Content: "小明五月二号在杭州办婚礼", Language: "zh", Confidence: new(0.8), Retention: new(0.92),
			Evidence: []souvenir.Evidence{{Message: "m1", Quote: "我五月二号结婚，在杭州办酒席"}},
		}},
		{Memory: souvenir.Memory{Type: "fact", Content: "下周三去医院复查血压", Language: "zh", Confidence: new(0.8), Retention: new(0.92)}},
		{Memory: souvenir.Memory{
			Type: "experience", Content: "听到孙子要结婚", Language: "zh", Confidence: new(0.8), Retention: new(0.92), EmotionalWeight: new(0.95),
			Tags: []string{"开心", "感动"}, Reasoning: "盼了很久", Participants: []string{"小明"},
			Evidence: []souvenir.Evidence{{Message: "m2", Quote: "太好了！"}},
		}},
	}
	if !cmp.Equal(f.Candidates, want) {
		t.Error(cmp.Diff(want, f.Candidates))
	}
}

func TestWhatHasNoContentIsRefusedAloud(t *testing.T) {
	f, _ := readText(t, visit(), `{"facts": [{"evidence": "太好了"}], "memorableMoments": [{"reason": "r"}]}`)
	if len(f.Candidates) != 0 || len(f.Rejections) != 2 || f.Rejections[0].Rule != "shape" {
		t.Errorf("%s", pretty(f))
	}
}

func TestEvidence(t *testing.T) {
	for said, want := range map[string]souvenir.Evidence{
		`"下周三我要去医院"`:                         {Message: "m2", Quote: "下周三我要去医院"},
		`"2. 王奶奶[2026/2/15 14:31:05]: 太好了！"`: {Message: "m2", Quote: "太好了！"},
		`["在杭州办酒席", "x"]`:                    {Message: "m1", Quote: "在杭州办酒席"},
		`{"message": 1, "quote": "在杭州办酒席"}`:  {Message: "m1", Quote: "在杭州办酒席"},
		`"谁也没说过"`:                            {Quote: "谁也没说过"},
	} {
		f, _ := readText(t, visit(), `{"facts": [{"content": "c", "evidence": `+said+`}]}`)
		if got := f.Candidates[0].Evidence; len(got) != 1 || got[0] != want {
			t.Errorf("%s gives %v, want %v", said, got, want)
		}
	}
	for _, none := range []string{`null`, `""`, `[]`, `{}`} {
		f, _ := readText(t, visit(), `{"facts": [{"content": "c", "evidence": `+none+`}]}`)
		if got := f.Candidates[0].Evidence; len(got) != 0 {
			t.Errorf("%s gives %v", none, got)
		}
	}
}

// FuzzRead reads whatever a model may reply.
func FuzzRead(f *testing.F) {
	f.Add(wedding)
	f.Add(`{"facts": [{"content": 1}, null], "pendingTopics": [[]], "personalityFiltered": {"retentionScore": 1e400}}`)
	f.Add("<think>{</think>[{\"summary\": {}}, {\"tags\": [{\"name\": true}]}]")
	f.Fuzz(func(t *testing.T, text string) {
		value, _, err := reply.Read(text)
		if err != nil {
			return
		}
		found, err := read(value, visit())
		if err != nil {
			return
		}
		d, err := ReadDigest(found.Episode.Body)
		if err != nil {
			t.Fatal(err)
		}
		if d.Summary == "" || d.TopicSummary == "" || d.MessageCount != 2 || NeedsProcessing(d) || d.Facts == nil || d.Tags == nil {
			t.Errorf("%q gives %s", text, d.Body())
		}
		for _, n := range append([]float64{d.PersonalityFiltered.RetentionScore}, importances(d)...) {
			if !(n >= 0 && n <= 1) {
				t.Errorf("%q gives %v", text, n)
			}
		}
		for _, topic := range Topics(d) {
			if topic.Topic == "" || topic.Urgency == "" {
				t.Errorf("%q gives %+v", text, topic)
			}
		}
	})
}

func importances(d Digest) (out []float64) {
	for _, m := range d.MemorableMoments {
		out = append(out, m.Importance)
	}
	return out
}
