package souvenir

import "time"

// Analysis is what a whole conversation amounted to.
type Analysis struct {
	Status       string           `json:"status" enum:"success,queued,warning" doc:"queued: it is not done yet. warning: there is little to analyse; force does it all the same."`
	Reason       string           `json:"reason,omitempty"`
	CanForce     bool             `json:"can_force,omitempty"`
	Job          string           `json:"job,omitempty"`
	Type         string           `json:"analysis_type,omitempty" enum:"manual,automatic"`
	Extracted    int              `json:"memories_extracted"`
	MemoryCounts map[string]int64 `json:"memory_counts,omitempty" doc:"By type."`
	Memories     []Memory         `json:"memories,omitempty"`
	Findings
}

// Findings are what an analysis says of a conversation.
type Findings struct {
	Summary      string       `json:"summary"`
	Themes       []string     `json:"themes,omitempty"`
	Tone         string       `json:"tone,omitempty"`
	EmotionalArc []string     `json:"emotional_arc,omitempty"`
	Participants []string     `json:"participants,omitempty"`
	KeyTopics    []string     `json:"key_topics,omitempty"`
	Range        MessageRange `json:"message_range"`
}

// MessageRange is which messages were looked at: the places of the first and the
// last in the conversation, and how many.
type MessageRange struct {
	Start int64 `json:"start"`
	End   int64 `json:"end"`
	Count int   `json:"count"`
}

// AnalysisRecord is an analysis that was made before.
type AnalysisRecord struct {
	ID           string           `json:"id"`
	AnalyzedAt   time.Time        `json:"analyzed_at"`
	Manual       bool             `json:"manual"`
	MemoryCounts map[string]int64 `json:"memory_counts"`
	Total        int64            `json:"total_memories"`
	Memories     []Memory         `json:"memories,omitempty"`
	Findings
}
