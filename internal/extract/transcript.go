package extract

import (
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// Transcript writes messages for a model to read: each begins a line with what
// lead says of it, and further lines of the same message are indented. No message
// can therefore begin a line and pass for another one, or for the end of the text.
func Transcript(ms []souvenir.Message, lead func(i int, m souvenir.Message) string) string {
	var b strings.Builder
	for i, m := range ms {
		b.WriteString(lead(i, m))
		b.WriteString(oneBlock(m.Content))
		b.WriteByte('\n')
	}
	return b.String()
}

// breaks are what a model may take for the end of a line.
var breaks = strings.NewReplacer("\r\n", "\n    ", "\n", "\n    ", "\r", "\n    ", "\v", "\n    ", "\f", "\n    ", "\u0085", "\n    ", "\u2028", "\n    ", "\u2029", "\n    ")

func oneBlock(text string) string { return breaks.Replace(strings.TrimSpace(text)) }
