package selective

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

var types = []string{"fact", "decision", "preference", "todo", "relationship", "event", "lesson"}

// typeOf reads a type as models write it: Facts, TO-DO. None at all is a fact.
func typeOf(word string) (string, bool) {
	word = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_", r) {
			return -1
		}
		return r
	}, strings.ToLower(word))
	switch {
	case word == "":
		return "fact", true
	case slices.Contains(types, word):
		return word, true
	}
	one := strings.TrimSuffix(word, "s")
	return one, slices.Contains(types, one)
}

// expiryOf reads an expiry. Where there is none, what is under way passes and
// the rest stays.
func expiryOf(word, kind string) (souvenir.Expiry, bool) {
	switch e := souvenir.Expiry(strings.ToLower(word)); {
	case e == souvenir.Permanent || e == souvenir.Temporary:
		return e, true
	case e != "":
		return "", false
	case kind == "todo" || kind == "event":
		return souvenir.Temporary, true
	}
	return souvenir.Permanent, true
}

// importanceOf reads an importance. Where there is none, it is that with which
// every entry starts.
func importanceOf(o reply.Object) (n int, whole bool) {
	n, given, whole := o.Integer("importance")
	if !given {
		return 5, !o.Has("importance")
	}
	return n, whole
}
