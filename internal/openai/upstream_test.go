package openai

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

func TestAModelIsFoundByItsName(t *testing.T) {
	t.Parallel()
	s := Settings{Upstreams: []Upstream{{Models: []string{"gpt-*", "o4-mini"}, URL: "a"}, {Models: []string{"meta/*"}, URL: "b"}, {URL: "c"}}}
	for model, want := range map[string]string{"gpt-5": "a", "o4-mini": "a", "meta/llama/3": "b", "qwen": "c", "": "c"} {
		if u, ok := s.upstream(model); !ok || u.URL != want {
			t.Errorf("%q goes to %q, want %q", model, u.URL, want)
		}
	}
}

func TestEachUpstreamHasItsKeyAndItsModels(t *testing.T) {
	t.Parallel()
	h := start(t, sqlite(t), llmtest.Say("local"))
	other := llmtest.New(t, llmtest.Say("remote"))
	other.Key, other.Models = "sk-remote", []string{"gpt-1", "llmtest"}
	h.set(func(s *Settings) {
		s.Upstreams = append([]Upstream{{Models: []string{"gpt-*"}, URL: other.URL, Key: "sk-remote"}}, s.Upstreams...)
	})
	if a := h.chat(strings.Replace(hello, `"m"`, `"gpt-1"`, 1)); !strings.Contains(a.body, "remote") || a.header.Get("X-Souvenir-Memory") != "off: the upstream's memory is off" {
		t.Errorf("%s, memory %q", a.body, a.header.Get("X-Souvenir-Memory"))
	}
	if a := h.chat(hello); !strings.Contains(a.body, "local") || a.header.Get("X-Souvenir-Memory") != "on" {
		t.Errorf("%s, memory %q", a.body, a.header.Get("X-Souvenir-Memory"))
	}
	if got := get(t, h.url+"/v1/models"); strings.Count(got, `"id":`) != 2 || !strings.Contains(got, "gpt-1") || !strings.Contains(got, "llmtest") {
		t.Errorf("models: %s", got)
	}
	h.set(func(s *Settings) { s.Upstreams = s.Upstreams[1:] })
	if got, want := get(t, h.url+"/v1/models"), get(t, h.model.URL+"/v1/models"); got != want {
		t.Errorf("models: %s, directly %s", got, want)
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	a, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWithoutAnUpstream(t *testing.T) {
	t.Parallel()
	h := start(t, sqlite(t))
	h.set(func(s *Settings) { s.Upstreams = nil })
	if a := h.chat(hello); a.status != 404 || !strings.Contains(a.body, "souvenir config set upstream") {
		t.Errorf("%d %s", a.status, a.body)
	}
	for format, check := range map[string]func(json.RawMessage) int{
		"float": func(raw json.RawMessage) int { var v []float32; json.Unmarshal(raw, &v); return len(v) },
		"base64": func(raw json.RawMessage) int {
			v, _ := base64.StdEncoding.DecodeString(unquote(raw))
			return len(v) / 4
		},
	} {
		a := ask(t, h.url+"/v1/embeddings", `{"model":"text-embedding-3-small","input":["a dog","a cat"],"encoding_format":"`+format+`"}`)
		var got struct {
			Data []struct{ Embedding json.RawMessage }
		}
		if json.Unmarshal([]byte(a.body), &got) != nil || len(got.Data) != 2 || check(got.Data[1].Embedding) != 256 {
			t.Errorf("%s: %d %.200s", format, a.status, a.body)
		}
	}
	h.set(func(s *Settings) { s.Upstreams = []Upstream{{URL: "http://user:secret@127.0.0.1:1/", Memory: true}} })
	if a := h.chat(hello); a.status != 502 || strings.Contains(a.body, "secret") {
		t.Errorf("%d %s", a.status, a.body)
	}
}
