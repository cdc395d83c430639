package config

import (
	"log/slog"
	"slices"
	"strings"
	"time"
)

// setting is one thing the program can be told.
type setting struct {
	name    string // as in the file, sections with dots
	initial string // the default, as a person would write it
	empty   string // what an empty value means; only for settings that may be empty
	secret  bool   // never shown
	live    bool   // takes effect without a restart
	kind    kind
	doc     string
}

// table is all of them, in the order in which they are shown.
var table = []setting{
	{
		name: "listen", initial: "127.0.0.1:7007",
		kind: address(func(c *Config) *string { return &c.Listen }),
		doc:  "Address the server listens on. Beyond loopback it wants at least one API key.",
	},
	{
		name: "db", empty: "souvenir.db in the user's data directory",
		kind: database(func(c *Config) *string { return &c.DB }),
		doc:  "Where everything is kept: the path of an SQLite file, or a postgres:// URL. A relative path in the file starts at the file's directory.",
	},
	{
		name: "user", empty: "hostname:username on the command line, nobody on the server",
		kind: id(func(c *Config) *string { return &c.User }),
		doc:  "Whose memory it is when a request does not say. The server uses it only while there are no API keys, because all callers would share it.",
	},
	{
		name: "style", empty: "rules, then verbatim",
		kind: line(func(c *Config) *string { return &c.Style }),
		doc:  "Extraction style of conversations that ask for none.",
	},
	{
		name: "upstream", empty: "the proxy is off",
		kind: web(func(c *Config) *string { return &c.Upstream }),
		doc:  "OpenAI-compatible base URL that the proxy forwards chats to.",
	},
	{
		name: "extraction.enabled", initial: "true",
		kind: toggle(func(c *Config) *bool { return &c.Extraction.Enabled }),
		doc: "Queue what people say to be remembered. It gates the queueing only: workers always run, and a model is used as soon as llm.endpoint and llm.model are set. " +
			"The memory_extraction it comes from is off by default, because there it means calls to a paid model; here it is on, because remembering without a model costs nothing.",
	},
	{
		name: "llm.endpoint", empty: "no model",
		kind: web(func(c *Config) *string { return &c.LLM.Endpoint }),
		doc:  "OpenAI-compatible base URL of the model that extracts, such as http://127.0.0.1:11434/v1. The model is used when llm.model is set too.",
	},
	{
		name: "llm.model", empty: "no model",
		kind: line(func(c *Config) *string { return &c.LLM.Model }),
		doc:  "Name of the model that extracts.",
	},
	{
		name: "llm.api_key", empty: "no Authorization header", secret: true,
		kind: line(func(c *Config) *string { return &c.LLM.APIKey }),
		doc:  "Key sent to llm.endpoint as a bearer token.",
	},
	{
		name: "llm.max_tokens", initial: "512",
		kind: number(func(c *Config) *int { return &c.LLM.MaxTokens }, 1),
		doc:  "Longest reply asked of the model, in tokens.",
	},
	{
		name: "llm.temperature", initial: "0.1",
		kind: decimal(func(c *Config) *float64 { return &c.LLM.Temperature }, 0, 2),
		doc:  "Sampling temperature of the model.",
	},
	{
		name: "llm.timeout", initial: "60s",
		kind: duration(func(c *Config) *time.Duration { return &c.LLM.Timeout }, time.Millisecond),
		doc:  "Longest wait for one reply of the model; after that the job is tried again.",
	},
	{
		name: "embedding.endpoint", empty: "the built-in embedder",
		kind: web(func(c *Config) *string { return &c.Embedding.Endpoint }),
		doc:  "OpenAI-compatible base URL of the model that turns text into vectors. It is used when embedding.model is set too.",
	},
	{
		name: "embedding.model", empty: "the built-in embedder",
		kind: line(func(c *Config) *string { return &c.Embedding.Model }),
		doc:  "Name of the model that turns text into vectors.",
	},
	{
		name: "embedding.api_key", empty: "no Authorization header", secret: true,
		kind: line(func(c *Config) *string { return &c.Embedding.APIKey }),
		doc:  "Key sent to embedding.endpoint as a bearer token.",
	},
	{
		name: "window.min_turns", initial: "2",
		kind: number(func(c *Config) *int { return &c.Window.MinTurns }, 1),
		doc:  "New user turns after which a conversation that grows turn by turn, as in souvenir chat, is read. Messages posted through the API are read at once.",
	},
	{
		name: "window.idle_timeout", initial: "180s",
		kind: duration(func(c *Config) *time.Duration { return &c.Window.IdleTimeout }, 0),
		doc:  "Silence after which such a conversation is read with fewer turns; 0 waits for the turns.",
	},
	{
		name: "window.max_turns", initial: "20",
		kind: number(func(c *Config) *int { return &c.Window.MaxTurns }, 1),
		doc:  "Most user turns read at once; a longer stretch is read in several windows, oldest first.",
	},
	{
		name: "queue.limit", initial: "0", live: true,
		kind: number(func(c *Config) *int { return &c.Queue.Limit }, 0),
		doc:  "Most jobs that may wait; one more drops the oldest, and its outcome says so. 0 means no limit.",
	},
	{
		name: "queue.retry_interval", initial: "5s", live: true,
		kind: duration(func(c *Config) *time.Duration { return &c.Queue.RetryInterval }, time.Millisecond),
		doc:  "Pause before a job is tried again when the model is away.",
	},
	{
		name: "queue.workers", initial: "4",
		kind: number(func(c *Config) *int { return &c.Queue.Workers }, 1),
		doc:  "Jobs worked on at the same time.",
	},
	{
		name: "queue.lease", initial: "30s",
		kind: duration(func(c *Config) *time.Duration { return &c.Queue.Lease }, time.Millisecond),
		doc:  "How long a worker may go silent before its job is given to another.",
	},
	{
		name: "server.url", empty: "http:// and the address of listen",
		kind: web(func(c *Config) *string { return &c.Server.URL }),
		doc:  "Where commands look for a running server.",
	},
	{
		name: "server.api_key", empty: "none", secret: true,
		kind: line(func(c *Config) *string { return &c.Server.APIKey }),
		doc:  "API key that commands show to a running server.",
	},
	{
		name: "server.max_body", initial: "32MiB",
		kind: size(func(c *Config) *Size { return &c.Server.MaxBody }),
		doc:  "Largest request body that is read.",
	},
	{
		name: "log.level", initial: "info", live: true,
		kind: level(func(c *Config) *slog.Level { return &c.Log.Level }),
		doc:  "Least important thing that is logged: debug, info, warn or error.",
	},
	{
		name: "log.format", initial: "text",
		kind: oneOf(func(c *Config) *string { return &c.Log.Format }, "text", "json"),
		doc:  "Log lines for people (text) or for programs (json).",
	},
}

const prefix = "SOUVENIR_"

// env is the variable that carries the setting: llm.api_key is SOUVENIR_LLM_API_KEY.
func (s setting) env() string {
	return prefix + strings.ToUpper(strings.ReplaceAll(s.name, ".", "_"))
}

// flag is the command-line flag that carries it: llm.api_key is --set llm.api_key.
func (s setting) flag() string {
	return flagOf(s.name)
}

// shown is the value as it may be printed: no secret, no password inside a URL.
func (s setting) shown(value string) string {
	if s.secret && value != "" {
		return "set (hidden)"
	}
	return redact(value)
}

// find looks a setting up by its name in the file.
func find(name string) (setting, bool) {
	return findBy(func(s setting) bool { return s.name == name })
}

func findBy(is func(setting) bool) (setting, bool) {
	for _, s := range table {
		if is(s) {
			return s, true
		}
	}
	return setting{}, false
}

// isSection reports whether name groups settings, as llm does.
func isSection(name string) bool {
	_, ok := findBy(func(s setting) bool { return strings.HasPrefix(s.name, name+".") })
	return ok
}

// flagOf is how a setting is given on the command line.
func flagOf(name string) string {
	if slices.Contains([]string{"listen", "db", "user"}, name) {
		return "--" + name
	}
	return "--set " + name
}
