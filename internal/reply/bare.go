package reply

import (
	"encoding/json"
	"regexp"
	"strings"
)

// key reads the name of a field, and says what its value may look like.
func (p *parser) key() (key string, in place, ok bool) {
	if kind, _ := quoteAt(p.text, p.pos); kind != 0 {
		v, ok := p.quoted(inKey)
		key, _ = v.(string)
		return key, inField, ok
	}
	key = word.FindString(p.ahead(p.pos, longestWord))
	p.pos += len(key)
	p.repair(true)
	return key, inLooseField, key != ""
}

// bare reads what stands without quotation marks: a number, a keyword, or words
// that should have had them.
func (p *parser) bare(in place) (any, bool) {
	start := p.pos
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n,:[]{}\"", p.at(p.pos)) < 0 {
		p.pos++
	}
	token := p.text[start:p.pos]
	v, exact, ok := scalar(token)
	if _, number := v.(json.Number); number && p.pos == len(p.text) {
		return nil, false // there may have been more digits
	}
	if ok {
		p.repair(!exact)
		return v, true
	}
	if in != inField {
		return nil, false
	}
	return p.words(start)
}

// words reads a value up to the end of its field: nothing is null.
func (p *parser) words(start int) (any, bool) {
	for p.pos < len(p.text) && strings.IndexByte("\n,[]{}\"", p.at(p.pos)) < 0 {
		p.pos++
	}
	p.repair(true)
	switch p.at(p.pos) {
	case ',', '}', ']', '\n':
	default:
		return nil, false
	}
	said := strings.ToValidUTF8(strings.TrimSpace(p.text[start:p.pos]), "\ufffd")
	if said == "" {
		return nil, true
	}
	return said, true
}

// keywords are the words of JSON, JavaScript and Python; those that JSON does not
// know are null.
var keywords = map[string]any{
	"true": true, "false": false, "null": nil, "none": nil, "undefined": nil, "nan": nil, "infinity": nil, "-infinity": nil,
}

var number = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$`)

// scalar reads a number or a keyword; exact says that JSON has it so.
func scalar(token string) (v any, exact, ok bool) {
	if number.MatchString(token) {
		return json.Number(token), true, true
	}
	if len(token) < 16 {
		if v, ok := keywords[strings.ToLower(token)]; ok {
			return v, token == "true" || token == "false" || token == "null", true
		}
	}
	if n := tidy(token); number.MatchString(n) {
		return json.Number(n), false, true
	}
	return nil, false, false
}

// tidy makes JSON's number of +5, 007, .5, 5. and 1_000.
func tidy(token string) string {
	digits, negative := strings.CutPrefix(token, "-")
	digits = strings.TrimPrefix(strings.ReplaceAll(digits, "_", ""), "+")
	digits = strings.TrimSuffix(digits, ".")
	for len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		digits = digits[1:]
	}
	if strings.HasPrefix(digits, ".") {
		digits = "0" + digits
	}
	if negative {
		digits = "-" + digits
	}
	return digits
}
