package inject

import "github.com/souvenir-memory/souvenir"

// Said are words that were told, of facts also with their keys.
type Said map[wording]bool

type wording struct {
	fact       bool
	key, words string
}

// SaidIn are the words of notes.
func SaidIn(notes []Note) Said {
	told := make(Said, 2*len(notes))
	for _, n := range notes {
		told.add(n, souvenir.Normalize(n.Text))
	}
	return told
}

func (told Said) add(n Note, words string) {
	told[wording{n.Kind == Fact, "", words}] = true
	if n.Kind == Fact {
		told[wording{true, n.Key, words}] = true
	}
}

// has says that a note says nothing new. Two facts may have the same value.
func (told Said) has(n Note, words string) bool {
	return told[wording{false, "", words}] || told[wording{true, n.Key, words}]
}

// Except leaves out what is said twice, or told elsewhere.
func Except(notes, elsewhere []Note) []Note { return SaidIn(elsewhere).Except(notes) }

// Except keeps the notes that say something that was not told, and each thing once:
// the same words are the same thing, whether they have a key or not. A fact is kept
// rather than a memory.
func (told Said) Except(notes []Note) []Note {
	words, kept, also := make([]string, len(notes)), make([]bool, len(notes)), make(Said, 2*len(notes))
	for i, n := range notes {
		words[i] = souvenir.Normalize(n.Text)
	}
	for _, facts := range []bool{true, false} {
		for i, n := range notes {
			if (n.Kind == Fact) == facts && !told.has(n, words[i]) && !also.has(n, words[i]) {
				kept[i] = true
				also.add(n, words[i])
			}
		}
	}
	var out []Note
	for i, n := range notes {
		if kept[i] {
			out = append(out, n)
		}
	}
	return out
}
