package golden

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/selective"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

// Seed A: little, and only what outlasts the work at hand.

// metaPatterns are the five of the seed, as it prints them.
var metaPatterns = []string{
	1: `^the (assistant|user|ai|bot|developer|engineer|team) (was |is |has been |should |decided to |suggested )`,
	2: `^(assistant|user|developer|engineer) (mentioned|stated|said|discussed|asked|instructed)`,
	3: `^in (the |this )?(conversation|session|transcript|discussion)`,
	4: `^the assistant (ran|executed|checked|looked at|opened)`,
	5: `^(the )?(conversation|session|discussion) (focused on|covered|was about|involved)`,
}

type entry = map[string]any

var (
	entryWords = regexp.MustCompile(`^type (\w+), subject "([^"]+)", content "([^"]+)", importance (\d+), (permanent|temporary), (\d) tags$`)
	subject    = regexp.MustCompile(`^subject "([^"]*)"(?: with extra name (\w+))?$`)
	content    = regexp.MustCompile(`^content (?:of (\d+) characters )?"([^"]*)"$`)
	importance = regexp.MustCompile(`^importance (\S+)(?: or (\S+))?$`)
	words      = regexp.MustCompile(`^source_context of (\d+) words$`)
	tagsOf     = regexp.MustCompile(`^tags of (\d+)$`)
	quoted     = regexp.MustCompile(`^(?:(decision) )?"([^"]*)"(?: \(no rationale\))?$`)
	typed      = regexp.MustCompile(`^type ("[^"]*"), importance ("[^"]*"), tags (\[[^\]]*\])$`)
	expiry     = regexp.MustCompile(`^expiry "([^"]*)"$`)
	many       = regexp.MustCompile(`^(\d+) valid entries in one chunk$`)
)

// valid is the entry of GA-01 with some fields changed.
func valid(t testing.TB, changes entry) entry {
	t.Helper()
	m := entryWords.FindStringSubmatch(caseOf(t, "GA-01").Input)
	if m == nil {
		puzzled(t, "input", caseOf(t, "GA-01").Input)
	}
	number, _ := strconv.Atoi(m[4])
	tags := []string{"agenr", "database", "embeddings"}
	if strconv.Itoa(len(tags)) != m[6] {
		puzzled(t, "number of tags", m[6])
	}
	e := entry{"type": m[1], "subject": m[2], "content": m[3], "importance": number, "expiry": m[5], "tags": tags, "source_context": "User described the database"}
	maps.Copy(e, changes)
	return e
}

// entriesOf are what an input describes, and the names that a deployment blocks
// besides.
func entriesOf(t testing.TB, input string) (es []entry, names []string) {
	t.Helper()
	with := func(changes entry) []entry { return []entry{valid(t, changes)} }
	if parts := strings.Split(input, " AND "); len(parts) > 1 {
		return with(severalWrong(t, parts)), nil
	}
	if m := subject.FindStringSubmatch(input); m != nil {
		return with(entry{"subject": m[1]}), slices.DeleteFunc([]string{m[2]}, func(s string) bool { return s == "" })
	}
	if m := content.FindStringSubmatch(input); m != nil {
		if m[1] != "" && strconv.Itoa(len(m[2])) != m[1] {
			t.Fatalf("%q does not have %s characters", m[2], m[1])
		}
		return with(entry{"content": m[2]}), nil
	}
	if m := importance.FindStringSubmatch(input); m != nil {
		for _, n := range m[1:] {
			if n != "" {
				es = append(es, with(entry{"importance": json.Number(n)})...)
			}
		}
		return es, nil
	}
	if m := words.FindStringSubmatch(input); m != nil {
		return with(entry{"source_context": strings.TrimSpace(strings.Repeat("word ", atoi(t, m[1])))}), nil
	}
	if m := tagsOf.FindStringSubmatch(input); m != nil {
		tags := []string{}
		for i := range atoi(t, m[1]) {
			tags = append(tags, fmt.Sprint("tag", i))
		}
		return with(entry{"tags": tags}), nil
	}
	if m := quoted.FindStringSubmatch(input); m != nil {
		e := entry{"content": m[2]}
		if m[1] != "" {
			e["type"] = m[1]
		}
		return with(e), nil
	}
	if m := typed.FindStringSubmatch(input); m != nil {
		return with(entry{"type": json.RawMessage(m[1]), "importance": json.RawMessage(m[2]), "tags": json.RawMessage(m[3])}), nil
	}
	if m := expiry.FindStringSubmatch(input); m != nil {
		return with(entry{"expiry": m[1]}), nil
	}
	if m := many.FindStringSubmatch(input); m != nil {
		for i := range atoi(t, m[1]) {
			es = append(es, with(entry{"importance": 5 + i%4, "content": fmt.Sprintf("Entry number %d says something durable.", i)})...)
		}
		return es, nil
	}
	switch {
	case entryWords.MatchString(input):
		return with(nil), nil
	case input == "tags []":
		return with(entry{"tags": []string{}}), nil
	case strings.HasPrefix(input, "the other six GOOD few-shots ("):
		return fewShots(t, strings.TrimSuffix(strings.TrimPrefix(input, "the other six GOOD few-shots ("), ")")), nil
	case strings.HasPrefix(input, "{"):
		var e entry
		if err := json.Unmarshal([]byte(input), &e); err != nil {
			t.Fatal(err)
		}
		return with(e), nil
	}
	puzzled(t, "input", input)
	return nil, nil
}

func atoi(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// severalWrong reads "subject User AND importance 2 AND content short".
func severalWrong(t testing.TB, parts []string) entry {
	t.Helper()
	e := entry{}
	for _, part := range parts {
		switch name, value, _ := strings.Cut(part, " "); {
		case name == "subject":
			e[name] = value
		case name == "importance":
			e[name] = json.Number(value)
		case part == "content short":
			e[name] = "short"
		default:
			puzzled(t, "input", part)
		}
	}
	return e
}

// fewShots are the good examples of the prompt that have the types of a list.
func fewShots(t testing.TB, types string) (out []entry) {
	t.Helper()
	q, _, err := extract.Prompt(t.Context(), style(t, "selective"), window(talk("ann", "selective", "I want specs first."), souvenir.AgentEdit{}))
	if err != nil {
		t.Fatal(err)
	}
	_, good, _ := strings.Cut(q.System, "# Good\n")
	good, _, _ = strings.Cut(good, "\n\n")
	want := strings.Split(types, ", ")
	for line := range strings.Lines(good) {
		var e entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if i := slices.Index(want, e["type"].(string)); i >= 0 {
			out, want = append(out, e), slices.Delete(want, i, i+1)
		}
	}
	if len(want) > 0 {
		t.Fatalf("the prompt has no good example of %v", want)
	}
	return out
}

// validate hands in entries and looks at what becomes of them.
func validate(t *testing.T, c Case) {
	es, names := entriesOf(t, c.Input)
	s, err := selective.New(nil, names...)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(entry{"entries": es})
	if err != nil {
		t.Fatal(err)
	}
	r := mustRun(t, s, window(talk("ann", "selective", "Well, it is SQLite."), souvenir.AgentEdit{}), string(text))
	checkEntries(t, c.Expected, es, r)
}

func checkEntries(t *testing.T, expected string, es []entry, r extract.Result) {
	t.Helper()
	expected = strings.TrimPrefix(expected, "first failure only: ")
	if n, ok := strings.CutPrefix(expected, "meta-pattern "); ok {
		expected = "meta-pattern: " + metaPatterns[atoi(t, n)]
	}
	kept := func(want ...string) {
		t.Helper()
		var got []string
		for _, c := range r.Candidates {
			got = append(got, fmt.Sprint(c.Type, ", ", *c.Importance, ", ", strings.ReplaceAll(fmt.Sprint(c.Tags), " ", ",")))
		}
		if len(r.Rejections) != 0 || len(got) != len(es) || len(want) > 0 && !strings.HasPrefix(got[0], want[0]) {
			t.Errorf("kept %q and refused %+v, want %v", got, r.Rejections, want)
		}
	}
	switch {
	case expected == "valid (null)" || expected == "valid" || expected == "all valid":
		kept()
	case expected == "accepted as decision":
		kept("decision")
	case expected == "downgraded to fact":
		if kept("fact"); !strings.Contains(r.Candidates[0].Reasoning, "decision") {
			t.Errorf("the reason %q does not tell of the decision", r.Candidates[0].Reasoning)
		}
	case strings.HasPrefix(expected, "accepted: "):
		kept(strings.TrimPrefix(expected, "accepted: "))
	case expected == "8 stored (highest importance), 2 reported truncated":
		checkCap(t, r)
	case strings.HasPrefix(expected, "rejected"):
		if len(r.Candidates) != 0 || len(r.Rejections) != len(es) {
			t.Errorf("kept %+v and refused %+v, want all refused", r.Candidates, r.Rejections)
		}
		checkWhy(t, expected, es[0], r)
	default:
		if len(r.Candidates) != 0 || len(r.Rejections) != 1 || r.Rejections[0].Reason != expected {
			t.Errorf("kept %+v and refused %+v, want it refused: %s", r.Candidates, r.Rejections, expected)
		}
	}
}

// checkWhy reads what stands in brackets behind "rejected".
func checkWhy(t *testing.T, expected string, e entry, r extract.Result) {
	t.Helper()
	switch expected {
	case "rejected":
	case "rejected (blocked subject; also extended meta pattern)":
		alone := mustRun(t, style(t, "selective"), window(talk("ann", "selective", "x"), souvenir.AgentEdit{}), entriesText(t, valid(t, entry{"content": e["content"]})))
		if !strings.HasPrefix(r.Rejections[0].Reason, "blocked subject") || len(alone.Rejections) != 1 || !strings.HasPrefix(alone.Rejections[0].Reason, "meta-pattern: ") {
			t.Errorf("refused %+v, and for its content %+v", r.Rejections, alone.Rejections)
		}
	case "rejected (extended pattern; the five originals miss it)":
		if !strings.HasPrefix(r.Rejections[0].Reason, "meta-pattern: ") {
			t.Errorf("refused %+v", r.Rejections)
		}
		for _, p := range metaPatterns[1:] {
			if regexp.MustCompile("(?i)" + p).MatchString(e["content"].(string)) {
				t.Errorf("%s matches", p)
			}
		}
	default:
		puzzled(t, "expectation", expected)
	}
}

func entriesText(t *testing.T, es ...entry) string {
	t.Helper()
	text, err := json.Marshal(entry{"entries": es})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func checkCap(t *testing.T, r extract.Result) {
	t.Helper()
	if len(r.Candidates) != 8 || len(r.Rejections) != 2 {
		t.Fatalf("kept %d and refused %+v, want 8 and 2", len(r.Candidates), r.Rejections)
	}
	least := 10
	for _, c := range r.Candidates {
		least = min(least, *c.Importance)
	}
	for _, cut := range r.Rejections {
		if cut.Rule != "cap" || *cut.Candidate.Importance > least {
			t.Errorf("refused %+v, though one of importance %d is kept", cut, least)
		}
	}
}

var turns = regexp.MustCompile(`(Assistant|User): `)

// emptyChunk is routine work of an agent, about which a model has nothing to say.
func emptyChunk(t *testing.T, c Case) {
	said := talk("ann", "selective")
	at := append(turns.FindAllStringSubmatchIndex(c.Input, -1), []int{len(c.Input)})
	for i := range at[:len(at)-1] {
		role := souvenir.Role(strings.ToLower(c.Input[at[i][2]:at[i][3]]))
		said.Messages = append(said.Messages, souvenir.Said{Role: role, Content: strings.TrimSpace(c.Input[at[i][1]:at[i+1][0]])})
	}
	reply, rest, ok := strings.Cut(c.Expected, "; ")
	if !ok || rest != "stored 0; counted as empty chunk" || len(said.Messages) != 3 {
		puzzled(t, "case", c.Input+c.Expected)
	}
	h, model := asking(t, usual, llmtest.Call(reply))
	h.remember(t, "c", said)
	if chat := model.Chats()[0]; chat.Tools[0].Function.Name != "submit_knowledge" {
		t.Errorf("asked for %s", chat.Tools[0].Function.Name)
	}
	if n := len(h.memories(t, "ann", "")); n != 0 {
		t.Errorf("%d memories stored", n)
	}
	if all, empty := h.counted(t, "selective", souvenir.Windows), h.counted(t, "selective", souvenir.EmptyWindows); all != 1 || empty != 1 {
		t.Errorf("%d chunks, %d empty, want one of each", all, empty)
	}
}

var (
	shares  = regexp.MustCompile(`^(\d+) entries, (\d+) with importance >= 8$`)
	warning = regexp.MustCompile(`^share (\d+)% > (\d+)% -> inflation warning$`)
)

// inflation keeps entries of which too many are very important.
func inflation(t *testing.T, c Case) {
	n, want := shares.FindStringSubmatch(c.Setup), warning.FindStringSubmatch(c.Expected)
	if n == nil || want == nil {
		puzzled(t, "case", c.Setup+c.Expected)
	}
	all, high := atoi(t, n[1]), atoi(t, n[2])
	h := open(t, sqlite(t), plan{settings: usual})
	facts := []string{"The garage holds a kayak", "Berlin has rain today", "My bicycle is blue", "Otters eat fish", "Jazz concerts start late", "The violin needs strings", "Bread rises slowly", "Chess is on Mondays", "The roof leaks", "Lava is hot", "Paint dries fast", "Snow covers Oslo"}
	for i := range all {
		level := 5 + i%3
		if i < high {
			level = 8
		}
		h.state(t, souvenir.Statement{User: fmt.Sprint("user", i), Content: facts[i], Importance: &level})
	}
	stats, err := h.Stats(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	cal := stats.Calibration
	if fmt.Sprintf("%.0f", 100*cal.HighShare) != want[1] || len(cal.Warnings) != 1 || !strings.Contains(cal.Warnings[0], want[1]+"%") || !strings.Contains(cal.Warnings[0], want[2]+"%") {
		t.Errorf("calibration %+v, want %s", cal, c.Expected)
	}
}
