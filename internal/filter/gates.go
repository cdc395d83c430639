package filter

import (
	"fmt"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// NotEmpty refuses a candidate that says nothing.
var NotEmpty = Rule{Name: "not-empty", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
	if strings.TrimSpace(c.Content) == "" {
		return "content is empty"
	}
	return ""
}}

// maxMemory is the longest memory in bytes. A memory is a sentence or a few;
// what is longer is a text, and texts stay messages.
const maxMemory = 8 << 10

// NotTooLong refuses a candidate that is a whole text.
var NotTooLong = Rule{Name: "not-too-long", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
	if len(c.Content) > maxMemory {
		return fmt.Sprintf("content is %d bytes long, at most %d are allowed", len(c.Content), maxMemory)
	}
	return ""
}}
