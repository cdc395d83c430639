package llm

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Tags count only where a model puts its own: an opening one begins a line, and
// a closing one without an opening begins or ends a line. Elsewhere, such as in
// a quotation inside of JSON, they are text that somebody wrote.
var (
	opensThought  = regexp.MustCompile(`(?im)^[ \t]*<think(?:ing)?>`)
	closesThought = regexp.MustCompile(`(?i)</think(?:ing)?>`)
	strayClosing  = regexp.MustCompile(`(?im)(?:^[ \t]*</think(?:ing)?>|</think(?:ing)?>[ \t]*$)`)
)

// splitReasoning takes thinking aloud out of a text. There may be several
// blocks; one that was never opened began with the text, because the prompt
// opened it; one that is never closed goes on to the end, because the model ran
// out of tokens while thinking, or up to the JSON with which the text ends.
func splitReasoning(text string) (rest, reasoning string) {
	var kept, thought []string
	for {
		if before, after, found := cutStray(text); found {
			thought, text = append(thought, before), after
		}
		opening := opensThought.FindStringIndex(text)
		if opening == nil {
			break
		}
		kept = append(kept, text[:opening[0]])
		inside, after := text[opening[1]:], ""
		if closing := closesThought.FindStringIndex(inside); closing != nil {
			inside, after = inside[:closing[0]], inside[closing[1]:]
		} else {
			inside, after = cutAnswer(inside)
		}
		thought, text = append(thought, inside), after
	}
	if len(thought) == 0 {
		return text, "" // untouched, down to its spaces
	}
	return strings.TrimSpace(strings.Join(append(kept, text), "")), joined(thought...)
}

var (
	beginsJSON = regexp.MustCompile(`(?m)^[{\[]`)
	opensFence = regexp.MustCompile("```\\w*\\s*$")
)

// cutAnswer cuts the JSON off with which a thought ends that was never closed.
func cutAnswer(thought string) (before, answer string) {
	const most = 50 // drafts of JSON that are looked at
	body := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(thought), "```"))
	for _, at := range beginsJSON.FindAllStringIndex(body, most) {
		if json.Valid([]byte(body[at[0]:])) {
			return opensFence.ReplaceAllString(body[:at[0]], ""), body[at[0]:]
		}
	}
	return thought, ""
}

// cutStray cuts a text at the last closing tag before the first opening one.
func cutStray(text string) (before, after string, found bool) {
	head := text
	if opening := opensThought.FindStringIndex(text); opening != nil {
		head = text[:opening[0]]
	}
	strays := strayClosing.FindAllStringIndex(head, -1)
	if len(strays) == 0 {
		return "", text, false
	}
	last := strays[len(strays)-1]
	return closesThought.ReplaceAllString(head[:last[0]], ""), text[last[1]:], true
}
