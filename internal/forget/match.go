package forget

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reconcile/sense"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// Match tells which memories a request surely means, and which it may mean. It
// rather asks than forgets the wrong thing.
func Match(r Request, known []souvenir.Memory) (sure, unsure []souvenir.Memory) {
	if r.About != "" {
		return about(r.About, known)
	}
	return that(r.That, known)
}

// Telling says whether a request has a word in it that tells one memory from another.
func (r Request) Telling() bool { return len(telling(r.That+r.About)) > 0 }

// that finds the memories that say the same. Where none does, the only one with
// all of the words is meant; of several, nobody knows which.
func that(text string, known []souvenir.Memory) (sure, unsure []souvenir.Memory) {
	asked, ws := sense.Read(text), telling(text)
	if len(ws) == 0 {
		return nil, nil
	}
	var covering []souvenir.Memory
	for _, m := range known {
		has := share(ws, m)
		switch sense.Compare(sense.Read(m.Content), asked).Relation {
		case sense.Same:
			sure = append(sure, m)
		case sense.Contradicts:
			if has >= 0.5 {
				unsure = append(unsure, m)
			}
		default:
			switch {
			case has == 1:
				covering = append(covering, m)
			case has >= 0.5:
				unsure = append(unsure, m)
			}
		}
	}
	if len(sure) == 0 && len(covering) == 1 {
		return covering, unsure
	}
	return sure, append(covering, unsure...)
}

// about finds the memories with all of the words in them; those with some of
// several words may be meant.
func about(text string, known []souvenir.Memory) (sure, unsure []souvenir.Memory) {
	ws := telling(text)
	for _, m := range known {
		switch has := share(ws, m); {
		case len(ws) == 0 || has == 0:
		case has == 1:
			sure = append(sure, m)
		case has >= 0.5:
			unsure = append(unsure, m)
		}
	}
	return sure, unsure
}

// telling are the words of a request that tell memories apart.
func telling(text string) []string {
	return slices.DeleteFunc(words.Query(strings.TrimPrefix(strings.TrimPrefix(text, "我的"), "我")), func(w string) bool { return nobody[w] })
}

// nobody are words that every memory may have.
var nobody = map[string]bool{"user": true, "用户": true, "me": true, "i": true, "my": true, "myself": true, "everyth": true, "us": true}

// share is how much of the words is in a memory, under whatever it is found.
func share(ws []string, m souvenir.Memory) float64 {
	if len(ws) == 0 {
		return 0
	}
	key := strings.ReplaceAll(m.Key, "_", " ")
	has := words.Index(strings.Join(append([]string{m.Content, m.Question, m.Subject, m.SubjectUser, m.Category, key}, m.Tags...), "\n"))
	n := 0
	for _, w := range ws {
		if slices.Contains(has, w) {
			n++
		}
	}
	return float64(n) / float64(len(ws))
}
