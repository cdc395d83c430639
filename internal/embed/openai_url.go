package embed

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// versioned matches a path that already says which version of the API it is:
// /v1, /api/v1, /v1beta/openai.
var versioned = regexp.MustCompile(`/v[0-9]\w*(/|$)`)

// embeddingsURL completes a base URL the way people write it: with or without
// a slash at the end, with or without /v1, or already complete.
func embeddingsURL(base string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(base))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", souvenir.Errorf(souvenir.Invalid, "The embedding endpoint must be an address such as http://localhost:11434.")
	}
	path := strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/embeddings")
	if !versioned.MatchString(path) {
		path += "/v1"
	}
	u.Path, u.RawPath = path+"/embeddings", ""
	return u.String(), nil
}
