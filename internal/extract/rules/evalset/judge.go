package evalset

import (
	"regexp"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// judge pairs what was proposed with what was expected, one to one, so that
// saying the same thing twice is wrong once.
func judge(c Case, got []souvenir.Candidate) (Miss, Count) {
	takenBy := pair(c.Expect, got)
	m := Miss{Case: c}
	n := Count{Messages: 1}
	used := map[int]bool{}
	for e, want := range c.Expect {
		g, ok := takenBy[e]
		switch {
		case ok && want.Optional:
			n.Optional++
		case ok:
			n.Right++
		case !want.Optional:
			n.Missed++
			m.Missed = append(m.Missed, want)
		}
		if ok {
			used[g] = true
		}
	}
	for g := range got {
		if !used[g] {
			n.Wrong++
			m.Wrong = append(m.Wrong, got[g].Content)
		}
	}
	return m, n
}

// pair finds the largest set of pairs; expected items that are asked for come
// first.
func pair(want []Expect, got []souvenir.Candidate) map[int]int {
	wantOf := map[int]int{} // by proposal
	var place func(e int, tried map[int]bool) bool
	place = func(e int, tried map[int]bool) bool {
		for g := range got {
			if tried[g] || !want[e].matches(got[g]) {
				continue
			}
			tried[g] = true
			if other, taken := wantOf[g]; !taken || place(other, tried) {
				wantOf[g] = e
				return true
			}
		}
		return false
	}
	for _, optional := range []bool{false, true} {
		for e := range want {
			if want[e].Optional == optional {
				place(e, map[int]bool{})
			}
		}
	}
	pairs := map[int]int{}
	for g, e := range wantOf {
		pairs[e] = g
	}
	return pairs
}

var negation = regexp.MustCompile(`(?i)\b(?:not|never|no longer|cannot|no|without|neither)\b|n't\b|[不没无]|别`)

// matches tells whether the content says what is expected: all the words, and
// no denial that nobody expected.
func (e Expect) matches(c souvenir.Candidate) bool {
	if e.Type != "" && e.Type != c.Type || e.Key != "" && e.Key != c.Key {
		return false
	}
	for _, w := range e.Words {
		if !containsAny(c.Content, strings.Split(w, "|")) {
			return false
		}
	}
	return negation.MatchString(strings.Join(e.Words, " ")) || !negation.MatchString(c.Content)
}

func containsAny(content string, words []string) bool {
	for _, w := range words {
		if contains(content, w) {
			return true
		}
	}
	return false
}

// contains looks for whole words; Chinese has no spaces to look for.
func contains(content, word string) bool {
	content, word = strings.ToLower(content), strings.ToLower(word)
	for from := 0; ; {
		i := strings.Index(content[from:], word)
		if i < 0 {
			return false
		}
		i += from
		if edge(content[:i], false) && edge(content[i+len(word):], true) {
			return true
		}
		from = i + 1
	}
}

// edge tells whether the text next to a word lets the word stand alone.
func edge(text string, after bool) bool {
	if text == "" {
		return true
	}
	b := text[len(text)-1]
	if after {
		b = text[0]
	}
	return !('a' <= b && b <= 'z' || '0' <= b && b <= '9')
}
