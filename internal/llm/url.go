package llm

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// versioned matches a path that already says which version of the API it is:
// /v1, /api/v1, /v1beta/openai.
var versioned = regexp.MustCompile(`/v[0-9]\w*(/|$)`)

// URL completes a base URL the way people write it, with or without a slash at
// the end, with or without /v1, or already complete, to the URL of a method such
// as chat/completions.
func URL(base, method string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(base))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", souvenir.Errorf(souvenir.Invalid, "The model endpoint must be an address such as http://localhost:11434.")
	}
	path := strings.TrimRight(strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/"+method), "/")
	if !versioned.MatchString(path) {
		path += "/v1"
	}
	u.Path, u.RawPath = path+"/"+method, ""
	return u.String(), nil
}

// shown is an address as it may be told to people: people put passwords and keys
// into the rest of it.
func shown(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "?"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}
