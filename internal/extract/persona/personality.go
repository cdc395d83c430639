package persona

import (
	"cmp"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// FormatPersonality is what a role card says of its owner's nature, in its own
// language, a line for each trait that it has.
func FormatPersonality(card *souvenir.RoleCard) string {
	t := tongueOf(card)
	if !card.Tells() {
		return t.unknown
	}
	core := card.Core
	var lines []string
	for i, said := range []string{
		described(core.Personality),
		described(core.CommunicationStyle),
		pointed(core.Values, t.points),
		pointed(core.Interests, t.points),
		pointed(core.EmotionalNeeds, t.points),
		pointed(core.Preferences, t.points),
	} {
		if said != "" {
			lines = append(lines, t.traits[i]+said)
		}
	}
	return cmp.Or(strings.Join(lines, "\n"), t.unknown)
}

// described is a trait in sentences.
func described(t *souvenir.Trait) string {
	if t == nil {
		return ""
	}
	return cmp.Or(oneLine(t.Summary), oneLine(t.Compressed))
}

// pointed is a trait in points, or in sentences where it has none.
func pointed(t *souvenir.Trait, between string) string {
	if t == nil {
		return ""
	}
	var points []string
	for _, p := range t.KeyPoints {
		if p = oneLine(p); p != "" {
			points = append(points, p)
		}
	}
	return cmp.Or(strings.Join(points, between), oneLine(t.Compressed), oneLine(t.Summary))
}

// lineBreaks are what a model may take for the end of a line.
var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\v", " ", "\f", " ", "\u0085", " ", "\u2028", " ", "\u2029", " ")

// oneLine keeps a text from passing for several lines of the prompt.
func oneLine(text string) string { return strings.TrimSpace(lineBreaks.Replace(text)) }
