package summary

import (
	"strings"
	"unicode"

	"github.com/souvenir-memory/souvenir"
)

// said is what a memory says, with the key or the question that it answers.
func said(m souvenir.Memory) string {
	switch {
	case m.Key != "":
		return m.Key + ": " + m.Content
	case m.Question != "":
		return m.Question + " " + m.Content
	}
	return m.Content
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// asData writes a text so that it can neither begin a line nor close what it
// stands in.
func asData(text string) string {
	return strings.NewReplacer("<", "‹", ">", "›").Replace(oneLine(text))
}

// shortened cuts a text to so many characters, between words where there are any.
func shortened(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	cut := string(runes[:most-1])
	if i := strings.LastIndexFunc(cut, unicode.IsSpace); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRightFunc(cut, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) }) + "…"
}
