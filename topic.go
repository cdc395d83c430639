package souvenir

import "time"

// PendingTopic is something that a conversation left open, to come back to.
type PendingTopic struct {
	ID                string      `json:"id"`
	User              string      `json:"user"`
	Partner           string      `json:"partner,omitempty" doc:"With whom it was left open."`
	Topic             string      `json:"topic"`
	Context           string      `json:"context,omitempty"`
	SuggestedFollowUp string      `json:"suggestedFollowUp,omitempty" doc:"What to ask or do when it comes up again."`
	Urgency           Urgency     `json:"urgency" enum:"high,medium,low"`
	Status            TopicStatus `json:"status" enum:"pending,addressed,expired"`
	Episode           string      `json:"episode,omitempty" doc:"The digest it came from."`
	Conversation      string      `json:"conversation,omitempty"`
	CheckCount        int         `json:"checkCount" doc:"How many times somebody looked whether to bring it up."`
	LastChecked       *time.Time  `json:"lastChecked,omitempty"`
	CreatedAt         time.Time   `json:"created_at"`
	UpdatedAt         time.Time   `json:"updated_at"`
	ExpiresAt         time.Time   `json:"expires_at"`
}

// TopicLife is how long a topic stays pending when nobody addresses it.
const TopicLife = 7 * 24 * time.Hour

// Urgency is how soon a topic should come up again.
type Urgency string

const (
	HighUrgency   Urgency = "high"
	MediumUrgency Urgency = "medium"
	LowUrgency    Urgency = "low"
)

// TopicStatus is where a topic is in its life.
type TopicStatus string

const (
	TopicPending   TopicStatus = "pending"
	TopicAddressed TopicStatus = "addressed"
	TopicExpired   TopicStatus = "expired"
)

// Standing is the status of the topic at a time: a pending one expires by itself.
func (t PendingTopic) Standing(at time.Time) TopicStatus {
	if t.Status == TopicPending && !t.ExpiresAt.IsZero() && !at.Before(t.ExpiresAt) {
		return TopicExpired
	}
	return t.Status
}

// Processed reports what became of the digests that waited for a role card.
type Processed struct {
	Total     int      `json:"total" doc:"How many waited."`
	Processed int      `json:"processed"`
	Failed    int      `json:"failed" doc:"They wait on, as they were."`
	Skipped   int      `json:"skipped" doc:"There was nothing to read any more."`
	Details   []Detail `json:"details"`
}

// Detail is what became of one digest.
type Detail struct {
	MemoryID  string       `json:"memoryId"`
	PartnerID string       `json:"partnerId"`
	Status    DetailStatus `json:"status" enum:"processed,failed,skipped"`
	Error     string       `json:"error,omitempty"`
}

// DetailStatus is how the processing of one digest ended.
type DetailStatus string

const (
	DetailProcessed DetailStatus = "processed"
	DetailFailed    DetailStatus = "failed"
	DetailSkipped   DetailStatus = "skipped"
)

// Add counts one digest.
func (p *Processed) Add(d Detail) {
	p.Total++
	switch d.Status {
	case DetailProcessed:
		p.Processed++
	case DetailSkipped:
		p.Skipped++
	default:
		p.Failed++
	}
	p.Details = append(p.Details, d)
}
