package analysis

import (
	"encoding/json"
	"maps"

	"github.com/souvenir-memory/souvenir"
)

// Analysis is what a conversation amounted to, as it is in the body of an episode.
// Lists are never null.
type Analysis struct {
	Summary       string         `json:"summary"` // in two or three sentences for each part
	Themes        []string       `json:"themes"`
	Tone          string         `json:"tone"`          // how it felt on the whole
	EmotionalArc  []string       `json:"emotional_arc"` // "start: emotion", "middle: emotion", "end: emotion"
	Participants  []string       `json:"participants"`  // everybody who is mentioned
	KeyTopics     []string       `json:"key_topics"`
	MessageRange  Range          `json:"message_range"`
	MemoryCounts  map[string]int `json:"memory_counts"` // by type
	TotalMemories int            `json:"total_memories"`
	Manual        bool           `json:"manual"` // somebody asked for it
	Tokens        int            `json:"tokens"` // of the conversation
	Parts         int            `json:"parts"`  // in which it was read
}

// Range is which messages were read: the places of the first and the last in the
// conversation, and how many.
type Range struct {
	Start int64 `json:"start"`
	End   int64 `json:"end"`
	Count int   `json:"count"`
}

// Body is the analysis as an episode keeps it.
func (a Analysis) Body() json.RawMessage {
	body, err := json.Marshal(a)
	if err != nil {
		panic(err) // texts and numbers
	}
	return body
}

// ReadBody is the analysis in an episode.
func ReadBody(body json.RawMessage) (Analysis, error) {
	a := Merge(nil)
	err := json.Unmarshal(body, &a)
	return a, err
}

// Counting is the analysis with the counts of the memories that were kept in the
// end, after rules and reconciliation.
func (a Analysis) Counting(kept []souvenir.Candidate) Analysis {
	a.MemoryCounts, a.TotalMemories = map[string]int{}, len(kept)
	for _, c := range kept {
		a.MemoryCounts[c.Type]++
	}
	return a
}

func (a *Analysis) addCounts(other Analysis) {
	counts := maps.Clone(a.MemoryCounts)
	for kind, n := range other.MemoryCounts {
		counts[kind] += n
	}
	a.MemoryCounts = counts
	a.TotalMemories += other.TotalMemories
}
