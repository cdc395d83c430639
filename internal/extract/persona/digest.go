package persona

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Digest is what the owner of a role card keeps of a conversation: the body of
// the style's episodes.
type Digest struct {
	Summary             string              `json:"summary"`
	TopicSummary        string              `json:"topicSummary"` // at most ten characters, fit for a file name
	KeyTopics           []string            `json:"keyTopics"`
	Facts               []string            `json:"facts"`
	EmotionalJourney    EmotionalJourney    `json:"emotionalJourney"`
	MemorableMoments    []Moment            `json:"memorableMoments"`
	PendingTopics       []OpenTopic         `json:"pendingTopics"`
	HasUnfinished       bool                `json:"hasUnfinished"`
	PersonalityFiltered PersonalityFiltered `json:"personalityFiltered"`
	Tags                []string            `json:"tags"`
	MessageCount        int                 `json:"messageCount"`
	ExtractedAt         time.Time           `json:"extractedAt"`
	ProcessedAt         time.Time           `json:"processedAt,omitzero"` // when it was made again, with a role card
	HasRoleCard         bool                `json:"hasRoleCard"`
	NeedsProcessing     bool                `json:"needsProcessing"`
	Raw                 Raw                 `json:"raw"`
}

// EmotionalJourney is how the mood moved.
type EmotionalJourney struct {
	Start string `json:"start"`
	Peak  string `json:"peak"`
	End   string `json:"end"`
}

// Moment is worth remembering for what it felt like.
type Moment struct {
	Content    string  `json:"content"`
	Importance float64 `json:"importance"` // 0-1
	EmotionTag string  `json:"emotionTag"`
	Reason     string  `json:"reason"`
}

// OpenTopic is what the conversation did not finish.
type OpenTopic struct {
	Topic             string           `json:"topic"`
	Context           string           `json:"context"`
	SuggestedFollowUp string           `json:"suggestedFollowUp"`
	Urgency           souvenir.Urgency `json:"urgency"`
}

// PersonalityFiltered is what the owner, being who they are, makes of it all.
type PersonalityFiltered struct {
	RetentionScore float64  `json:"retentionScore"` // 0-1
	LikelyToRecall []string `json:"likelyToRecall"`
	LikelyToForget []string `json:"likelyToForget"`
	ForgetReason   string   `json:"forgetReason"`
}

// Raw is what a digest was made of, so that it can be made again.
type Raw struct {
	Messages  []string `json:"messages"` // by id
	Partner   string   `json:"partner,omitempty"`
	PartnerID string   `json:"partnerId,omitempty"`
	Relation  string   `json:"relationType,omitempty"` // as the caller gave it
}

// The tags of a digest that is none yet.
const (
	tagPending     = "pending_processing"
	tagNeedsCard   = "needs_rolecard"
	tagUnprocessed = "unprocessed"
)

// Where the model gives no number.
const (
	defaultRetention  = 0.7
	defaultImportance = 0.5
)

// RawDigest is what can be said of a window without a role card or a model.
func RawDigest(w souvenir.Window) Digest {
	t, first := tongueOf(w.Card), ""
	if len(w.Messages) > 0 {
		first = w.Messages[0].Content
	}
	d := blank(w)
	d.Summary = fmt.Sprintf(t.rawSummary, voicesOf(w).partner, len(w.Messages))
	d.TopicSummary = fileName(first, t.rawTopic)
	d.PersonalityFiltered.ForgetReason = t.rawReason
	d.Tags = []string{tagPending, tagNeedsCard}
	d.NeedsProcessing = true
	return d
}

// defaultDigest is what stands where a model said nothing.
func defaultDigest(w souvenir.Window) Digest {
	t, d := tongueOf(w.Card), blank(w)
	d.Summary, d.TopicSummary = t.summary, t.topic
	d.Tags = []string{tagUnprocessed}
	d.HasRoleCard = true
	return d
}

// blank has no null in its JSON.
func blank(w souvenir.Window) Digest {
	return Digest{
		KeyTopics: []string{}, Facts: []string{}, MemorableMoments: []Moment{}, PendingTopics: []OpenTopic{}, Tags: []string{},
		PersonalityFiltered: PersonalityFiltered{RetentionScore: defaultRetention, LikelyToRecall: []string{}, LikelyToForget: []string{}},
		MessageCount:        len(w.Messages),
		ExtractedAt:         w.Now.UTC(),
		Raw:                 Raw{Messages: ids(w.Messages), Partner: partner(w), PartnerID: w.Scope.Agent, Relation: relation(w)},
	}
}

func ids(ms []souvenir.Message) []string {
	out := make([]string, len(ms))
	for i, m := range ms {
		out[i] = m.ID
	}
	return out
}

// Body is the digest as the body of an episode.
func (d Digest) Body() json.RawMessage {
	body, err := json.Marshal(d)
	if err != nil {
		panic(err) // it has texts, times of our clock and numbers from 0 to 1
	}
	return body
}

// ReadDigest reads the body of an episode.
func ReadDigest(body []byte) (Digest, error) {
	var d Digest
	if err := json.Unmarshal(body, &d); err != nil {
		return Digest{}, fmt.Errorf("read digest: %w", err)
	}
	return d, nil
}

// NeedsProcessing says that a digest waits for a role card or a model.
func NeedsProcessing(d Digest) bool {
	return d.NeedsProcessing || slices.Contains(d.Tags, tagPending) || slices.Contains(d.Tags, tagNeedsCard)
}

// episode puts a digest into an episode of the window.
func episode(w souvenir.Window, d Digest) *souvenir.Episode {
	return &souvenir.Episode{
		User: w.Scope.User, Agent: w.Scope.Agent, Conversation: w.Scope.Conversation,
		Style: name, Pending: NeedsProcessing(d), Body: d.Body(), CreatedAt: w.Now, UpdatedAt: w.Now,
	}
}
