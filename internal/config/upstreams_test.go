package config

import (
	"strings"
	"testing"
)

const twoUpstreams = `
upstreams:
  - name: openai
    models: [gpt-*, o4-mini]
    url: https://api.openai.com/v1
    key: sk-secret
  - models: "*"
    url: http://127.0.0.1:11434
    memory: no
listen: 127.0.0.1:1
`

func TestUpstreamsAreAListInTheFile(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write(twoUpstreams)
	c := m.load()
	if len(c.Upstreams) != 2 {
		t.Fatalf("%d upstreams, want 2", len(c.Upstreams))
	}
	first, second := c.Upstreams[0], c.Upstreams[1]
	if first.Models != "gpt-*,o4-mini" || first.Key != "sk-secret" || first.Memory != nil || first.URL != "https://api.openai.com/v1" {
		t.Errorf("the first is %+v", first)
	}
	if second.Models != "*" || second.Memory == nil || *second.Memory {
		t.Errorf("the second is %+v", second)
	}
	var shown strings.Builder
	if err := c.WriteText(&shown); err != nil || strings.Contains(shown.String(), "sk-secret") {
		t.Errorf("the key is shown: %v\n%s", err, shown.String())
	}
}

func TestUpstreamFaultsSayWhere(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"upstreams:\n  - modles: x\n    url: http://a": "2: modles is not known in upstreams",
		"upstreams:\n  - models: x\n    memory: maybe": "3: memory is \"maybe\"; it must be true or false",
		"upstreams:\n  - x":                            "1: upstreams must be a list, each entry with",
		"upstreams:\n  - models: x\n\n  - models: y":   "1: upstreams must be a list of upstreams; in the one on line 2, url must be",
		"upstreams:\n  - url: http://a":                "in the one on line 2, models must say which models it has",
		"upstreams: 5":                                 "1: upstreams must be a list of upstreams such as",
	} {
		m := newMachine(t)
		m.write(content)
		_, err := Load(m.options())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", content, err, want)
		}
	}
}
