package llm

import "slices"

// Form is a way of making a model reply in a shape.
type Form string

const (
	ToolCall   Form = "tool"        // it calls a function whose parameters are the shape
	JSONSchema Form = "json_schema" // its reply is held to the shape
	JSONObject Form = "json_object" // its reply is held to be JSON
	PlainText  Form = "text"        // it is trusted to do what the prompt says
)

// forms are all of them, the strictest first.
var forms = []Form{ToolCall, JSONSchema, JSONObject, PlainText}

// lower is the next form to try. Below plain text there is nothing.
func (f Form) lower() Form {
	return forms[min(slices.Index(forms, f)+1, len(forms)-1)]
}

// below says that f asks for less than other.
func (f Form) below(other Form) bool { return slices.Index(forms, f) > slices.Index(forms, other) }

// Traits are how a model wants to be asked. The zero value is a model that can
// do everything.
type Traits struct {
	Form             Form `json:"form,omitempty"`              // of shaped replies; empty means ToolCall
	NoTemperature    bool `json:"no_temperature,omitempty"`    // refuses to be told one
	CompletionTokens bool `json:"completion_tokens,omitempty"` // wants max_completion_tokens, not max_tokens
	NoStrict         bool `json:"no_strict,omitempty"`         // cannot hold a schema strictly
}

// shaped says that the reply is to have a shape.
func (r Request) shaped() bool {
	return r.Shape != nil && (r.Shape.Name != "" || len(r.Shape.Schema) > 0)
}

// form is the way in which the shape is asked for; empty without a shape.
func (r Request) form() Form {
	f := r.Traits.Form
	switch {
	case !r.shaped():
		return ""
	case len(r.Shape.Schema) == 0 && !f.below(JSONObject):
		return JSONObject // there is nothing to hold the reply to
	case !slices.Contains(forms, f):
		return ToolCall
	}
	return f
}

// strict says that the schema is to be held to the letter.
func (r Request) strict() bool {
	return r.form() == JSONSchema && !r.Traits.NoStrict && strictly(r.Shape.Schema)
}
