package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// book is all the rules there are, ready to read with.
type book struct {
	silences  []*regexp.Regexp // about whole messages, whatever the language
	languages map[string]*language
}

// language is the rules of one language.
type language struct {
	tongue
	vocabulary
	selves   selves
	spelling map[string]string
	phrases  *strings.Replacer
	opener   *regexp.Regexp
	opens    starts // of openers
	enders   []string
	adverb   *regexp.Regexp
	remember *regexp.Regexp
	reminds  starts           // of those that ask to remember
	corrects []*regexp.Regexp // group words: what is put in the place of other words
	slips    []*regexp.Regexp // the same
	insists  *regexp.Regexp
	polite   *regexp.Regexp
	unasked  *regexp.Regexp
	asks     *regexp.Regexp
	lead     *regexp.Regexp
	dropped  []restored
	joints   joints
	silences map[string][]*regexp.Regexp // by scope
	unfolds  []unfolded
	rules    []compiledRule
	index    index
	mention  []int // the rules that have mentions
}

type restored struct {
	starts *regexp.Regexp
	unless *regexp.Regexp
	add    string
}

type unfolded struct {
	says  *pattern
	reads []string
}

type compiledRule struct {
	rule
	says, mentions []*pattern
	unless         *regexp.Regexp // nil means always
}

// load reads the built-in files and the extra ones. Patterns are compiled when
// they are first needed, except that extra ones are checked here.
func load(extra [][]byte) (*book, error) {
	all, err := builtinFiles()
	if err != nil {
		return nil, err
	}
	var theirs []file
	for i, data := range extra {
		f, err := parse(fmt.Sprintf("extra rules %d", i+1), data)
		if err != nil {
			return nil, err
		}
		theirs = append(theirs, f)
	}
	b := &book{languages: map[string]*language{}}
	for name, t := range tongues {
		l, err := newLanguage(t, merge(name, append(slices.Clone(theirs), all...)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		b.languages[name] = l
		b.silences = append(b.silences, l.silences["message"]...)
	}
	return b, b.check(theirs)
}

// check compiles the patterns that are not ours; their rules come first.
func (b *book) check(theirs []file) error {
	count := map[string]int{}
	for _, f := range theirs {
		count[f.Language] += len(f.Rules)
	}
	for code, n := range count {
		for _, r := range b.languages[code].rules[:n] {
			for _, p := range slices.Concat(r.says, r.mentions) {
				if _, err := p.re(); err != nil {
					return fmt.Errorf("rule %s: pattern %q: %w", r.Name, p.source, err)
				}
			}
		}
	}
	return nil
}

// merge puts the files of a language together. Where two say different things,
// the first counts.
func merge(language string, all []file) file {
	m := file{Language: language, Words: map[string][]string{}, Kinds: map[string]kind{}, Spelling: map[string]string{}, Phrases: map[string]string{}}
	for _, f := range all {
		if f.Language != language {
			continue
		}
		for name, words := range f.Words {
			m.Words[name] = append(m.Words[name], words...)
		}
		keep(m.Kinds, f.Kinds)
		m.Self = append(m.Self, f.Self...)
		keep(m.Spelling, f.Spelling)
		keep(m.Phrases, f.Phrases)
		m.Openers = append(m.Openers, f.Openers...)
		m.Enders = append(m.Enders, f.Enders...)
		m.Adverbs = append(m.Adverbs, f.Adverbs...)
		m.Remember = append(m.Remember, f.Remember...)
		m.Corrects = append(m.Corrects, f.Corrects...)
		m.Slips = append(m.Slips, f.Slips...)
		m.Insists = append(m.Insists, f.Insists...)
		m.Polite = append(m.Polite, f.Polite...)
		m.Unasked = append(m.Unasked, f.Unasked...)
		m.Dropped = append(m.Dropped, f.Dropped...)
		m.Subjects = append(m.Subjects, f.Subjects...)
		m.Carried = append(m.Carried, f.Carried...)
		m.Leads = append(m.Leads, f.Leads...)
		m.Asks = append(m.Asks, f.Asks...)
		m.Never = append(m.Never, f.Never...)
		m.Unfold = append(m.Unfold, f.Unfold...)
		m.Rules = append(m.Rules, f.Rules...)
	}
	return m
}

// keep copies what is not there yet.
func keep[V any](to, from map[string]V) {
	for k, v := range from {
		if _, ok := to[k]; !ok {
			to[k] = v
		}
	}
}
