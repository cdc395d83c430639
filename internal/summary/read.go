package summary

import (
	"errors"
	"strconv"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// Why a reply is no summary. The caller falls back to [Extract] and says so.
var (
	ErrUnreadable = errors.New("the model's reply could not be read")
	ErrUngrounded = errors.New("too little of the model's reply is in the memories")
)

// Read makes a summary of a model's reply. Sentences and points that say more
// than the snippets are left out.
func Read(text string, snippets []souvenir.Memory) (souvenir.Summary, reply.Mode, error) {
	value, mode, err := reply.Read(text)
	if err != nil || mode == reply.Nothing {
		return souvenir.Summary{}, mode, ErrUnreadable
	}
	sentences, points := statements(value)
	if len(sentences) == 0 {
		return souvenir.Summary{}, reply.Unreadable, ErrUnreadable
	}
	notes := notesOf(snippets)
	kept := notes.grounded(sentences, mostSentences)
	out := souvenir.Summary{Text: joined(kept), Points: notes.grounded(points, mostPoints), By: souvenir.ByModel}
	if len(kept) < leastSentences || len(out.Points) == 0 {
		return souvenir.Summary{}, mode, ErrUngrounded
	}
	return out, mode, nil
}

// statement is a sentence or a point, and the numbers of the notes behind it.
type statement struct {
	text string
	from []int
}

// statements takes a reply as it should be, and also one whose sentences are a
// text or a list of texts.
func statements(value any) (sentences, points []statement) {
	objects, _ := reply.Items(value)
	for _, o := range objects {
		for _, s := range listed(o, "sentences", "summary", "text") {
			for _, part := range split(s.text) {
				sentences = append(sentences, statement{closed(part), s.from})
			}
		}
		for _, p := range listed(o, "points", "key_points", "bullets") {
			points = append(points, statement{strings.TrimLeft(p.text, "-*• "), p.from})
		}
	}
	return sentences, points
}

// listed gives what stands under the first name that has something.
func listed(o reply.Object, names ...string) (out []statement) {
	for _, name := range names {
		for _, item := range o.Objects(name) {
			out = append(out, statement{oneLine(item.Text("text", "sentence", "point")), numbers(item.Texts("from", "notes"))})
		}
		for _, text := range o.Texts(name) {
			out = append(out, statement{text: oneLine(text)})
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

func numbers(texts []string) (out []int) {
	for _, text := range texts {
		if n, err := strconv.Atoi(text); err == nil {
			out = append(out, n)
		}
	}
	return out
}
