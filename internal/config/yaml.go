package config

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// readYAML finds the values in a file's content. Numbers and the like are taken as
// they are written, so that every source speaks the same text.
func readYAML(file, content string) ([]given, Faults) {
	root, faults := parseYAML(file, content)
	r := reader{file: file, lines: map[string]int{}, faults: faults}
	r.section("", root)
	return r.given, r.faults
}

// parseYAML returns the entries of the only document; none for an empty file.
func parseYAML(file, content string) ([]*ast.MappingValueNode, Faults) {
	if !utf8.ValidString(content) {
		return nil, Faults{{file, "the file is not UTF-8 text"}}
	}
	f, err := parser.ParseBytes([]byte(strings.TrimPrefix(content, bom)), 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, Faults{syntaxFault(file, err)}
	}
	var entries []*ast.MappingValueNode
	for _, doc := range f.Docs {
		more, ok := pairs(doc.Body)
		if len(f.Docs) > 1 || !ok {
			return nil, Faults{{file, "the file must be one list of settings, such as listen: 127.0.0.1:7007"}}
		}
		entries = more
	}
	return entries, nil
}

const bom = "\ufeff"

func syntaxFault(file string, err error) Fault {
	if e, ok := errors.AsType[yaml.Error](err); ok {
		where := Origin{Name: file, Line: e.GetToken().Position.Line}.where()
		return Fault{where, "this is not YAML: " + e.GetMessage()}
	}
	return Fault{file, "this is not YAML: " + err.Error()}
}

// pairs are the entries of a map; ok is false when n is something else.
func pairs(n ast.Node) (entries []*ast.MappingValueNode, ok bool) {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return nil, true
	case *ast.MappingNode:
		return n.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	}
	return nil, false
}

// reader collects what the file says and what is wrong with it.
type reader struct {
	file   string
	lines  map[string]int // where each name was seen
	given  []given
	faults Faults
}

func (r *reader) section(name string, entries []*ast.MappingValueNode) {
	for _, e := range entries {
		r.entry(join(name, keyOf(e)), e)
	}
}

func (r *reader) entry(name string, e *ast.MappingValueNode) {
	_, known := find(name)
	dotted := strings.Contains(keyOf(e), ".")
	switch {
	case r.lines[name] > 0:
		r.faultf(e, "%s is already given on line %d", name, r.lines[name])
	case dotted && known:
		r.faultf(e, "write %s", nested(name))
	case known && name == "upstreams":
		r.list(name, e)
	case known:
		r.value(name, e)
	case !dotted && isSection(name):
		r.subsection(name, e)
	default:
		r.faultf(e, "%s", hint(name))
	}
	r.lines[name] = lineOf(e)
}

func (r *reader) subsection(name string, e *ast.MappingValueNode) {
	entries, ok := pairs(e.Value)
	if !ok {
		r.faultf(e, "%s groups several settings; write each on a line of its own below it, indented", name)
	}
	r.section(name, entries)
}

func (r *reader) value(name string, e *ast.MappingValueNode) {
	if _, absent := e.Value.(*ast.NullNode); absent {
		return
	}
	text, ok := scalar(e.Value)
	if !ok {
		r.faultf(e, "%s must be a single value, written out", name)
		return
	}
	r.given = append(r.given, given{name, text, Origin{Source: File, Name: r.file, Line: lineOf(e)}})
}

func (r *reader) faultf(e *ast.MappingValueNode, format string, args ...any) {
	where := Origin{Name: r.file, Line: lineOf(e)}.where()
	r.faults = append(r.faults, Fault{where, fmt.Sprintf(format, args...)})
}

// scalar is the text of a single value. Lists, maps and aliases are none.
func scalar(n ast.Node) (text string, ok bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.TagNode:
		return scalar(n.Value)
	case *ast.AnchorNode:
		return scalar(n.Value)
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

func keyOf(e *ast.MappingValueNode) string {
	if k, ok := e.Key.(*ast.MappingKeyNode); ok && k.Value != nil {
		return k.Value.GetToken().Value
	}
	return e.Key.GetToken().Value
}

func lineOf(e *ast.MappingValueNode) int { return e.Key.GetToken().Position.Line }

func join(section, key string) string {
	if section == "" {
		return key
	}
	return section + "." + key
}

// nested shows how a name with dots is written in YAML.
func nested(name string) string {
	section, key, ok := strings.Cut(name, ".")
	if !ok {
		return name + ":"
	}
	return section + ": and below it, indented, " + nested(key)
}
