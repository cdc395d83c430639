package filter_test

import (
	"testing"

	"github.com/souvenir-memory/souvenir/internal/filter"
)

func TestSecretsAreNoMemories(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]bool{
		"User's password is hunter2":                    false,
		"User's password is [redacted: password]":       false,
		"User's API key is [REDACTED]":                  false,
		"User pays with 4111 1111 1111 1111":            false,
		"User's 密码是abc12345":                            false,
		"User uses a password manager":                  true,
		"User forgot the password of their old account": true,
		"User's phone number is 415-555-0100":           true,
	} {
		if _, refused := through(t, []filter.Rule{filter.NoSecret}, claims(content), said(content)); (refused == "") != want {
			t.Errorf("%q: refused %q", content, refused)
		}
	}
}
