package openai

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// A request is edited where it must be and stays as it was, to the byte, everywhere
// else: we look for places in its text and do not decode and encode it again. All
// functions here are given valid JSON.

// span is a value's place in a text.
type span struct{ start, end int }

func (s span) of(text []byte) []byte { return text[s.start:s.end] }

// field is a member of an object: from the quote of its key, and its value.
type field struct {
	key   int
	value span
}

// members are where the values of an object stand; of a key that is given twice, the
// last one counts. It is nil for anything else.
func members(text []byte, at span) map[string]field {
	i := space(text, at.start)
	if i >= at.end || text[i] != '{' {
		return nil
	}
	out := map[string]field{}
	for i = space(text, i+1); i < at.end && text[i] == '"'; i = space(text, i+1) {
		key := span{i, skip(text, i)}
		i = space(text, space(text, key.end)+1) // over the colon
		value := span{i, skip(text, i)}
		out[unquote(key.of(text))] = field{key.start, value}
		if i = space(text, value.end); text[i] != ',' {
			break
		}
	}
	return out
}

// elements are where the values of an array stand.
func elements(text []byte, at span) []span {
	i := space(text, at.start)
	if i >= at.end || text[i] != '[' {
		return nil
	}
	var out []span
	for i = space(text, i+1); i < at.end && text[i] != ']'; i = space(text, i+1) {
		value := span{i, skip(text, i)}
		out = append(out, value)
		if i = space(text, value.end); text[i] != ',' {
			break
		}
	}
	return out
}

// space is the next place with something in it.
func space(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
		i++
	}
	return i
}

// skip is the end of the value that begins at i.
func skip(text []byte, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = endOfString(text, i)
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1 + min(depth, 0) // of a number the end is before the bracket
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// endOfString is the place of the closing quote.
func endOfString(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

func unquote(raw []byte) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// unquoteSome is unquote for the first bytes of a string. An escape may be cut in two,
// and is then left out.
func unquoteSome(raw []byte, most int) string {
	if len(raw) <= most {
		return unquote(raw)
	}
	for end := most; end > most-12; end-- {
		if text := unquote(append(slices.Clip(raw[:end]), '"')); text != "" {
			return text
		}
	}
	return ""
}

// quote writes a text as JSON, with as few escapes as need be.
func quote(text string) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string can be encoded
	return strings.TrimSuffix(out.String(), "\n")
}

// edit puts a text in the place of another.
type edit struct {
	span
	text string
}

// apply makes edits that do not overlap.
func apply(text []byte, edits []edit) []byte {
	if len(edits) == 0 {
		return text
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var out bytes.Buffer
	last := 0
	for _, e := range edits {
		out.Write(text[last:e.start])
		out.WriteString(e.text)
		last = e.end
	}
	out.Write(text[last:])
	return out.Bytes()
}

// without takes a member out of an object, with the comma that parts it from others.
func without(text []byte, f field) edit {
	if next := space(text, f.value.end); next < len(text) && text[next] == ',' {
		return edit{span{f.key, space(text, next+1)}, ""}
	}
	start := f.key
	for start > 0 && text[start-1] != ',' && text[start-1] != '{' {
		start--
	}
	if start > 0 && text[start-1] == ',' {
		start--
	}
	return edit{span{start, f.value.end}, ""}
}

// appended adds to the end of a string.
func appended(at span, more string) edit {
	inner := quote(more)
	return edit{span{at.end - 1, at.end - 1}, inner[1 : len(inner)-1]}
}

// pushed adds to the end of an array.
func pushed(text []byte, at span, value string) edit {
	if len(elements(text, at)) > 0 {
		value = "," + value
	}
	return edit{span{at.end - 1, at.end - 1}, value}
}
