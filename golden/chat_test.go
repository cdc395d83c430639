package golden

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// Seed C: what users tell a companion, message by message.

// scene is where something is said: "source=web, character=Nova; user said: Hello."
type scene struct {
	talk  souvenir.Talk
	agent souvenir.AgentEdit
	rest  string // what the setup says besides
}

var place = regexp.MustCompile(`(\w+)=(\[[^\]]*\]|[^,;]+)`)

func sceneOf(t testing.TB, setup string) scene {
	t.Helper()
	where, rest, _ := strings.Cut(setup, "; ")
	s := scene{rest: rest, talk: souvenir.Talk{User: "ann", Agent: "nova", Styles: []string{"companion"}}, agent: souvenir.AgentEdit{Immersion: "unbounded"}}
	for _, m := range place.FindAllStringSubmatch(where, -1) {
		switch m[1] {
		case "source":
			s.talk.Source = m[2]
		case "character":
			s.agent.Name = m[2]
		case "all_users":
			s.talk.Participants = listed(m[2])
		case "primary":
			s.talk.User = m[2]
		default:
			puzzled(t, "setup", setup)
		}
	}
	return s
}

// listed reads "[a,b]".
func listed(text string) []string {
	text = strings.Trim(text, "[]")
	if text == "" {
		return []string{}
	}
	return strings.Split(text, ",")
}

// say adds what was said: "(assistant only) ...", "alex: ..." in a group, or the
// user's own words.
func (s *scene) say(line string) {
	m := souvenir.Said{ID: fmt.Sprintf("m%d", len(s.talk.Messages)+1), Role: souvenir.User, Content: line}
	if words, only := strings.CutPrefix(line, "(assistant only) "); only {
		m.Role, m.Content = souvenir.Assistant, words
	}
	if who, words, named := strings.Cut(line, ": "); named && slices.Contains(s.talk.Participants, who) {
		m.Name, m.Content = who, words
	}
	s.talk.Messages = append(s.talk.Messages, m)
}

// item is a memory as a model writes it.
type item struct {
	Content         string          `json:"content"`
	Type            string          `json:"type"`
	Confidence      json.RawMessage `json:"confidence"`
	Reasoning       string          `json:"reasoning"`
	EmotionalWeight *float64        `json:"emotional_weight,omitempty"`
	Participants    []string        `json:"participants,omitempty"`
}

func array(items ...item) string {
	text, err := json.Marshal(append([]item{}, items...))
	if err != nil {
		panic(err)
	}
	return string(text)
}

func sure(content string) item {
	return item{Content: content, Type: "fact", Confidence: json.RawMessage("0.95"), Reasoning: "as said"}
}

// filters are the six of the seed, by their numbers.
var filters = []string{1: "conversation action", 2: "assistant fact", 3: "system prompt leak", 4: "demographic hallucination", 5: "unknown information", 6: "non-user content"}

// verdict is what a case expects of one memory that a model proposes.
type verdict struct {
	blocked string // by which filter; empty means that it passes
	content string // as it was proposed or, if it passes, as it is kept
}

var (
	byNumber = regexp.MustCompile(`^blocked: filter ([1-6])\b`)
	byName   = regexp.MustCompile(`^blocked \(([^)]+)\)`)
)

func verdictOf(t testing.TB, expected, content string) verdict {
	t.Helper()
	if m := byNumber.FindStringSubmatch(expected); m != nil {
		n, _ := strconv.Atoi(m[1])
		if _, what, named := strings.Cut(expected, m[0]+" "); named && !strings.HasPrefix(what, "(") && what != filters[n] {
			t.Fatalf("filter %d is called %q, expected is %q", n, filters[n], what)
		}
		return verdict{filters[n], content}
	}
	if m := byName.FindStringSubmatch(expected); m != nil {
		return verdict{m[1], content}
	}
	switch {
	case expected == "pass (normalised)":
		return verdict{"", strings.Replace(content, "The user ", "User ", 1)}
	case strings.HasPrefix(expected, "pass"):
		return verdict{"", content}
	}
	puzzled(t, "expectation", expected)
	return verdict{}
}

func (v verdict) check(t testing.TB, where string, kept []souvenir.Candidate, refused []souvenir.Rejection) {
	t.Helper()
	if v.blocked == "" {
		if len(kept) != 1 || len(refused) != 0 || kept[0].Content != v.content {
			t.Errorf("%s: kept %+v and refused %+v, want %q kept", where, kept, refused, v.content)
		}
		return
	}
	rule, reason := strings.ReplaceAll(v.blocked, " ", "-"), "Blocked "+v.blocked+": "+v.content
	if len(kept) != 0 || len(refused) != 1 || refused[0].Rule != rule || refused[0].Reason != reason {
		t.Errorf("%s: kept %+v and refused %+v, want it refused by %s: %s", where, kept, refused, rule, reason)
	}
}

var whoSaid = regexp.MustCompile(`^(.*) \(user said: (.*)\)$`)

// filterCandidate proposes one memory, at a high confidence, to the style's
// filters. Where the case tells what was said, the same goes through the whole
// product, whose gates have to agree.
func filterCandidate(t *testing.T, c Case) {
	s, content := sceneOf(t, c.Setup), c.Input
	said, told := s.rest, s.rest != ""
	if m := whoSaid.FindStringSubmatch(content); m != nil {
		content, said, told = m[1], m[2], true
	}
	if !told {
		said = "Hello."
	}
	s.say(strings.TrimPrefix(said, "user said: "))
	want := verdictOf(t, c.Expected, content)
	r := mustRun(t, style(t, "companion"), window(s.talk, s.agent), array(sure(content)))
	want.check(t, "the style", r.Candidates, r.Rejections)
	if !told {
		return
	}
	h := open(t, shared.sqlite, plan{settings: usual, model: llmtest.New(t, llmtest.Say(array(sure(content)))), idle: true})
	h.describe(t, s)
	p, err := h.Extract(t.Context(), s.talk)
	if err != nil {
		t.Fatal(err)
	}
	want.check(t, "the product", p.Candidates, p.Rejections)
	if want.blocked != "" && !h.log.has(`level=WARN msg="[FILTER] Blocked `+want.blocked) {
		t.Errorf("the log does not warn of it: %s", &h.log.Buffer)
	}
}

func (h *house) describe(t *testing.T, s scene) {
	t.Helper()
	if _, err := h.PutAgent(t.Context(), s.talk.Agent, s.agent); err != nil {
		t.Fatal(err)
	}
}

var (
	listedMemory = regexp.MustCompile(`"([^"]+)",? (fact|project|experience|story|relationship),? ([0-9.]+)`)
	took         = regexp.MustCompile(`participants (\[[^\]]*\])`)
	moved        = regexp.MustCompile(`emotional_weight ([0-9.]+)`)
)

// itemsOf are the memories that a case expects: a list of contents with type and
// confidence, or one bare sentence.
func itemsOf(t testing.TB, expected string) []item {
	t.Helper()
	var out []item
	for _, m := range listedMemory.FindAllStringSubmatch(expected, -1) {
		out = append(out, item{Content: m[1], Type: m[2], Confidence: json.RawMessage(m[3]), Reasoning: "as said"})
	}
	if len(out) == 0 {
		content, _, _ := strings.Cut(expected, " (")
		return []item{sure(content)}
	}
	if m := took.FindStringSubmatch(expected); m != nil {
		if err := json.Unmarshal([]byte(m[1]), &out[0].Participants); err != nil {
			t.Fatal(err)
		}
	}
	if m := moved.FindStringSubmatch(expected); m != nil {
		weight, _ := strconv.ParseFloat(m[1], 64)
		out[0].EmotionalWeight = &weight
	}
	if n, said := counted(expected, " memories:"); said && n != len(out) {
		t.Fatalf("%q has %d memories", expected, len(out))
	}
	return out
}

// counted reads "2 memories".
func counted(text, what string) (int, bool) {
	number, _, found := strings.Cut(text, what)
	n, err := strconv.Atoi(number)
	return n, found && err == nil
}

// learnFromChat says something to the product whose model either finds what is
// expected, which has to arrive in the database as it is, or finds what it should
// not, which has to be refused.
func learnFromChat(t *testing.T, c Case) {
	s := sceneOf(t, c.Setup)
	for line := range strings.SplitSeq(c.Input, "\n") {
		s.say(line)
	}
	wrong, mistaken := strings.CutPrefix(s.rest, "model wrongly returns: ")
	nothing := mistaken || strings.HasPrefix(c.Expected, "[]")
	var items []item
	switch {
	case mistaken:
		items = []item{sure(wrong)}
	case !nothing:
		items = itemsOf(t, c.Expected)
	}
	var script []llmtest.Reply
	if !strings.Contains(c.Expected, "LLM not called") {
		script = append(script, llmtest.Say(array(items...)))
	}
	if n := len(s.talk.Messages); n > 1 { // each message is read on its own
		script = nil
		for _, i := range items {
			script = append(script, llmtest.Say(array(i)))
		}
	}
	h, _ := asking(t, usual, script...)
	h.describe(t, s)
	h.remember(t, "c", s.talk)
	kept := h.memories(t, s.talk.User, "")
	if !nothing {
		checkKept(t, s, items, kept)
		return
	}
	if !strings.Contains(c.Expected, "[]") || len(kept) != 0 {
		t.Errorf("kept %+v, want nothing", kept)
	}
	if refused := h.rejections(t, s.talk.User); strings.HasPrefix(c.Expected, "blocked") {
		verdictOf(t, c.Expected, wrong).check(t, "the product", nil, refused)
	} else if len(refused) != 0 {
		t.Errorf("refused %+v, want nothing proposed", refused)
	}
}

func checkKept(t *testing.T, s scene, want []item, got []souvenir.Memory) {
	t.Helper()
	slices.Reverse(got) // oldest first
	if len(got) != len(want) {
		t.Fatalf("kept %+v, want %d memories", got, len(want))
	}
	for i, m := range got {
		w := want[i]
		if m.Content != w.Content || m.Type != w.Type || fmt.Sprint(*m.Confidence) != string(w.Confidence) || m.Status != souvenir.Active || m.Origin != souvenir.Implicit || m.Priority != 80 {
			t.Errorf("kept %+v, want %+v", m, w)
		}
		if !slices.Equal(m.Participants, w.Participants) || (w.EmotionalWeight != nil) != (m.EmotionalWeight != nil) || w.EmotionalWeight != nil && *m.EmotionalWeight != *w.EmotionalWeight {
			t.Errorf("kept with %v and %v, want %v and %v", m.Participants, m.EmotionalWeight, w.Participants, w.EmotionalWeight)
		}
		if who, _, _ := strings.Cut(m.Content, " "); len(s.talk.Participants) > 0 && m.SubjectUser != who {
			t.Errorf("%q is about %q", m.Content, m.SubjectUser)
		}
	}
}

// confidence proposes "User enjoys tea @ 0.95", after the user said so.
func confidence(t *testing.T, c Case) {
	s := sceneOf(t, c.Setup)
	content, value, ok := strings.Cut(c.Input, " @ ")
	if !ok {
		puzzled(t, "input", c.Input)
	}
	s.say(inFirstPerson(content))
	i := sure(content)
	i.Confidence = json.RawMessage(strings.TrimSuffix(value, " string"))
	h, _ := asking(t, usual, llmtest.Say(array(i)))
	h.describe(t, s)
	h.remember(t, "c", s.talk)
	kept, refused := h.memories(t, s.talk.User, ""), h.rejections(t, s.talk.User)
	want := strings.Trim(strings.TrimSuffix(value, " string"), `"`)
	switch {
	case c.Expected == "saved" || c.Expected == "saved (inclusive)" || c.Expected == "accepted as "+want:
		if len(kept) != 1 || fmt.Sprint(*kept[0].Confidence) != want || len(refused) != 0 {
			t.Errorf("kept %+v and refused %+v, want it kept at %s", kept, refused, want)
		}
	case strings.HasPrefix(c.Expected, "dropped, reason "), strings.HasPrefix(c.Expected, "rejected: "):
		reason := strings.TrimPrefix(strings.TrimPrefix(c.Expected, "dropped, reason "), "rejected: ")
		if len(kept) != 0 || len(refused) != 1 || refused[0].Reason != reason {
			t.Errorf("kept %+v and refused %+v, want it refused: %s", kept, refused, reason)
		}
	default:
		puzzled(t, "expectation", c.Expected)
	}
}

// modes are the ways of reading that an expectation names.
var modes = map[string]reply.Mode{"fence stripped": reply.Fenced, "array taken from text": reply.Embedded, "parse failure counted": reply.Unreadable}

// parseArray gives the product a reply in some shape. One that cannot be read is
// asked for again and comes again; nothing is remembered, and it is counted.
func parseArray(t *testing.T, c Case) {
	want, readable := 0, true
	switch {
	case strings.HasPrefix(c.Expected, "[]"):
		readable = false
	case strings.HasPrefix(c.Expected, "1 memory"):
		want = 1
	default:
		puzzled(t, "expectation", c.Expected)
	}
	script := []llmtest.Reply{llmtest.Say(c.Input)}
	if !readable {
		script = append(script, llmtest.Say(c.Input))
	}
	h, model := asking(t, usual, script...)
	h.remember(t, "c", talk("ann", "companion", "I like tea"))
	if !readable {
		stillThere(t, h, model, c.Input)
	}
	kept, refused := h.memories(t, "ann", ""), h.rejections(t, "ann")
	if len(kept) != want || want == 1 && kept[0].Content != "User likes tea" {
		t.Errorf("kept %+v, want %d", kept, want)
	}
	if alone := strings.Contains(c.Expected, "skipped alone"); alone != (len(refused) == 1) || alone && refused[0].Rule != "shape" {
		t.Errorf("refused %+v", refused)
	}
	if strings.Contains(c.Expected, "category accepted") && kept[0].Category != "preference" {
		t.Errorf("kept under %q", kept[0].Category)
	}
	for words, mode := range modes {
		if n := h.counted(t, "companion", souvenir.ReplyMode+string(mode)); strings.Contains(c.Expected, words) != (n > 0) && mode != reply.Unreadable {
			t.Errorf("%d replies were %s", n, mode)
		}
	}
	if n := h.counted(t, "companion", souvenir.UnreadableReply); readable == (n > 0) {
		t.Errorf("%d replies were counted as unreadable", n)
	}
}

// stillThere: a reply that cannot be read ends its own message, visibly, and
// nothing else: the next one is read as ever.
func stillThere(t *testing.T, h *house, model *llmtest.Server, text string) {
	t.Helper()
	if failed := h.jobs(t, souvenir.JobFailed); len(failed) != 1 || failed[0].Reply != text || failed[0].Attempts != 1 {
		t.Errorf("failed jobs %+v, want one that keeps the reply", failed)
	}
	model.Then(llmtest.Say(array(sure("User likes coffee"))))
	next := talk("bob", "companion", "I like coffee")
	if o := h.remember(t, "c2", next); o[0].State != souvenir.Remembered {
		t.Errorf("the next message ended as %+v", o[0])
	}
}
