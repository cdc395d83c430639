package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Upstream is an endpoint that the proxy forwards some models to.
type Upstream struct {
	Name   string `json:"name,omitempty"`   // for people
	Models string `json:"models"`           // names or patterns, such as gpt-*, with commas between them
	URL    string `json:"url"`              // OpenAI-compatible base URL
	Key    string `json:"key,omitempty"`    // sent as a bearer token; "" passes the caller's own on
	Memory *bool  `json:"memory,omitempty"` // nil means true

	Line int `json:"line,omitempty"` // where it stands in the file
}

// upstreamFields are what an entry of the file may say.
var upstreamFields = []string{"name", "models", "url", "key", "memory"}

// upstreams is a kind whose text is a JSON list; in the file it is a list as people
// write it.
func upstreams(at field[[]Upstream]) kind {
	return kindOf("list", at, parseUpstreams, formatUpstreams)
}

func formatUpstreams(us []Upstream) string {
	if len(us) == 0 {
		return ""
	}
	text, _ := json.Marshal(us) // strings and flags: it cannot fail
	return string(text)
}

func parseUpstreams(text string) (us []Upstream, err error) {
	if text == "" {
		return nil, nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&us); err != nil {
		return nil, errors.New(`a list of upstreams such as [{"models": "gpt-*", "url": "https://api.openai.com/v1", "key": "sk-..."}]`)
	}
	for i, u := range us {
		if err := u.check(); err != nil {
			return nil, fmt.Errorf("a list of upstreams; %s%w", u.place(i), err)
		}
	}
	return us, nil
}

func (u Upstream) place(i int) string {
	if u.Line > 0 {
		return fmt.Sprintf("in the one on line %d, ", u.Line)
	}
	return fmt.Sprintf("in number %d, ", i+1)
}

func (u Upstream) check() error {
	address, err := url.Parse(u.URL)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return errors.New("url must be a URL that starts with http:// or https://")
	}
	if strings.TrimSpace(u.Models) == "" {
		return errors.New("models must say which models it has, such as gpt-*, or * for all others")
	}
	for pattern := range strings.SplitSeq(u.Models, ",") {
		if _, err := path.Match(strings.TrimSpace(pattern), ""); err != nil {
			return fmt.Errorf("models has the pattern %q, which cannot be read", pattern)
		}
	}
	return nil
}

// list reads a setting that is written as a list of maps, and says which line is
// wrong where one is.
func (r *reader) list(name string, e *ast.MappingValueNode) {
	items, ok := e.Value.(*ast.SequenceNode)
	if !ok {
		r.value(name, e)
		return
	}
	before := len(r.faults)
	entries := make([]json.RawMessage, 0, len(items.Values))
	for _, item := range items.Values {
		entries = append(entries, r.item(name, e, item))
	}
	if len(r.faults) > before {
		return
	}
	text, _ := json.Marshal(entries)
	r.given = append(r.given, given{name, string(text), Origin{Source: File, Name: r.file, Line: lineOf(e)}})
}

// item is one map of a list as JSON, with the line on which it begins.
func (r *reader) item(name string, parent *ast.MappingValueNode, n ast.Node) json.RawMessage {
	fields, ok := pairs(n)
	if !ok || len(fields) == 0 {
		r.faultf(parent, "%s must be a list, each entry with %s", name, strings.Join(upstreamFields, ", "))
		return nil
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `{"line":%d`, lineOf(fields[0]))
	for _, f := range fields {
		text, single := scalar(f.Value)
		switch key := keyOf(f); {
		case !slices.Contains(upstreamFields, key):
			r.faultf(f, "%s is not known in %s; there are %s", key, name, strings.Join(upstreamFields, ", "))
		case key == "models" && !single:
			fmt.Fprintf(&out, `,"models":%s`, quoted(r.words(f)))
		case !single:
			r.faultf(f, "%s must be a single value, written out", key)
		case key == "memory":
			on, err := parseBool(text)
			if err != nil {
				r.faultf(f, "memory is %q; it must be %v", text, err)
			}
			fmt.Fprintf(&out, `,"memory":%t`, on)
		default:
			fmt.Fprintf(&out, `,%s:%s`, quoted(key), quoted(text))
		}
	}
	out.WriteByte('}')
	return out.Bytes()
}

// words are the values of a list within an entry, with commas between them.
func (r *reader) words(f *ast.MappingValueNode) string {
	items, ok := f.Value.(*ast.SequenceNode)
	if !ok {
		r.faultf(f, "%s must be a single value or a list of them", keyOf(f))
		return ""
	}
	var all []string
	for _, n := range items.Values {
		text, single := scalar(n)
		if !single {
			r.faultf(f, "%s must be a list of single values", keyOf(f))
		}
		all = append(all, text)
	}
	return strings.Join(all, ",")
}

func quoted(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}
