package golden

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/persona"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/reply"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// Seed R: what somebody would keep who is as their role card says.

var (
	traitText   = regexp.MustCompile(`(\w+)\{([^}]*)\}`)
	traitPoints = regexp.MustCompile(`(\w+)\.keyPoints(\[[^\]]*\])`)
)

// formatPersonality reads "personality{summary:...}, values.keyPoints[...]".
func formatPersonality(t *testing.T, c Case) {
	layer := map[string]map[string]any{}
	for _, m := range traitText.FindAllStringSubmatch(c.Setup, -1) {
		layer[m[1]] = map[string]any{}
		for pair := range strings.SplitSeq(m[2], ",") {
			name, value, _ := strings.Cut(pair, ":")
			layer[m[1]][name] = value
		}
	}
	for _, m := range traitPoints.FindAllStringSubmatch(c.Setup, -1) {
		layer[m[1]] = map[string]any{"keyPoints": listed(m[2])}
	}
	card := &souvenir.RoleCard{}
	if c.Setup != "coreLayer nil" {
		text, _ := json.Marshal(layer)
		if err := json.Unmarshal(text, &card.Core); err != nil || len(layer) == 0 {
			puzzled(t, "setup", c.Setup)
		}
		for name := range layer {
			if !reflect.ValueOf(*card.Core).FieldByNameFunc(func(f string) bool { return strings.EqualFold(f, name) }).IsValid() {
				puzzled(t, "trait", name)
			}
		}
	}
	if got := persona.FormatPersonality(card); got != c.Expected {
		t.Errorf("FormatPersonality = %q, want %q", got, c.Expected)
	}
}

var (
	message = regexp.MustCompile(`\{([^}]*)\}`)
	voices  = regexp.MustCompile(`^owner (\S+), partner (\S+), tz (\S+)$`)
)

// messagesOf reads "[{isOwner:true,content:吃了吗},...]".
func messagesOf(t testing.TB, input string) []souvenir.Message {
	t.Helper()
	raw := []map[string]any{}
	for _, m := range message.FindAllStringSubmatch(input, -1) {
		fields := map[string]any{}
		for pair := range strings.SplitSeq(m[1], ",") {
			name, value, _ := strings.Cut(pair, ":")
			fields[name] = value
			if name == "isOwner" {
				fields[name] = value == "true"
			}
		}
		raw = append(raw, fields)
	}
	text, err := json.Marshal(raw)
	if err != nil {
		t.Fatal(err)
	}
	ms := persona.MessagesOf(text)
	for i := range ms {
		ms[i].ID = fmt.Sprint("m", i+1)
	}
	return ms
}

func formatConversation(t *testing.T, c Case) {
	w, zone := souvenir.Window{}, time.UTC
	if m := voices.FindStringSubmatch(c.Setup); m != nil {
		w.Card, w.Partner = called(m[1]), m[2]
		var err error
		if zone, err = time.LoadLocation(m[3]); err != nil {
			t.Fatal(err)
		}
		w.Messages = messagesOf(t, c.Input)
	} else if c.Setup != "messages []" {
		puzzled(t, "setup", c.Setup)
	}
	if got := persona.FormatConversation(w, zone); got != c.Expected {
		t.Errorf("FormatConversation = %q, want %q", got, c.Expected)
	}
}

func called(name string) *souvenir.RoleCard {
	return &souvenir.RoleCard{Core: &souvenir.CoreLayer{BasicIdentity: &souvenir.Identity{Name: name}, Personality: &souvenir.Trait{Summary: "慈祥，重视家庭"}}}
}

// visit is two messages of somebody who has a role card.
func visit() souvenir.Window {
	return souvenir.Window{
		Scope: souvenir.Scope{User: "wang", Agent: "7", Conversation: "c"}, Card: called("王奶奶"), Partner: "小明", Now: time.Now(),
		Messages: []souvenir.Message{{ID: "m1", Role: souvenir.Assistant, Content: "我下周三陪你复查"}, {ID: "m2", Role: souvenir.User, Content: "好，讨论孙子的婚礼安排和酒店"}},
	}
}

var field = regexp.MustCompile(`\b(summary|topicSummary|keyTopics|facts|tags|importance|urgency|retentionScore|forgetReason|messageCount|needsProcessing|hasRoleCard) ("[^"]*"|\[[^\]]*\]|[^\s,;()]+)`)

// checkDigest holds a digest against "summary X; tags [a,b]; ...".
func checkDigest(t *testing.T, d persona.Digest, expected string) {
	t.Helper()
	named := field.FindAllStringSubmatch(expected, -1)
	if len(named) == 0 {
		puzzled(t, "expectation", expected)
	}
	got := map[string]any{
		"summary": d.Summary, "topicSummary": d.TopicSummary, "keyTopics": d.KeyTopics, "facts": d.Facts, "tags": d.Tags,
		"retentionScore": d.PersonalityFiltered.RetentionScore, "forgetReason": d.PersonalityFiltered.ForgetReason,
		"messageCount": d.MessageCount, "needsProcessing": d.NeedsProcessing, "hasRoleCard": d.HasRoleCard,
	}
	if len(d.MemorableMoments) == 1 {
		got["importance"] = d.MemorableMoments[0].Importance
	}
	if len(d.PendingTopics) == 1 {
		got["urgency"] = d.PendingTopics[0].Urgency
	}
	for _, m := range named {
		if got, want := fmt.Sprint(got[m[1]]), fieldValue(m[2]); got != want {
			t.Errorf("%s = %s, want %s", m[1], got, want)
		}
	}
	if strings.Contains(expected, "(10 runes)") && utf8.RuneCountInString(d.TopicSummary) != 10 {
		t.Errorf("%q does not have 10 runes", d.TopicSummary)
	}
}

// fieldValue is a value of an expectation as Go prints it.
func fieldValue(text string) string {
	switch {
	case text == "default": // of the tags, as GR-10 has it
		return "[unprocessed]"
	case strings.HasPrefix(text, "["):
		return fmt.Sprint(listed(text))
	case strings.HasPrefix(text, `"`):
		return strings.Trim(text, `"`)
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return fmt.Sprint(f)
	}
	return text
}

// digestOf is the one that a run left.
func digestOf(t *testing.T, r extract.Result) persona.Digest {
	t.Helper()
	if len(r.Episodes) != 1 {
		t.Fatalf("gives %+v, want one episode", r)
	}
	d, err := persona.ReadDigest(r.Episodes[0].Body)
	if err != nil {
		t.Fatal(err)
	}
	if r.Episodes[0].Pending != persona.NeedsProcessing(d) {
		t.Errorf("the episode is pending %v, the digest %v", r.Episodes[0].Pending, persona.NeedsProcessing(d))
	}
	return d
}

var withPartner = regexp.MustCompile(`^(\[.*\]) partner (\S+)$`)

// rawDigest keeps a conversation of somebody without a role card. Nobody is asked:
// the script is empty.
func rawDigest(t *testing.T, c Case) {
	if c.Input == "same" && c.Expected == "same raw memory" {
		first := caseOf(t, "GR-05")
		c.Input, c.Expected = first.Input, first.Expected
	}
	w := visit()
	switch {
	case strings.HasPrefix(c.Setup, "roleCard nil"):
		w.Card = nil
	case c.Setup == "roleCard without coreLayer":
		w.Card = &souvenir.RoleCard{}
	default:
		puzzled(t, "setup", c.Setup)
	}
	if strings.HasSuffix(c.Setup, "messages []") {
		w.Partner, w.Messages = "", nil
		checkDigest(t, persona.RawDigest(w), c.Expected)
		return
	}
	m := withPartner.FindStringSubmatch(c.Input)
	if m == nil {
		puzzled(t, "input", c.Input)
	}
	w.Messages, w.Partner = messagesOf(t, m[1]), m[2]
	r := mustRun(t, style(t, "persona"), w)
	if !strings.HasSuffix(c.Expected, "0 LLM calls") || len(r.Asked) != 0 {
		t.Errorf("asked %+v", r.Asked)
	}
	checkDigest(t, digestOf(t, r), c.Expected)
}

// parseResponse gives the style a reply in some shape. What cannot be read comes
// twice, because it is asked for again.
func parseResponse(t *testing.T, c Case) {
	w, text := visit(), c.Input
	if said, n, ok := strings.Cut(text, " with "); ok && n == "2 messages" {
		text = said
	}
	if text == "(empty)" {
		r := mustRun(t, style(t, "persona"), w, "", "")
		d := digestOf(t, r)
		if c.Expected != "error Empty LLM response inside; caller gets raw memory with needsProcessing" {
			puzzled(t, "expectation", c.Expected)
		}
		if r.Asked[0].Mode != reply.Unreadable || r.Asked[1].Mode != reply.Unreadable || !d.NeedsProcessing || !slices.Equal(d.Tags, persona.RawDigest(w).Tags) || d.Summary != persona.RawDigest(w).Summary {
			t.Errorf("asked %+v and kept %+v, want the raw digest", r.Asked, d)
		}
		return
	}
	replies := []string{text}
	if strings.HasPrefix(c.Expected, "default structure") {
		replies = append(replies, text)
	}
	checkDigest(t, digestOf(t, mustRun(t, style(t, "persona"), w, replies...)), c.Expected)
}

// marks are the ways in which a digest says that it waits.
var marks = map[string]func(*persona.Digest){
	"tag pending_processing": func(d *persona.Digest) { d.Tags = []string{"家庭", "pending_processing"} },
	"tag needs_rolecard":     func(d *persona.Digest) { d.Tags = []string{"needs_rolecard"} },
	"needsProcessing true":   func(d *persona.Digest) { d.NeedsProcessing = true },
}

// processPending keeps some digests that wait and one that does not, and lets the
// product read them again once there is a role card.
func processPending(t *testing.T, c Case) {
	setup, failing := c.Setup, 0
	if setup == "LLM fails for one of three" {
		setup, failing = caseOf(t, "GR-21").Setup, 1
	}
	list, ok := strings.CutPrefix(setup, "3 memories: ")
	if !ok {
		puzzled(t, "setup", setup)
	}
	alone(t, func(t *testing.T, db *store.Store) {
		model := llmtest.New(t)
		model.When(llmtest.Has("第1次"), llmtest.Status(400, "I cannot"))
		model.Otherwise(func(llmtest.Request) llmtest.Reply {
			return llmtest.Say(`{"summary":"复查了","topicSummary":"复查","pendingTopics":[{"topic":"复查结果","urgency":"high"}],"tags":["健康","needs_rolecard"]}`)
		})
		h := open(t, db, plan{settings: usual, model: model, idle: true})
		before := map[string]persona.Digest{}
		for i, mark := range strings.Split(list, "; ") {
			text := fmt.Sprintf("第%d次复查血压", i+2-failing) // the first of them fails
			d := persona.RawDigest(souvenir.Window{})
			d.Tags, d.NeedsProcessing = nil, false
			if set := marks[mark]; set != nil {
				set(&d)
			} else if mark != "plus 1 clean" {
				puzzled(t, "setup", mark)
			}
			keepDigest(t, h, i, text, d)
			before[fmt.Sprint("e", i)] = d
		}
		if c.Input == "role card created" || failing > 0 {
			if _, err := h.PutRoleCard(t.Context(), "wang", *called("王奶奶")); err != nil {
				t.Fatal(err)
			}
		}
		report, err := h.ProcessPending(t.Context(), "wang")
		if err != nil || report.Total != 3 || report.Processed != 3-failing || report.Failed != failing || report.Skipped != 0 || len(report.Details) != 3 {
			t.Fatalf("%+v, %v", report, err)
		}
		for _, name := range []string{"total", "processed", "failed"} {
			n := map[string]int{"total": report.Total, "processed": report.Processed, "failed": report.Failed}[name]
			if strings.Contains(c.Expected, name+" ") && !strings.Contains(c.Expected, fmt.Sprint(name, " ", n)) {
				t.Errorf("%s = %d, want %s", name, n, c.Expected)
			}
		}
		checkProcessed(t, h, before, failing)
		again, err := h.ProcessPending(t.Context(), "wang")
		if err != nil || again.Total != failing {
			t.Errorf("a second run: %+v, %v", again, err)
		}
	})
}

// keepDigest stores a digest with the conversation that it was made of.
func keepDigest(t *testing.T, h *house, i int, text string, d persona.Digest) {
	t.Helper()
	conversation, id := fmt.Sprint("c", i), fmt.Sprint("m", i)
	_, err := h.store.Accept(t.Context(), store.Post{
		Scope:    souvenir.Scope{Tenant: souvenir.DefaultTenant, User: "wang", Agent: "7", Conversation: conversation},
		Messages: []souvenir.Message{{ID: id, Role: souvenir.User, Content: text, At: time.Now()}}, Skip: "kept already",
	})
	if err != nil {
		t.Fatal(err)
	}
	d.Raw = persona.Raw{Messages: []string{id}, PartnerID: "7"}
	ep := souvenir.Episode{ID: fmt.Sprint("e", i), User: "wang", Agent: "7", Conversation: conversation, Style: "persona", Pending: persona.NeedsProcessing(d), Messages: []string{id}, Body: d.Body()}
	if err := h.store.Settle(t.Context(), souvenir.DefaultTenant, store.Verdict{Episodes: []souvenir.Episode{ep}}, souvenir.Cause{}); err != nil {
		t.Fatal(err)
	}
}

// checkProcessed: a digest that was read again has lost its marks, one that could
// not be read has kept them, and all know what they were made of.
func checkProcessed(t *testing.T, h *house, before map[string]persona.Digest, failing int) {
	t.Helper()
	l, err := h.Episodes(t.Context(), "wang", "", "")
	if err != nil || len(l.Items) != len(before) {
		t.Fatalf("%+v, %v", l, err)
	}
	waiting := 0
	for _, ep := range l.Items {
		d, err := persona.ReadDigest(ep.Body)
		if err != nil {
			t.Fatal(err)
		}
		was := before[ep.ID]
		if !slices.Equal(d.Raw.Messages, ep.Messages) || d.Raw.PartnerID != "7" {
			t.Errorf("%s was made of %+v", ep.ID, d.Raw)
		}
		switch {
		case persona.NeedsProcessing(d):
			waiting++
			if !ep.Pending || !slices.Equal(d.Tags, was.Tags) || d.NeedsProcessing != was.NeedsProcessing {
				t.Errorf("%s failed and changed: %+v", ep.ID, d)
			}
		case persona.NeedsProcessing(was):
			if ep.Pending || slices.Contains(d.Tags, "needs_rolecard") || slices.Contains(d.Tags, "pending_processing") || !d.HasUnfinished || len(d.PendingTopics) != 1 || d.Summary != "复查了" {
				t.Errorf("%s was read again: %+v", ep.ID, d)
			}
		case d.Summary != was.Summary:
			t.Errorf("%s was clean and changed: %+v", ep.ID, d)
		}
	}
	if waiting != failing {
		t.Errorf("%d of %v wait, want %d", waiting, slices.Sorted(maps.Keys(before)), failing)
	}
}

// topicFileName lets a model choose a topic that is no file's name.
func topicFileName(t *testing.T, c Case) {
	topic, ok := strings.CutPrefix(c.Setup, "topicSummary ")
	list, found := strings.CutPrefix(c.Expected, "file name contains no ")
	list, control := strings.CutSuffix(list, " or control characters")
	if !ok || !found || !control {
		puzzled(t, "case", c.Setup+c.Expected)
	}
	text, _ := json.Marshal(map[string]string{"summary": "s", "topicSummary": topic + "\x07"})
	d := digestOf(t, mustRun(t, style(t, "persona"), visit(), string(text)))
	for _, char := range strings.Fields(list) {
		if strings.Contains(d.TopicSummary, char) {
			t.Errorf("%q contains %s", d.TopicSummary, char)
		}
	}
	if d.TopicSummary != "讨论abc" || strings.ContainsFunc(d.TopicSummary, unicode.IsControl) {
		t.Errorf("topic %q", d.TopicSummary)
	}
}

// literalText asks about a message that looks like a template.
func literalText(t *testing.T, c Case) {
	text, ok := strings.CutPrefix(c.Setup, "conversation text contains ")
	if !ok || c.Expected != "text appears literally in the prompt" {
		puzzled(t, "case", c.Setup+c.Expected)
	}
	w := visit()
	w.Relation = "孙子"
	w.Messages[0].Content = text + " {{.Relation}}"
	q, asks, err := extract.Prompt(t.Context(), style(t, "persona"), w)
	if err != nil || !asks || !strings.Contains(q.User, ": "+text+" {{.Relation}}\n") {
		t.Errorf("asks %v, %v:\n%s", asks, err, q.User)
	}
}
