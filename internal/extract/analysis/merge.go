package analysis

import (
	"slices"
	"strings"
)

// Merge makes one analysis of those of a conversation's parts, in their order. It
// asks nobody: summaries follow each other, lists are united, the feeling at the
// start is the first part's and that at the end the last one's.
func Merge(parts []Analysis) Analysis {
	whole := Analysis{Themes: []string{}, EmotionalArc: []string{}, Participants: []string{}, KeyTopics: []string{}, MemoryCounts: map[string]int{}}
	var summaries, tones, feelings []string
	for _, p := range parts {
		summaries = append(summaries, p.Summary)
		tones = append(tones, p.Tone)
		feelings = append(feelings, p.EmotionalArc...)
		whole.Themes = union(whole.Themes, p.Themes)
		whole.Participants = union(whole.Participants, p.Participants)
		whole.KeyTopics = union(whole.KeyTopics, p.KeyTopics)
		whole.MessageRange = whole.MessageRange.with(p.MessageRange)
		whole.Manual = whole.Manual || p.Manual
		whole.Tokens += p.Tokens
		whole.Parts += max(1, p.Parts)
		whole.addCounts(p)
	}
	whole.Summary = strings.Join(union(nil, summaries), " ")
	whole.Tone = strings.Join(union(nil, tones), "; ")
	whole.EmotionalArc = arc(feelings, len(parts) > 1)
	return whole
}

// union adds what is not there yet. Case and spacing do not count.
func union(have, more []string) []string {
	for _, s := range more {
		s = strings.TrimSpace(s)
		if s != "" && !slices.ContainsFunc(have, func(h string) bool { return strings.EqualFold(h, s) }) {
			have = append(have, s)
		}
	}
	return have
}

// with is the range up to the end of the next. A message that both read a piece of
// counts once.
func (r Range) with(next Range) Range {
	switch {
	case r.Count == 0:
		return next
	case next.Count == 0:
		return r
	case next.Start == r.End && r.End > 0:
		next.Count--
	}
	return Range{Start: r.Start, End: next.End, Count: r.Count + next.Count}
}

var stages = []string{"start", "middle", "end"}

// arc says of feelings which were first and last. Those of a single part are as
// the model said them.
func arc(feelings []string, relabel bool) []string {
	out := []string{}
	for i, f := range feelings {
		if !relabel {
			out = append(out, f)
			continue
		}
		stage := "middle: "
		switch i {
		case 0:
			stage = "start: "
		case len(feelings) - 1:
			stage = "end: "
		}
		if named := stage + feeling(f); !slices.Contains(out, named) {
			out = append(out, named)
		}
	}
	return out
}

// feeling is a stage of an arc without its name.
func feeling(stage string) string {
	name, rest, ok := strings.Cut(stage, ":")
	if ok && slices.Contains(stages, strings.ToLower(strings.TrimSpace(name))) {
		return strings.TrimSpace(rest)
	}
	return strings.TrimSpace(stage)
}
