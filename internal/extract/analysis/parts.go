package analysis

import (
	"unicode"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/tokens"
)

// overhead is what a message costs besides its text: number, name, line break.
const overhead = 8

// Parts cuts a conversation into parts of about so many tokens each, in order, and
// loses nothing. A message that is longer than a part goes on in the next, under
// its id. Zero tokens means one part for all.
func Parts(ms []souvenir.Message, budgetTokens int) [][]souvenir.Message {
	if budgetTokens <= 0 {
		budgetTokens = 1 << 40
	}
	var parts [][]souvenir.Message
	var part []souvenir.Message
	left := budgetTokens
	for _, m := range ms {
		for _, piece := range pieces(m, budgetTokens) {
			cost := Tokens(piece)
			if cost > left && len(part) > 0 {
				parts, part, left = append(parts, part), nil, budgetTokens
			}
			part = append(part, piece)
			left -= cost
		}
	}
	if len(part) > 0 {
		parts = append(parts, part)
	}
	return parts
}

// Tokens is about what a message costs in a prompt.
func Tokens(m souvenir.Message) int { return tokens.Estimate(m.Content) + overhead }

// pieces cuts a message that is longer than the budget.
func pieces(m souvenir.Message, budget int) []souvenir.Message {
	if Tokens(m) <= budget || m.Content == "" {
		return []souvenir.Message{m}
	}
	var out []souvenir.Message
	for text := m.Content; text != ""; {
		end := reach(text, max(1, budget-overhead))
		piece := m
		piece.Content, text = text[:end], text[end:]
		out = append(out, piece)
	}
	return out
}

// reach is how far a text may be read with so many tokens, if possible to the end
// of a word. It is at least one character.
func reach(text string, budget int) int {
	end, space := 0, 0
	for left := budget * 4; end < len(text); {
		r, size := utf8.DecodeRuneInString(text[end:])
		left -= 4 * tokens.Estimate(string(r))
		if r < 0x250 {
			left += 3 // four of these are a token
		}
		if left < 0 && end > 0 {
			break
		}
		end += size
		if unicode.IsSpace(r) {
			space = end
		}
	}
	if end == len(text) || space == 0 {
		return end
	}
	return space
}
