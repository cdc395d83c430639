package llm

import (
	"testing"

	"github.com/souvenir-memory/souvenir"
)

func TestURLCompletesWhatPeopleWrite(t *testing.T) {
	const chat = "http://h:1/v1/chat/completions"
	for base, want := range map[string]string{
		"http://h:1": chat, "http://h:1/": chat, "http://h:1/v1": chat, // GS-27
		" http://h:1/v1/ ": chat, "http://h:1//": chat, chat: chat, chat + "/": chat,
		"https://openrouter.ai/api/v1":                             "https://openrouter.ai/api/v1/chat/completions",
		"https://generativelanguage.googleapis.com/v1beta/openai/": "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
		"https://h/deployments/x?api-version=2":                    "https://h/deployments/x/v1/chat/completions?api-version=2",
		"http://[::1]:8080/llm":                                    "http://[::1]:8080/llm/v1/chat/completions",
	} {
		if got, err := URL(base, "chat/completions"); err != nil || got != want {
			t.Errorf("URL(%q) = %q, %v, want %q", base, got, err, want)
		}
	}
	if got, err := URL("https://h/v1/embeddings", "embeddings"); err != nil || got != "https://h/v1/embeddings" {
		t.Errorf("a complete address becomes %q, %v", got, err)
	}
	for _, base := range []string{"", "localhost:11434", "ftp://h", "http://", "http://h:port", "/v1"} {
		if got, err := URL(base, "chat/completions"); souvenir.CodeOf(err) != souvenir.Invalid {
			t.Errorf("URL(%q) = %q, %v, want it refused", base, got, err)
		}
	}
}
