package llmtest

import (
	"cmp"
	"encoding/json"
	"strings"
)

// Refusal is something that an endpoint cannot do, and how it says so.
type Refusal struct {
	Name   string // for people: tools, json_schema, ...
	Of     func(Request) bool
	Status int
	Body   string // {model} stands for the model's name
}

// What endpoints refuse, in the words of one that does.
var (
	// NoTools is Ollama.
	NoTools = Refusal{"tools", asksTool, 400,
		`{"error":{"message":"registry.ollama.ai/library/{model} does not support tools","type":"api_error","param":null,"code":null}}`}
	// NoToolsRouted is OpenRouter.
	NoToolsRouted = Refusal{"tools-openrouter", asksTool, 404,
		`{"error":{"message":"No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing","code":404}}`}
	// NoToolsThinking is DeepSeek.
	NoToolsThinking = Refusal{"tools-deepseek", asksTool, 400,
		`{"error":{"message":"Thinking mode does not support this tool_choice","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`}
	// NoToolsParsed is vLLM.
	NoToolsParsed = Refusal{"tools-vllm", asksTool, 400,
		`{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}`}
	// NoToolsEnabled is Gemini.
	NoToolsEnabled = Refusal{"tools-gemini", asksTool, 400,
		`[{"error":{"code":400,"message":"Function calling is not enabled for models/{model}","status":"INVALID_ARGUMENT"}}]`}
	// NoToolsJinja is llama.cpp, which says 500.
	NoToolsJinja = Refusal{"tools-llama.cpp", asksTool, 500,
		`{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}`}
	// NoSchema is OpenAI.
	NoSchema = Refusal{"json_schema", asks("json_schema"), 400,
		`{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. Learn more about supported models at the Structured Outputs guide: https://platform.openai.com/docs/guides/structured-outputs","type":"invalid_request_error","param":null,"code":null}}`}
	// NoSchemaNow is DeepSeek.
	NoSchemaNow = Refusal{"json_schema-deepseek", asks("json_schema"), 400,
		`{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`}
	// NoStrict is OpenAI.
	NoStrict = Refusal{"strict", asksStrict, 400,
		`{"error":{"message":"Invalid schema for response_format 'reply': In context=(), 'additionalProperties' is required to be supplied and to be false.","type":"invalid_request_error","param":"response_format","code":null}}`}
	// NoObject is LM Studio.
	NoObject = Refusal{"json_object", asks("json_object"), 400,
		`{"error":"'response_format.type' must be 'json_schema' or 'text'"}`}
	// NoFormat is xAI.
	NoFormat = Refusal{"response_format", asks(""), 400,
		`{"code":"Client specified an invalid argument","error":"The response_format parameter is unsupported at the moment. Leave it unset."}`}
	// NoTemperature is OpenAI.
	NoTemperature = Refusal{"temperature", asksTemperature, 400,
		`{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}`}
	// NoMaxTokens is OpenAI.
	NoMaxTokens = Refusal{"max_tokens", asksMaxTokens, 400,
		`{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`}
	// NoCompletion is Mistral.
	NoCompletion = Refusal{"max_completion_tokens", asksCompletion, 422,
		`{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted","input":100}]}`}
	// NoWordForIt is Gemini, about anything it dislikes.
	NoWordForIt = Refusal{"anything", asksShape, 400,
		`{"error":{"message":"Request contains an invalid argument.","code":400}}`}
)

// Refusals are all of them.
func Refusals() []Refusal {
	return []Refusal{
		NoTools, NoToolsRouted, NoToolsThinking, NoToolsParsed, NoToolsEnabled, NoToolsJinja, NoSchema, NoSchemaNow, NoStrict, NoObject, NoFormat,
		NoTemperature, NoMaxTokens, NoCompletion, NoWordForIt,
	}
}

// Without makes the server one that cannot do some things. It looks at that
// before it looks at rules and script.
func (s *Server) Without(rs ...Refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.without = append(s.without, rs...)
}

// refusal is what the server says to something that it cannot do.
func (s *Server) refusal(q Request) (r Reply, refused bool) {
	for _, w := range s.without {
		if q.IsChat() && w.Of(q) {
			return Reply{Status: w.Status, Body: strings.ReplaceAll(w.Body, "{model}", cmp.Or(strings.Trim(mustJSON(q.Model), `"`), "model"))}, true
		}
	}
	return Reply{}, false
}

func mustJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // we made it
	}
	return string(text)
}

func asksTool(r Request) bool        { return len(r.Tools) > 0 }
func asksTemperature(r Request) bool { return r.Temperature != nil }
func asksMaxTokens(r Request) bool   { return r.MaxTokens > 0 }
func asksCompletion(r Request) bool  { return r.MaxCompletionTokens > 0 }
func asksStrict(r Request) bool      { return r.format().JSONSchema.Strict }
func asksShape(r Request) bool       { return len(r.Tools) > 0 || r.Format != nil }

// asks matches requests for a format; for any where none is named.
func asks(format string) func(Request) bool {
	return func(r Request) bool { return r.Format != nil && cmp.Or(format, r.format().Type) == r.format().Type }
}
