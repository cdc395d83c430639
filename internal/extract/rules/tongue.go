package rules

import (
	"regexp"
	"time"

	"github.com/souvenir-memory/souvenir/internal/when"
)

// tongue is what differs between languages and is not data.
type tongue struct {
	code string // as in Memory.Language
	user string // what the user is called when nobody has a name

	// Frames for the lists of a rule file; %s stands for the alternation.
	opener, adverb string

	joints      func(c *compiler, f file) joints
	spell       func(text string, spelling map[string]string) string
	singular    func(clause string) (string, bool)         // "we live" as "I live"
	person      func(clause, who string) string            // a clause in the third person
	others      func(words string) string                  // captured words in the third person
	fragment    func(subject, loose string) (string, bool) // what a loose part goes on saying
	append      func(clause, lead string) string           // puts what led a clause into it
	own         func(clause string) bool                   // about the user's own affairs
	states      func(text string) bool                     // it says something, and does not only name things
	asking      []string                                   // parts of words of which every request to remember has one
	slipping    []string                                   // and every correction inside a sentence
	listed      string                                     // between the lines of a list
	firstPerson func(clause string) bool
	when        func(clause string, at time.Time) (string, when.Moment) // the clause without its time words
	dated       func(content, who string, m when.Moment) string
}

// joints are where clauses meet.
type joints struct {
	hard  *regexp.Regexp // groups: subject, pronoun and relative, a new one; verb and past, one that shares the subject before
	soft  *regexp.Regexp // group next: what follows, if not what stands after the match
	bound *regexp.Regexp // a clause with this shares more than its subject with the next verb
	fixed *regexp.Regexp // a clause that ends so is a phrase with the next verb: "born and raised"
	past  func(string) bool
}

var tongues = map[string]tongue{"en": english, "zh": mandarin}
