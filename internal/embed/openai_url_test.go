package embed

import (
	"testing"

	"github.com/souvenir-memory/souvenir"
)

func TestNewOpenAICompletesTheAddress(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"http://h:1":                    "http://h:1/v1/embeddings",
		"http://h:1/":                   "http://h:1/v1/embeddings",
		"http://h:1/v1":                 "http://h:1/v1/embeddings",
		" http://h:1/v1/ ":              "http://h:1/v1/embeddings",
		"http://h:1/v1/embeddings":      "http://h:1/v1/embeddings",
		"https://h/api/v1":              "https://h/api/v1/embeddings",
		"https://h/openai":              "https://h/openai/v1/embeddings",
		"https://h/v1beta/openai/":      "https://h/v1beta/openai/embeddings",
		"https://h/v1?api-version=2024": "https://h/v1/embeddings?api-version=2024",
		"":                              "",
		"localhost:11434":               "",
		"h:1/v1":                        "",
		"ftp://h/v1":                    "",
		"http://":                       "",
		"http://h:port/":                "",
	} {
		got, err := embeddingsURL(base)
		if got != want || (want == "") != (souvenir.CodeOf(err) == souvenir.Invalid) {
			t.Errorf("embeddingsURL(%q) = %q, %v; want %q", base, got, err, want)
		}
	}
}
