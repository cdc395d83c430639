package reply

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// quoteAt is the kind of the quotation mark at i, 0 if there is none, and its
// length. All typographic marks of one kind are the same, since models open with
// the closing one, too.
func quoteAt(text string, i int) (kind rune, n int) {
	r, n := utf8.DecodeRuneInString(text[min(i, len(text)):])
	switch r {
	case '"', '\'':
		return r, n
	case '“', '”', '„':
		return '“', n
	case '‘', '’':
		return '‘', n
	}
	return 0, 0
}

// closes says which kinds of quotation marks may end a string.
var closes = map[rune]string{'"': `"`, '\'': `'`, '“': `“"`, '‘': `‘'`}

// quoted reads a string. A quotation mark ends it only where a string can end;
// others were meant to be part of the text.
func (p *parser) quoted(in place) (v any, ok bool) {
	kind, n := quoteAt(p.text, p.pos)
	p.repair(kind != '"')
	plain := []byte{'"'} // the string as JSON has it
	for i := p.pos + n; i < len(p.text); {
		c := p.at(i)
		k, n := quoteAt(p.text, i)
		switch {
		case k != 0 && strings.ContainsRune(closes[kind], k) && p.ends(i+n, in):
			p.pos = i + n
			var s string
			return s, json.Unmarshal(append(plain, '"'), &s) == nil
		case k == '"' && followsBrace(plain) && p.keyAt(i, k):
			p.unclosed(i, true)
			return nil, false
		case c == '\\':
			plain, i = p.escape(plain, i)
		default:
			p.repair(c < ' ' || c == '"' && kind == '"')
			plain, i = appendPlain(plain, c), i+1
		}
	}
	p.unclosed(len(p.text), p.finished)
	return nil, false
}

// followsBrace reports whether the next quotation mark stands as in {"key".
func followsBrace(plain []byte) bool {
	return bytes.HasSuffix(bytes.TrimRight(plain, " "), []byte("{"))
}

// unclosed gives a string up that went on to the end, or over the beginning of
// another object. Where it must have lost its quotation mark, what looked like
// the string is searched for more.
func (p *parser) unclosed(end int, lostMark bool) {
	p.broken = true
	if !lostMark || !p.patient() {
		p.pos = end
		return
	}
	_, n := quoteAt(p.text, p.pos)
	p.pos += n
}

var validEscape = regexp.MustCompile(`^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})`)

// escape reads a backslash and what belongs to it. One that begins nothing JSON
// knows stands for itself, as in "C:\dir" and "\d+"; before ' it is dropped.
func (p *parser) escape(plain []byte, i int) ([]byte, int) {
	if e := validEscape.FindString(p.ahead(i, 6)); e != "" {
		return append(plain, e...), i + len(e)
	}
	p.repair(true)
	switch c := p.at(i + 1); c {
	case '\'', '\n':
		return appendPlain(plain, c), i + 2
	}
	return append(plain, `\\`...), i + 1
}

func appendPlain(plain []byte, c byte) []byte {
	switch {
	case c == '"':
		return append(plain, `\"`...)
	case c < ' ':
		return fmt.Appendf(plain, `\u%04x`, c)
	}
	return append(plain, c)
}

// ends reports whether a string can end before i, by what follows.
func (p *parser) ends(i int, in place) bool {
	if in == inKey {
		return true
	}
	i, newline := p.past(i)
	switch c := p.at(i); c {
	case 0, '}', ']':
		return true
	case ',':
		next, _ := p.past(i + 1)
		return p.begins(next, in)
	case '/':
		return p.remark(i) > 0
	}
	kind, _ := quoteAt(p.text, i)
	return newline && kind != 0 && p.begins(i, in) // the comma is missing
}

const longestWord = 64

var (
	word    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*`)
	keyword = regexp.MustCompile(`^(?i:true|false|null|none|nan|undefined)\b`)
)

// begins reports whether the next field or item, or the end, can be at i.
func (p *parser) begins(i int, in place) bool {
	c := p.at(i)
	if c == 0 || strings.IndexByte("{}],", c) >= 0 || p.remark(i) > 0 {
		return true
	}
	kind, _ := quoteAt(p.text, i)
	if in == inArray {
		return kind != 0 || c == '[' || c == '-' || c >= '0' && c <= '9' || keyword.MatchString(p.ahead(i, 10))
	}
	if kind != 0 {
		return p.keyAt(i, kind)
	}
	w := word.FindString(p.ahead(i, longestWord))
	colon, _ := p.past(i + len(w))
	return w != "" && p.at(colon) == ':'
}

// keyAt reports whether the string at i has a colon behind it, or the text ends.
func (p *parser) keyAt(i int, kind rune) bool {
	_, n := quoteAt(p.text, i)
	for i += n; i < len(p.text); i++ {
		c := p.at(i)
		if c == '\\' {
			i++
			continue
		}
		if k, n := quoteAt(p.text, i); k != 0 && strings.ContainsRune(closes[kind], k) {
			colon, _ := p.past(i + n)
			return p.at(colon) == ':' || p.at(colon) == 0
		}
	}
	return true
}
