package config

import (
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// change is a place in a text, what stands there and what shall stand there.
type change struct {
	line, column int // from 1; a column counts runes
	old, new     string
}

// splice writes the value under the path of keys, at the place that the parser
// found. Where it cannot, it returns the content as it was.
func splice(content string, root []*ast.MappingValueNode, path []string, value string) string {
	body, marked := strings.CutPrefix(content, bom)
	newline := "\n"
	if strings.Contains(body, "\r\n") {
		newline = "\r\n"
	}
	if body != "" && !strings.HasSuffix(body, "\n") {
		body += newline
	}
	c := locate(body, root, path, value)
	c.new = strings.ReplaceAll(c.new, "\n", newline)
	body = c.apply(body)
	if marked {
		return bom + body
	}
	return body
}

// locate decides where the value goes: over the old one, into its section, or at
// the end of the file.
func locate(body string, root []*ast.MappingValueNode, path []string, value string) change {
	e := entryOf(root, path[0])
	switch {
	case e == nil:
		return atEnd(body, path, value)
	case len(path) == 1:
		return over(e, body, value)
	}
	below, _ := pairs(e.Value)
	if entryOf(below, path[1]) != nil {
		return locate(body, below, path[1:], value)
	}
	return into(e, below, block(path[1:], value, ""))
}

func entryOf(entries []*ast.MappingValueNode, key string) *ast.MappingValueNode {
	for _, e := range entries {
		if keyOf(e) == key {
			return e
		}
	}
	return nil
}

// block writes a value under its keys, each a level deeper.
func block(path []string, value, indent string) string {
	if len(path) == 1 {
		return indent + path[0] + ": " + value + "\n"
	}
	return indent + path[0] + ":\n" + block(path[1:], value, indent+"  ")
}

func atEnd(body string, path []string, value string) change {
	return change{line: strings.Count(body, "\n") + 1, column: 1, new: block(path, value, "")}
}

// over replaces the value of e, or gives it one if it has none.
func over(e *ast.MappingValueNode, body, value string) change {
	if _, absent := e.Value.(*ast.NullNode); !absent {
		at := e.Value.GetToken()
		return change{at.Position.Line, at.Position.Column, strings.TrimSpace(at.Origin), value}
	}
	colon := e.GetToken().Position
	c := change{colon.Line, colon.Column, ":", ": " + value}
	for _, word := range []string{"null", "Null", "NULL", "~"} {
		if old := ": " + word; strings.HasPrefix(body[c.offset(body):], old) {
			c.old = old
		}
	}
	return c
}

// into adds an entry at the end of e's section.
func into(e *ast.MappingValueNode, below []*ast.MappingValueNode, entry string) change {
	if m, ok := e.Value.(*ast.MappingNode); ok && m.IsFlowStyle {
		return intoBraces(m.Start.Position, len(below) == 0, entry)
	}
	line, column := lineOf(e), e.Key.GetToken().Position.Column+2
	if len(below) > 0 {
		last := below[len(below)-1]
		line, column = last.Value.GetToken().Position.Line, last.Key.GetToken().Position.Column
	}
	return change{line: line + 1, column: 1, new: strings.Repeat(" ", column-1) + entry}
}

func intoBraces(open *token.Position, alone bool, entry string) change {
	entry = strings.TrimSuffix(entry, "\n")
	if !alone {
		entry += ", "
	}
	return change{open.Line, open.Column, "{", "{" + entry}
}

func (c change) apply(body string) string {
	at := c.offset(body)
	rest, ok := strings.CutPrefix(body[at:], c.old)
	if !ok {
		return body
	}
	return body[:at] + c.new + rest
}

// offset is where the change begins, in bytes.
func (c change) offset(body string) int {
	at := 0
	for range c.line - 1 {
		at += strings.Index(body[at:], "\n") + 1
	}
	column := 1
	for i := range body[at:] {
		if column == c.column {
			return at + i
		}
		column++
	}
	return len(body)
}
