package openai

import "encoding/json"

// dialect is one of the APIs in which a chat is asked for.
type dialect struct {
	method   string                                               // its path below /v1
	messages func(body []byte, fields map[string]field) []message // what is said in it, in order
	part     string                                               // the type of a part of a message that is a text
	tools    bool                                                 // our tools can be offered in it
}

var (
	completions  = dialect{method: "chat/completions", messages: listedMessages, part: "text", tools: true}
	responsesAPI = dialect{method: "responses", messages: givenInput, part: "input_text"}
)

// read looks at a request. One that we do not understand has no messages.
func (d dialect) read(body []byte) *chatRequest {
	c := &chatRequest{dialect: d, body: body}
	if json.Valid(body) {
		c.fields = members(body, span{0, len(body)})
		c.messages = d.messages(body, c.fields)
	}
	return c
}

func listedMessages(body []byte, fields map[string]field) (out []message) {
	list, ok := fields["messages"]
	if !ok {
		return nil
	}
	for _, at := range elements(body, list.value) {
		out = append(out, messageAt(body, at))
	}
	return out
}

func messageAt(body []byte, at span) message {
	m := message{span: at}
	fields := members(body, at)
	if f, ok := fields["role"]; ok {
		m.role = unquote(f.value.of(body))
	}
	if f, ok := fields["content"]; ok {
		m.content = f.value
	}
	return m
}

// givenInput are the instructions, as a message of the system, and the input: a text
// that the user says, or items of which some are messages.
func givenInput(body []byte, fields map[string]field) (out []message) {
	if f, ok := fields["instructions"]; ok && isText(body, f.value) {
		out = append(out, message{span: f.value, role: "system", content: f.value})
	}
	f, ok := fields["input"]
	switch {
	case !ok:
	case isText(body, f.value):
		out = append(out, message{span: f.value, role: "user", content: f.value})
	default:
		for _, at := range elements(body, f.value) {
			out = append(out, messageAt(body, at))
		}
	}
	return out
}

func isText(body []byte, at span) bool { return at.end > at.start && body[at.start] == '"' }

// toldFirst puts a text before everything else that is said.
func (c *chatRequest) toldFirst(text string) edit {
	if list, ok := c.fields["messages"]; ok {
		start := list.value.start + 1
		return edit{span{start, start}, `{"role":"system","content":` + quote(text) + `},`}
	}
	if null, ok := c.fields["instructions"]; ok {
		return edit{null.value, quote(text)}
	}
	start := space(c.body, 0) + 1
	return edit{span{start, start}, `"instructions":` + quote(text) + `,`}
}
