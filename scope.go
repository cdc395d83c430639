package souvenir

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// DefaultTenant is the tenant of everyone when no API key names another.
const DefaultTenant = "default"

// UnknownUser is the user for whom nothing is stored, searched or extracted.
const UnknownUser = "unknown"

// MaxID is the longest id, in bytes, that a caller may choose.
const MaxID = 256

// Scope says whose memory something is. Tenant and User are part of every key
// and every query; Agent and Conversation narrow it down and may be empty.
type Scope struct {
	Tenant       string `json:"tenant,omitempty"`
	User         string `json:"user"`
	Agent        string `json:"agent,omitempty"`
	Conversation string `json:"conversation,omitempty"`
}

// CheckID reports why id cannot name a user, an agent, a conversation or a
// message. An id is an id: any printable text, compared exactly, never a pattern.
func CheckID(what, id string) error {
	switch {
	case strings.TrimSpace(id) == "":
		return Errorf(Invalid, "The %s is empty.", what)
	case len(id) > MaxID:
		return Errorf(Invalid, "The %s is %d bytes long; at most %d are allowed.", what, len(id), MaxID)
	case !utf8.ValidString(id):
		return Errorf(Invalid, "The %s is not valid UTF-8.", what)
	case strings.ContainsFunc(id, unicode.IsControl):
		return Errorf(Invalid, "The %s contains a control character.", what)
	}
	return nil
}
