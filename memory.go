package souvenir

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Memory is one thing that is remembered: a fact with a key, a question with
// its answer, a piece of knowledge, a moment. One shape holds them all, so that
// one history, one search and one page can show them all.
type Memory struct {
	ID           string `json:"id"`
	User         string `json:"user"`
	Agent        string `json:"agent,omitempty"`
	Conversation string `json:"conversation,omitempty"`
	Thread       string `json:"thread,omitempty"`
	SubjectUser  string `json:"subject_user,omitempty"` // who it is about, in group chats

	Style    string `json:"style"`
	Origin   Origin `json:"origin"`
	Type     string `json:"type"`
	Category string `json:"category,omitempty"`
	Subject  string `json:"subject,omitempty"`
	Key      string `json:"key,omitempty"`      // a fact's name; its newest value is the current one
	Question string `json:"question,omitempty"` // the question that Content answers
	Content  string `json:"content"`
	Language string `json:"language,omitempty"`

	// The seeds' three scales stay apart, and absent is not zero.
	Confidence      *float64 `json:"confidence,omitempty"`       // 0-1, how sure we are
	Importance      *int     `json:"importance,omitempty"`       // 1-10, how much it matters
	Retention       *float64 `json:"retention,omitempty"`        // 0-1, how likely its owner recalls it
	EmotionalWeight *float64 `json:"emotional_weight,omitempty"` // 0-1
	Priority        int      `json:"priority"`                   // 0-100; 80 unless said otherwise

	Reach     Reach      `json:"scope"` // where it holds
	Site      string     `json:"site,omitempty"`
	Expiry    Expiry     `json:"expiry"`
	ExpiresAt *time.Time `json:"expires_at,omitempty"`
	ValidFrom *time.Time `json:"valid_from,omitempty"`
	ValidTo   *time.Time `json:"valid_to,omitempty"`

	Tags          []string   `json:"tags,omitempty"`
	Participants  []string   `json:"participants,omitempty"`
	KeyMoments    []string   `json:"key_moments,omitempty"`
	Reasoning     string     `json:"reasoning,omitempty"`
	SourceContext string     `json:"source_context,omitempty"`
	Evidence      []Evidence `json:"evidence,omitempty"`

	Status         Status     `json:"status"`
	SupersededBy   string     `json:"superseded_by,omitempty"`
	Trust          Trust      `json:"trust"`
	ContentHash    string     `json:"content_hash"`
	EmbeddingModel string     `json:"embedding_model,omitempty"`
	SaidAt         time.Time  `json:"said_at"` // when its newest evidence was said
	CreatedAt      time.Time  `json:"created_at"`
	UpdatedAt      time.Time  `json:"updated_at"`
	EndedAt        *time.Time `json:"ended_at,omitempty"` // when it stopped being active
	LastRecalledAt *time.Time `json:"last_recalled_at,omitempty"`
	RecallCount    int        `json:"recall_count"`
	Confirmations  int        `json:"confirmations"`
}

// Since is from when it holds: as it says, or from when it was said.
func (m Memory) Since() time.Time {
	if m.ValidFrom != nil {
		return *m.ValidFrom
	}
	return m.SaidAt
}

// Origin is how a memory was learnt.
type Origin string

const (
	Implicit Origin = "implicit" // a style found it in what was said
	Explicit Origin = "explicit" // somebody asked to remember it
	Core     Origin = "core"     // part of who the agent or user is; never forgotten
	Imported Origin = "imported" // brought in from elsewhere
)

// Reach is where a memory holds.
type Reach string

const (
	UserGlobal       Reach = "user_global"
	SessionOnly      Reach = "session"
	SiteOnly         Reach = "site"
	ConversationOnly Reach = "conversation"
)

// Expiry says whether time alone may end a memory.
type Expiry string

const (
	Permanent Expiry = "permanent"
	Temporary Expiry = "temporary"
)

// Status is where a memory is in its life. Only an active one is recalled.
type Status string

const (
	Active     Status = "active"
	Waiting    Status = "pending" // for review
	Rejected   Status = "rejected"
	Superseded Status = "superseded"
	Expired    Status = "expired"
	Deleted    Status = "deleted"
)

// Ended says that a memory once was, or was to be, and does not hold any more.
func (s Status) Ended() bool { return s != Active && s != Waiting }

// Trust is whose word a memory rests on.
type Trust string

const (
	FromUser      Trust = "user"
	FromAssistant Trust = "assistant"
	FromPage      Trust = "page"
	FromImport    Trust = "import"
)

// DefaultPriority is the priority of a memory that names none; TopPriority pins it:
// it is told in every chat.
const (
	DefaultPriority = 80
	TopPriority     = 100
)

// Hash is the identity of what a memory says: two memories of one person with
// the same hash are the same memory. Letter case, spacing and closing
// punctuation do not count; where it holds, its key and its question do.
func (m Memory) Hash() string {
	where := ""
	switch m.Reach {
	case SiteOnly:
		where = m.Site
	case SessionOnly, ConversationOnly:
		where = m.Conversation
	}
	h := sha256.New()
	for _, part := range []string{string(m.Reach), where, m.Key, Normalize(m.Question), Normalize(m.Content)} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// IsAbout reports that a memory is about somebody. What is about nobody in
// particular is about the user whose memory it is.
func (m Memory) IsAbout(who string) bool {
	return m.SubjectUser == who || m.SubjectUser == "" && m.User == who
}

// HoldsIn says whether a memory holds in a conversation and on a site.
func (m Memory) HoldsIn(conversation, site string) bool {
	switch m.Reach {
	case SiteOnly:
		return m.Site == site
	case SessionOnly, ConversationOnly:
		return m.Conversation == conversation
	}
	return true
}

// Over says whether a memory's time is over, though nobody has ended it yet.
func (m Memory) Over(now time.Time) bool { return m.ExpiresAt != nil && !m.ExpiresAt.After(now) }

// Normalize folds away what does not change the meaning of a sentence.
func Normalize(s string) string {
	s = strings.Join(strings.Fields(strings.ToLower(s)), " ")
	return strings.TrimRightFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".!。！;；", r) })
}

// Confirmed is m after the same thing was heard once more: more confident, with
// the new evidence beside the old.
func (m Memory) Confirmed(again Memory) Memory {
	m.Confirmations++
	if m.Confidence != nil {
		m.Confidence = new(min(1, *m.Confidence+0.05))
	} else {
		m.Confidence = again.Confidence
	}
	m.Evidence = append(slices.Clone(m.Evidence), missing(m.Evidence, again.Evidence)...)
	if again.SaidAt.After(m.SaidAt) {
		m.SaidAt = again.SaidAt
	}
	return m
}

func missing(have, more []Evidence) (out []Evidence) {
	for _, e := range more {
		if !slices.Contains(have, e) {
			out = append(out, e)
		}
	}
	return out
}
