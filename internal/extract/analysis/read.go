package analysis

import (
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/immersion"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// read makes candidates and an episode of a reply. Whatever field is missing or of
// another kind is empty; only the memories without content, type or confidence are
// refused, each alone.
func read(value any, shared immersion.Shared, w souvenir.Window) (extract.Findings, error) {
	objects, _ := reply.Items(value)
	if len(objects) == 0 {
		return extract.Findings{}, souvenir.Errorf(souvenir.Invalid, "The reply must be a JSON object with memories, summary, themes, tone, emotional_arc, participants and key_topics.")
	}
	var f extract.Findings
	var parts []Analysis
	for _, o := range objects {
		if o.Has("content") && !o.Has("memories", "summary") { // memories without anything around them
			shared.Add(&f, o, w)
			continue
		}
		for _, item := range o.Objects("memories") {
			shared.Add(&f, item, w)
		}
		parts = append(parts, readAnalysis(o))
	}
	f.Episode = episode(Merge(parts), f.Candidates, w)
	return f, nil
}

func readAnalysis(o reply.Object) Analysis {
	return Analysis{
		Summary: o.Text("summary"), Themes: o.Texts("themes"), Tone: o.Text("tone"), EmotionalArc: readArc(o),
		Participants: o.Texts("participants"), KeyTopics: o.Texts("key_topics", "topics"),
	}
}

// readArc accepts a list, a text, and an object with the stages as its fields.
func readArc(o reply.Object) []string {
	stagesOf, ok := o.Object("emotional_arc")
	if !ok {
		return o.Texts("emotional_arc")
	}
	var out []string
	for _, stage := range stages {
		if f := stagesOf.Text(stage); f != "" {
			out = append(out, stage+": "+f)
		}
	}
	return out
}

func episode(a Analysis, found []souvenir.Candidate, w souvenir.Window) *souvenir.Episode {
	a = a.Counting(found)
	a.Parts = 1
	for _, m := range w.Messages {
		a.Tokens += Tokens(m)
	}
	if n := len(w.Messages); n > 0 {
		a.MessageRange = Range{Start: w.Messages[0].Seq, End: w.Messages[n-1].Seq, Count: n}
	}
	return &souvenir.Episode{
		User: w.Scope.User, Agent: w.Scope.Agent, Conversation: w.Scope.Conversation, Style: "analysis",
		Body: a.Body(), CreatedAt: w.Now, UpdatedAt: w.Now,
	}
}
