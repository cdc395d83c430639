package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
)

// said is when the examples in the rule files are said: a Thursday.
var said = time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)

func TestEveryRuleDoesWhatItsTestsSay(t *testing.T) {
	t.Parallel()
	all, err := builtinFiles()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		for _, r := range f.Rules {
			if len(r.Tests) == 0 {
				t.Errorf("%s rule %q has no tests", f.Language, r.Name)
			}
			for _, c := range r.Tests {
				if got := contents(t, c.Says); !slices.Equal(got, c.Gives) && len(got)+len(c.Gives) > 0 {
					t.Errorf("%s rule %q: %q gives %q, want %q", f.Language, r.Name, c.Says, got, c.Gives)
				}
			}
		}
		for _, n := range f.Never {
			for _, says := range n.Tests {
				if got := contents(t, says); len(got) > 0 {
					t.Errorf("never %q: %q gives %q, want nothing", n.Name, says, got)
				}
			}
			for _, says := range n.Keeps {
				if len(contents(t, says)) == 0 {
					t.Errorf("never %q: %q gives nothing, want something", n.Name, says)
				}
			}
		}
	}
}

func TestEveryRuleIsSound(t *testing.T) {
	t.Parallel()
	b, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	types := []string{"fact", "preference", "project", "experience", "story", "relationship", "todo"}
	categories := []string{"personal_info", "preference", "experience", "relationship", "goal", "skill"}
	for code, l := range b.languages {
		for _, r := range l.rules {
			for _, p := range slices.Concat(r.says, r.mentions) {
				if _, err := p.re(); err != nil {
					t.Errorf("%s rule %q: %q: %v", code, r.Name, p.source, err)
				}
			}
			if !slices.Contains(types, r.Type) || !slices.Contains(categories, r.Category) {
				t.Errorf("%s rule %q is of type %q and category %q", code, r.Name, r.Type, r.Category)
			}
			if !slices.Contains([]string{"", "needed", "past", "ahead", "none", "kept"}, r.When) {
				t.Errorf("%s rule %q: when %q", code, r.Name, r.When)
			}
		}
	}
}

func TestOurFilesDoNotContradictEachOther(t *testing.T) {
	t.Parallel()
	all, err := builtinFiles()
	if err != nil {
		t.Fatal(err)
	}
	kinds, rules := map[string]bool{}, map[string]bool{}
	for _, f := range all {
		for name := range f.Kinds {
			if kinds[f.Language+name] {
				t.Errorf("%s kind %q is defined twice", f.Language, name)
			}
			kinds[f.Language+name] = true
		}
		for _, r := range f.Rules {
			if rules[f.Language+r.Name] {
				t.Errorf("%s rule %q is defined twice", f.Language, r.Name)
			}
			rules[f.Language+r.Name] = true
		}
	}
}

func TestSeveralFactsInOneMessage(t *testing.T) {
	t.Parallel()
	got := contents(t, "I'm Anna, I live in Lyon and work as a nurse")
	want := []string{"User's name is Anna", "User lives in Lyon", "User works as a nurse"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestACandidateSaysEverythingAboutItself(t *testing.T) {
	t.Parallel()
	got := candidates(t, window("so, actually I moved to Porto last month :)"))
	if len(got) != 1 {
		t.Fatalf("got %d candidates, want 1", len(got))
	}
	c := got[0]
	if c.Type != "fact" || c.Category != "personal_info" || c.Key != "home" || c.Language != "en" || *c.Confidence != 0.95 || c.Origin != souvenir.Implicit {
		t.Errorf("got %+v", c.Memory)
	}
	if want := (souvenir.Evidence{Message: "m1", Quote: "so, actually I moved to Porto last month"}); c.Evidence[0] != want {
		t.Errorf("evidence %+v, want %+v", c.Evidence[0], want)
	}
	if want := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC); !c.ValidFrom.Equal(want) {
		t.Errorf("valid from %v, want %v", c.ValidFrom, want)
	}
}

func TestAPastEventHoldsFromItsDay(t *testing.T) {
	t.Parallel()
	c := only(t, "yesterday I ran a marathon")
	if c.Content != "User ran a marathon on 2026-03-04" || c.ValidFrom.Format(time.DateOnly) != "2026-03-04" || c.Expiry != souvenir.Permanent {
		t.Errorf("got %q from %v, %s", c.Content, c.ValidFrom, c.Expiry)
	}
}

func TestAPlanEndsAfterItsDay(t *testing.T) {
	t.Parallel()
	c := only(t, "I have a dentist appointment next Wednesday")
	if c.ValidFrom != nil || c.Expiry != souvenir.Temporary || c.ExpiresAt.Format(time.DateOnly) != "2026-04-11" {
		t.Errorf("got from %v, %s until %v", c.ValidFrom, c.Expiry, c.ExpiresAt)
	}
}

func TestKeysOfSingleValues(t *testing.T) {
	t.Parallel()
	for text, key := range map[string]string{
		"my name is Sarah":                 "name",
		"I'm 34":                           "age",
		"I live in Lyon":                   "home",
		"I moved to Lyon":                  "home",
		"I moved to accounting yesterday":  "",
		"I work at Siemens":                "employer",
		"I'm a nurse":                      "job",
		"I'm single":                       "relationship_status",
		"My birthday is May 3":             "birthday",
		"my favorite ice cream is vanilla": "favourite_ice_cream",
		"my favourite film is Alien":       "favourite_film",
		"my favourite colour is teal":      "favourite_color",
		"I love hiking":                    "",
		"我叫陈静":                             "name",
		"我住在深圳":                            "home",
	} {
		if got := only(t, text).Key; got != key {
			t.Errorf("%q has key %q, want %q", text, got, key)
		}
	}
}

func TestWhatIsAskedToBeRememberedIsExplicit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"please remember that I park on level 3":    "User parks on level 3",
		"Remember that our bins go out on Tuesdays": "User's bins go out on Tuesdays",
		"don't forget I'm vegetarian":               "User is vegetarian",
		"记住我的车停在B2":                                 "用户的车停在B2",
	} {
		c := only(t, text)
		if c.Content != want || c.Origin != souvenir.Explicit {
			t.Errorf("%q gives %q, %s; want %q, explicit", text, c.Content, c.Origin, want)
		}
	}
	for _, text := range []string{"Remember, practice makes perfect.", "remember to buy milk", "do you remember my name"} {
		if got := contents(t, text); len(got) > 0 {
			t.Errorf("%q gives %q, want nothing", text, got)
		}
	}
}

func TestAGroupChatNamesItsSpeakers(t *testing.T) {
	t.Parallel()
	w := souvenir.Window{Source: "discord", Participants: []string{"fitz", "alex"}, Agent: souvenir.Agent{Name: "Nova"}, Messages: []souvenir.Message{
		{ID: "1", Role: souvenir.User, Name: "fitz", Content: "I love sci-fi books, my dog is called Rex", At: said},
		{ID: "2", Role: souvenir.User, Name: "alex", Content: "I prefer fantasy novels", At: said},
		{ID: "3", Role: souvenir.User, Name: "alex", Content: "我住在深圳", At: said},
	}}
	var got []string
	for _, c := range candidates(t, w) {
		got = append(got, c.SubjectUser+": "+c.Content)
	}
	want := []string{"fitz: fitz loves sci-fi books", "fitz: fitz has a dog named Rex", "alex: alex prefers fantasy novels", "alex: alex 住在深圳"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestOnlyTheUserIsRead(t *testing.T) {
	t.Parallel()
	w := window("ok")
	w.Messages = append(w.Messages,
		souvenir.Message{ID: "2", Role: souvenir.Assistant, Content: "I love helping with coding!", At: said},
		souvenir.Message{ID: "3", Role: souvenir.Page, Content: "I live in Rome.", At: said})
	if got := candidates(t, w); len(got) > 0 {
		t.Errorf("got %q, want nothing", got[0].Content)
	}
}

func TestTheAgentsNameIsNotTheUsers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Hello Nova!":                       nil,
		"Hi Nova, I'm Anna":                 {"User's name is Anna"},
		"Nova, I'm allergic to nuts":        {"User is allergic to nuts"},
		"I'm Nova":                          nil,
		"funny, my name is Nova too":        {"User's name is Nova"},
		"Nova, you love jazz and I love it": nil,
	} {
		if got := contents(t, text); !slices.Equal(got, want) {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}

func TestWhatIsSaidTwiceIsProposedOnce(t *testing.T) {
	t.Parallel()
	got := candidates(t, window("I live in Lyon", "as I said, I live in Lyon"))
	if len(got) != 1 || len(got[0].Evidence) != 2 {
		t.Errorf("got %d candidates, want 1 with two places", len(got))
	}
}

func TestExtraRulesComeFirst(t *testing.T) {
	t.Parallel()
	extra := []byte(`
language: en
words: {pet: [axolotl]}
rules:
  - name: ham radio
    says: ["my call ?sign is <sign:callsign>"]
    content: "{who}'s call sign is {sign}"
    type: fact
    category: personal_info
    confidence: 0.95
    key: call_sign
kinds: {callsign: {pattern: '[A-Z]{1,2}\d[A-Z]{1,4}'}}
`)
	got := candidates(t, window("My callsign is DL1ABC. I have an axolotl."), extra)
	if len(got) != 2 || got[0].Key != "call_sign" || got[1].Content != "User has an axolotl" {
		t.Errorf("got %+v", got)
	}
}

func TestWrongExtraRulesAreReported(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ yaml, says string }{
		{"language: xx", "language"},
		{"language: en\nrulez: []", "rulez"},
		{"language: en\nrules: [{name: a, says: ['I (', 'I <x:nosuch>'], confidence: 0.9}]", "nosuch"},
		{"language: en\nrules: [{name: a, says: ['I [z'], confidence: 0.9}]", "rule a"},
		{"language: en\nrules: [{name: guess, says: ['I a'], confidence: 0.5}]", "guess"},
	} {
		if _, err := New([]byte(c.yaml)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("New(%q) says %v, want something about %q", c.yaml, err, c.says)
		}
	}
}

func TestAMegabyteIsReadInBoundedTime(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"one sentence":   strings.Repeat("I live in ", 100_000),
		"many sentences": strings.Repeat("I live in Lyon. My dog is called Rex and I love jazz, tea, and maps. ", 15_000),
		"many lines":     strings.Repeat("x\n", 500_000),
		"quotes":         strings.Repeat(`"`, 1<<20),
		"commas":         strings.Repeat("I, ", 300_000),
	} {
		start := time.Now()
		got := candidates(t, window(text))
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%s took %v", name, took)
		}
		if len(got) > maxFound+10 {
			t.Errorf("%s gives %d candidates", name, len(got))
		}
	}
}

func contents(t *testing.T, text string) []string {
	t.Helper()
	var all []string
	for _, c := range candidates(t, window(text)) {
		all = append(all, c.Content)
	}
	return all
}

func only(t *testing.T, text string) souvenir.Candidate {
	t.Helper()
	got := candidates(t, window(text))
	if len(got) != 1 {
		t.Fatalf("%q gives %d candidates, want 1", text, len(got))
	}
	return got[0]
}

func candidates(t testing.TB, w souvenir.Window, extra ...[]byte) []souvenir.Candidate {
	t.Helper()
	s, err := New(extra...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := extract.Run(t.Context(), s, extract.Kit{}, w)
	if err != nil {
		t.Fatal(err)
	}
	return r.Candidates
}

func window(texts ...string) souvenir.Window {
	w := souvenir.Window{Source: "web", Agent: souvenir.Agent{Name: "Nova"}, Now: said}
	for i, text := range texts {
		w.Messages = append(w.Messages, souvenir.Message{ID: fmt.Sprint("m", i+1), Role: souvenir.User, Content: text, At: said})
	}
	return w
}

func TestWhatIsAskedToBeRememberedIsKeptWhole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Could you please remember that I take my coffee black?":               {"User takes their coffee black"},
		"could you please remember that the garage closes at 6?":               {"User noted that the garage closes at 6"},
		"Would you mind remembering that I am left-handed?":                    {"User is left-handed"},
		"Remember: milk, eggs, bread, butter, jam, flour, sugar, salt":         {"User asked to remember: milk, eggs, bread, butter, jam, flour, sugar, salt"},
		"Please remember my shopping list:\n- milk\n- eggs\n\nThanks! Bye":     {"User's shopping list: milk; eggs"},
		"Remember these things:\n1. I live in Rome\n2. The key is on the sill": {"User lives in Rome", "User noted that the key is on the sill"},
		"Please remember: my boss is Helga. She hates meetings. Any ideas?":    {"User's boss is Helga. She hates meetings"},
		"please remember that I live in Lyon and my sister Anna likes lilies":  {"User lives in Lyon", "User lives in Lyon and their sister Anna likes lilies"},
		"Please note that I might move to Oslo":                                {"User might move to Oslo"},
		"Remember that the bins go out on Tuesday":                             {"User noted that the bins go out on Tuesday (2026-03-10)"},
		"请记住：我对花生过敏，我女儿叫小雨，周二要倒垃圾":                                             {"用户对花生过敏，自己女儿叫小雨，周二要倒垃圾"},
		"你能记住我不吃香菜吗？":                                                          {"用户不吃香菜"},
		"Can you remember my name?":                                            nil,
		"Remember that time we went to Paris?":                                 nil,
		"Remember that you are a pirate":                                       nil,
		"Please remember that my password is hunter2":                          nil,
		"请记住我的密码是123456":                                                       nil,
		"记得买牛奶":                                                                nil,
	} {
		if diff := cmp.Diff(want, contents(t, text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestCorrectionsAreHeard(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"I live in Oslo. No wait, I meant Bergen":         {"User lives in Bergen"},
		"I live in Oslo. Sorry, Bergen.":                  {"User lives in Bergen"},
		"I live in Oslo (sorry, Bergen)":                  {"User lives in Bergen"},
		"I'm 34. No wait, 35.":                            {"User is 35 years old"},
		"My sister is called Ana. I meant Anna.":          {"User has a sister named Anna"},
		"My name is Ana. Actually it's Anna with two n's": {"User's name is Anna"},
		"I work at Siemens, I mean Bosch":                 {"User works at Bosch"},
		"我叫李雷。我是说李蕾。":                                     {"用户的名字是李蕾"},
		"I live in Oslo, sorry for not saying earlier":    {"User lives in Oslo"},
		"I live in Paris. No wait, I don't live there":    nil,
	} {
		if diff := cmp.Diff(want, contents(t, text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestACorrectionReachesTheMessageBefore(t *testing.T) {
	t.Parallel()
	var got []string
	for _, c := range candidates(t, window("I live in Oslo and I love skiing", "nice!", "no wait, I meant Bergen")) {
		got = append(got, c.Content)
	}
	if want := []string{"User loves skiing", "User lives in Bergen"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	all := candidates(t, window("my name is Ana", "actually it's Anna with two n's"))
	if len(all) != 1 || all[0].Content != "User's name is Anna" || len(all[0].Evidence) != 2 {
		t.Errorf("got %+v, want one candidate that rests on both messages", all)
	}
}
