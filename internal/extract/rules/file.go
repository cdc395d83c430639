package rules

import (
	"embed"
	"fmt"

	"github.com/goccy/go-yaml"
)

//go:embed en/*.yaml zh/*.yaml
var files embed.FS

// ours lists the built-in files in the order in which their rules are tried.
var ours = []string{
	"en/language.yaml", "en/words.yaml", "en/never.yaml",
	"en/identity.yaml", "en/people.yaml", "en/pets.yaml", "en/health.yaml", "en/study.yaml", "en/work.yaml", "en/home.yaml",
	"en/taste.yaml", "en/skill.yaml", "en/plan.yaml", "en/event.yaml", "en/habit.yaml", "en/general.yaml",
	"zh/language.yaml", "zh/words.yaml", "zh/never.yaml", "zh/rules.yaml", "zh/general.yaml",
}

// file is a rule file as it is written.
type file struct {
	Language string              `yaml:"language"` // en or zh
	Words    map[string][]string `yaml:"words"`    // lists that patterns name as {list}
	Kinds    map[string]kind     `yaml:"kinds"`    // what a <capture> may hold

	Self     []string          `yaml:"self"`     // words of somebody who speaks of themselves
	Spelling map[string]string `yaml:"spelling"` // how people type it, and the plain spelling
	Phrases  map[string]string `yaml:"phrases"`  // the same for several words
	Openers  []string          `yaml:"openers"`  // said before a statement, without meaning
	Enders   []string          `yaml:"enders"`   // said after it
	Adverbs  []string          `yaml:"adverbs"`  // said inside it
	Remember []string          `yaml:"remember"` // openers that ask us to remember
	Insists  []string          `yaml:"insists"`  // what such an opener has when it is meant, whatever follows
	Polite   []string          `yaml:"polite"`   // what it has when it may be put as a question
	Unasked  []string          `yaml:"unasked"`  // what follows it when it asks for something else
	Corrects []string          `yaml:"corrects"` // sentences that correct what was said before; (?P<words>) is what it is replaced by
	Slips    []string          `yaml:"slips"`    // the same, at the end of a sentence
	Dropped  []dropped         `yaml:"dropped"`  // what a sentence without its subject starts with
	Subjects []string          `yaml:"subjects"` // words that start a new clause after a conjunction
	Carried  []string          `yaml:"carried"`  // verbs that go on with the subject of the clause before
	Leads    []string          `yaml:"leads"`    // what may stand before a statement and belongs to it
	Asks     []string          `yaml:"asks"`     // where a question starts inside a sentence
	Never    []never           `yaml:"never"`
	Unfold   []unfold          `yaml:"unfold"`
	Rules    []rule            `yaml:"rules"`
}

// rule recognises one way of telling something and says what it means.
type rule struct {
	Name       string   `yaml:"name"`
	Says       []string `yaml:"says"`       // patterns for a whole clause
	Mentions   []string `yaml:"mentions"`   // patterns for a part of one, beside whatever else it says
	Content    string   `yaml:"content"`    // "" means what was said, in the third person
	Type       string   `yaml:"type"`       // fact, preference, project, experience, story, relationship, todo
	Category   string   `yaml:"category"`   // personal_info, preference, experience, relationship, goal, skill
	Confidence float64  `yaml:"confidence"` // 0.95 stated, 0.80-0.90 clearly implied, 0.70-0.75 inferred
	Key        string   `yaml:"key"`        // set when only the newest value is true
	We         bool     `yaml:"we"`         // "we" may say it for the user too
	Strict     bool     `yaml:"strict"`     // nothing may follow: no "since I was ten"
	State      bool     `yaml:"state"`      // its sentence says what is so since its date, not what happened on it
	Hedged     bool     `yaml:"hedged"`     // its sentence says that the user is not sure
	Unless     string   `yaml:"unless"`     // it is silent in a sentence with this; {lists} allowed
	When       string   `yaml:"when"`       // "needed": only with a date; "past": only with a past one; "ahead": only with one after today; "none": only without; "kept": time words stay where they are
	Expires    int      `yaml:"expires"`    // days after the date, or after it was said; 0 means never
	Tests      []test   `yaml:"tests"`
}

// test is an example of its rule: a message and the contents it gives.
type test struct {
	Says  string   `yaml:"says"`
	Gives []string `yaml:"gives"`
}

// never is a reason to keep quiet.
type never struct {
	Name  string   `yaml:"name"`
	Scope string   `yaml:"scope"` // how much falls silent: message, sentence, rest (of the sentence) or clause; secret: a sentence, even if somebody asks to remember it
	Says  []string `yaml:"says"`
	Tests []string `yaml:"tests"` // messages that must give nothing
	Keeps []string `yaml:"keeps"` // messages that look alike and must give something
}

// unfold reads one clause as several simpler ones.
type unfold struct {
	Says  string   `yaml:"says"`
	Reads []string `yaml:"reads"`
}

// dropped restores a subject that was left out.
type dropped struct {
	Starts string `yaml:"starts"`
	Unless string `yaml:"unless"` // it is said of something else: "learning it is fun"
	Add    string `yaml:"add"`
}

func parse(name string, data []byte) (file, error) {
	var f file
	if err := yaml.UnmarshalWithOptions(data, &f, yaml.Strict()); err != nil {
		return file{}, fmt.Errorf("%s: %w", name, err)
	}
	if f.Language != "en" && f.Language != "zh" {
		return file{}, fmt.Errorf("%s: language %q: want en or zh", name, f.Language)
	}
	return f, nil
}

// builtinFiles reads ours.
func builtinFiles() ([]file, error) {
	var all []file
	for _, name := range ours {
		data, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := parse(name, data)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}
