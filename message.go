package souvenir

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Role is who said a message.
type Role string

const (
	User      Role = "user"
	Assistant Role = "assistant"
	System    Role = "system"
	Tool      Role = "tool"
	Page      Role = "page" // text of a web page or document, not spoken by anyone
)

// Roles lists every role there is.
var Roles = []Role{User, Assistant, System, Tool, Page}

// MaxContent is the longest message or memory, in bytes.
const MaxContent = 1 << 20

// Message is one raw turn, kept as it was said and searchable from the moment
// it is accepted.
type Message struct {
	ID      string    `json:"id"`
	Role    Role      `json:"role"`
	Name    string    `json:"name,omitempty"` // the speaker in a group chat
	Content string    `json:"content"`
	At      time.Time `json:"at"`            // when it was said
	Seq     int64     `json:"seq,omitempty"` // its place in the conversation, from 1
}

// Speaker is the name a reader of the transcript would see.
func (m Message) Speaker() string {
	if m.Name != "" {
		return m.Name
	}
	return string(m.Role)
}

// CheckText reports why text cannot be stored: the same rules for both databases.
func CheckText(what, text string) error {
	switch {
	case len(text) > MaxContent:
		return Errorf(TooLarge, "The %s is %d bytes long; at most %d are allowed. Split it.", what, len(text), MaxContent)
	case !utf8.ValidString(text):
		return Errorf(Invalid, "The %s is not valid UTF-8.", what)
	case strings.ContainsRune(text, 0):
		return Errorf(Invalid, "The %s contains a NUL character.", what)
	}
	return nil
}

// Blank says that a text shows nothing: spaces, and characters that nobody sees.
func Blank(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Mn) && !strings.ContainsRune(unseen, r)
	})
}

// unseen are letters and signs without a picture: the fillers of Hangul, and an empty Braille cell.
const unseen = "\u115f\u1160\u3164\uffa0\u2800"

// Conversation is a sequence of messages that belong together.
type Conversation struct {
	ID           string    `json:"id"`
	User         string    `json:"user"`
	Agent        string    `json:"agent,omitempty"`
	Source       string    `json:"source"` // web, discord, cli, ...; web when nobody says
	Title        string    `json:"title,omitempty"`
	Participants []string  `json:"participants,omitempty"`
	Partner      string    `json:"partner,omitempty"`  // whom the user talks with, as people call them
	Relation     string    `json:"relation,omitempty"` // what the partner is to the user
	URL          string    `json:"url,omitempty"`      // of the page it is about
	Private      bool      `json:"private"`            // never read, never extracted
	Messages     int64     `json:"messages"`
	CreatedAt    time.Time `json:"created_at"`
	UpdatedAt    time.Time `json:"updated_at"`
}
