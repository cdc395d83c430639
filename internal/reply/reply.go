// Package reply reads JSON as language models write it: inside a fence, between
// sentences, with a comma too many, or broken off where the tokens ran out.
package reply

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Mode says how far a reply was from the JSON it should have been.
type Mode string

const (
	Exact      Mode = "exact"
	Fenced     Mode = "fenced"     // a markdown fence around it
	Embedded   Mode = "embedded"   // prose around it
	Repaired   Mode = "repaired"   // broken off, commas, quotes, brackets, comments, JSON lines, JSON in a string
	Nothing    Mode = "nothing"    // null, or NONE, or the same said in words
	Unreadable Mode = "unreadable" // nothing to be found
)

var (
	errEmpty  = errors.New("the reply is empty")
	errCut    = errors.New("the reply breaks off before anything in it is complete")
	errDeep   = errors.New("the reply is nested too deeply")
	errScalar = errors.New("the reply is a lone value, not a JSON array or object")
)

// Read finds the JSON array or object in a reply; thinking aloud before it does
// not count. Of several that have words between them it takes the first, but
// rather one that holds objects than "[1]" or "{}"; those that follow one another
// without a word become one list. Numbers are json.Number. An error is there only
// with Unreadable, and can be shown to the model that is asked again.
func Read(text string) (value any, mode Mode, err error) {
	return read(text, 0)
}

// maxWrapping is how many times JSON may be a string inside JSON.
const maxWrapping = 3

func read(text string, wrapped int) (any, Mode, error) {
	text = clean(text)
	if v, ok := exact(text); ok {
		return settle(v, Exact, wrapped)
	}
	err := errEmpty
	for _, answer := range answers(text) {
		var v any
		var mode Mode
		if v, mode, err = readAnswer(answer, wrapped); err == nil {
			return v, mode, nil
		}
	}
	return nil, Unreadable, err
}

func readAnswer(text string, wrapped int) (any, Mode, error) {
	body, fenced := unfence(text)
	if body == "" {
		return nil, Unreadable, errEmpty
	}
	if v, ok := exact(body); ok {
		return settle(v, modeOf(fenced), wrapped)
	}
	if saysNothing(body) {
		return nil, Nothing, nil
	}
	found := find(text)
	best, ok := found.best()
	if ok && best.fields() {
		return best.value, best.mode(text), nil
	}
	if v, ok := reopened(body); ok {
		return v, Repaired, nil
	}
	if ok {
		return best.value, best.mode(text), nil
	}
	if beginsWithNothing(body) {
		return nil, Nothing, nil
	}
	return nil, Unreadable, found.problem()
}

func modeOf(fenced bool) Mode {
	if fenced {
		return Fenced
	}
	return Exact
}

// exact reads a text that is JSON and nothing else.
func exact(text string) (any, bool) {
	if !json.Valid([]byte(text)) {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	return v, d.Decode(&v) == nil
}

// settle accepts an array or an object, and looks into a string for one.
func settle(v any, mode Mode, wrapped int) (any, Mode, error) {
	switch v := v.(type) {
	case nil:
		return nil, Nothing, nil
	case map[string]any, []any:
		return v, mode, nil
	case string:
		if wrapped == maxWrapping {
			return nil, Unreadable, errDeep
		}
		inner, mode, err := read(v, wrapped+1)
		if err == nil && mode != Nothing {
			mode = Repaired
		}
		return inner, mode, err
	}
	return nil, Unreadable, errScalar
}

// reopened reads JSON that lost how it began: the quotation mark of a string with
// JSON in it, or the first brace.
func reopened(text string) (any, bool) {
	var inside string
	if strings.Contains(text, `\"`) && json.Unmarshal([]byte(`"`+strings.Trim(text, `"`)+`"`), &inside) == nil {
		best, ok := find(inside).best()
		return best.value, ok && best.fields()
	}
	if kind, _ := quoteAt(text, 0); kind == 0 {
		return nil, false
	}
	best, ok := find("{" + text).best()
	return best.value, ok && best.start == 0
}

func notJSON(text string) error {
	const most = 60
	begin := bytes.Runes([]byte(text[:min(len(text), 4*most)]))
	if len(begin) > most {
		begin = append(begin[:most], '…')
	}
	return fmt.Errorf("the reply is not JSON: it begins with %q", string(begin))
}
