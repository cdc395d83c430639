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
var table = slices.Concat(general, tunings(), particular)

// particular are settings of a single style.
var particular = []setting{
	{
		name: "persona.timezone", empty: "this machine's",
		kind: zone(func(c *Config) *string { return &c.Persona.Timezone }),
		doc:  "Time zone, such as Asia/Shanghai, of the times that the persona style shows the model.",
	},
	{
		name: "analysis.auto", initial: "false", live: true,
		kind: toggle(func(c *Config) *bool { return &c.Analysis.Auto }),
		doc: "Analyse whole conversations by itself: at 10,000 tokens, or at 2,500 tokens after a day of silence, and not twice within a day. " +
			"It costs model calls; souvenir analyze does it by hand.",
	},
	{
		name: "consolidation.auto", initial: "false", live: true,
		kind: toggle(func(c *Config) *bool { return &c.Consolidation.Auto }),
		doc:  "Merge memories that became redundant, once a day. No model is asked, and all of it can be undone; souvenir consolidate does it by hand.",
	},
}

var general = []setting{
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
		name: "style", empty: "scoped and verbatim where a model is configured, else rules and verbatim",
		kind: line(func(c *Config) *string { return &c.Style }),
		doc:  "Extraction style of conversations that ask for none.",
	},
	{
		name: "upstream", empty: "none; the proxy is off where upstreams has none either", live: true,
		kind: web(func(c *Config) *string { return &c.Upstream }),
		doc:  "OpenAI-compatible base URL that the proxy at /v1 forwards to. See docs/proxy.md.",
	},
	{
		name: "upstream_key", empty: "the caller's own Authorization is passed on", secret: true, live: true,
		kind: line(func(c *Config) *string { return &c.UpstreamKey }),
		doc:  "Key sent to upstream as a bearer token. Where callers need a Souvenir key, theirs is never passed on.",
	},
	{
		name: "upstreams", empty: "upstream alone", secret: true, live: true,
		kind: upstreams(func(c *Config) *[]Upstream { return &c.Upstreams }),
		doc: "More endpoints, by the names of their models: a list of entries with models (names or patterns such as gpt-*), url, and where wanted name, key and memory (false leaves memory out). " +
			"The first that matches is taken, else upstream.",
	},
	{
		name: "proxy.memory", initial: "true", live: true,
		kind: toggle(func(c *Config) *bool { return &c.Proxy.Memory }),
		doc:  "Recall and remember in chats that go to upstream. A single request is left alone with \"memory\": false, or the header X-Souvenir-Memory: off.",
	},
	{
		name: "proxy.tools", initial: "false", live: true,
		kind: toggle(func(c *Config) *bool { return &c.Proxy.Tools }),
		doc:  "Offer the model tools to search, remember and forget by itself, in every chat. A single request asks for it with the header X-Souvenir-Tools: on.",
	},
	{
		name: "proxy.place", initial: "split", live: true,
		kind: oneOf(func(c *Config) *string { return &c.Proxy.Place }, "split", "user", "system"),
		doc:  "Where memories stand in a chat. split: what stays the same at the end of the system message, what bears on this turn at the end of the last user message; user or system: both there. split and user keep prompt caches intact.",
	},
	{
		name: "proxy.format", initial: "block", live: true,
		kind: oneOf(func(c *Config) *string { return &c.Proxy.Format }, "block", "postfix"),
		doc:  "How memories are written: block, between tags that say that it is data; postfix, as [facts: ...] and [context: ...].",
	},
	{
		name: "proxy.profile_budget", initial: "500", live: true,
		kind: number(func(c *Config) *int { return &c.Proxy.ProfileBudget }, 0),
		doc:  "Tokens at most of what stays the same: facts, pinned and core memories, the role card. 0 means none of it.",
	},
	{
		name: "proxy.budget", initial: "1000", live: true,
		kind: number(func(c *Config) *int { return &c.Proxy.Budget }, 0),
		doc:  "Tokens at most of what bears on one turn. 0 means none of it.",
	},
	{
		name: "proxy.recall_timeout", initial: "300ms", live: true,
		kind: duration(func(c *Config) *time.Duration { return &c.Proxy.RecallTimeout }, time.Millisecond),
		doc:  "Longest that a chat waits for its memories; after that it is forwarded without them.",
	},
	{
		name: "chat.model", empty: "llm.model where the upstream has it, or else its first",
		kind: line(func(c *Config) *string { return &c.Chat.Model }),
		doc:  "Model that souvenir chat talks with.",
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
		name: "llm.max_tokens", empty: "as the style has it: 512 for keyvalue, 2000 for persona, ...",
		kind: maybeNumber(func(c *Config) **int { return &c.LLM.MaxTokens }, 1),
		doc:  "Longest reply asked of the model, in tokens.",
	},
	{
		name: "llm.temperature", empty: "as the style has it: 0.1, and 0.3 for persona",
		kind: maybeDecimal(func(c *Config) **float64 { return &c.LLM.Temperature }, 0, 2),
		doc:  "Sampling temperature of the model. An agent's own comes before it.",
	},
	{
		name: "llm.timeout", initial: "60s",
		kind: duration(func(c *Config) *time.Duration { return &c.LLM.Timeout }, time.Millisecond),
		doc:  "Longest wait for one reply of the model; after that the job is tried again.",
	},
	{
		name: "llm.concurrency", initial: "4",
		kind: number(func(c *Config) *int { return &c.LLM.Concurrency }, 0),
		doc:  "Calls of the model at the same time; 0 means any number.",
	},
	{
		name: "llm.daily_tokens", initial: "0", live: true,
		kind: number(func(c *Config) *int { return &c.LLM.DailyTokens }, 0),
		doc:  "Tokens a tenant may spend on extraction in a day (UTC). Beyond it, what is said is read by rules until the next day. 0 means no limit.",
	},
	{
		name: "llm.price_in", initial: "0", live: true,
		kind: decimal(func(c *Config) *float64 { return &c.LLM.PriceIn }, 0, 1e6),
		doc:  "What a million tokens sent to the model cost, in whatever you pay with, for the page's spend. 0 means nothing, or that nobody knows.",
	},
	{
		name: "llm.price_cached", empty: "as llm.price_in", live: true,
		kind: maybeDecimal(func(c *Config) **float64 { return &c.LLM.PriceCached }, 0, 1e6),
		doc:  "What a million of those tokens cost that the provider had seen before.",
	},
	{
		name: "llm.price_out", initial: "0", live: true,
		kind: decimal(func(c *Config) *float64 { return &c.LLM.PriceOut }, 0, 1e6),
		doc:  "What a million tokens of the model's replies cost.",
	},
	{
		name: "llm.record", empty: "nothing is recorded",
		kind: line(func(c *Config) *string { return &c.LLM.Record }),
		doc:  "File to which every call of the model is added with its reply, one JSON object a line. It holds what people said: for diagnosis only.",
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
		name: "recall.summary_minimum", initial: "6", live: true,
		kind: number(func(c *Config) *int { return &c.Recall.SummaryMinimum }, 1),
		doc:  "Memories that a summary wants at least; of fewer, a recall with summarize says only why there is none. A summary is one call of the model.",
	},
	{
		name: "review.mode", initial: "doubts", live: true,
		kind: oneOf(func(c *Config) *string { return &c.Review.Mode }, "off", "doubts", "confidence", "risk"),
		doc: "What waits for a person before it is recalled. doubts: what a check has doubts about, because it is hardly grounded in what was said, or turns it round, or nobody knows of whom it is said, or a page says so. " +
			"off: only what reads like an instruction. risk: doubts, and what is sensitive, imported, or contradicts something certain. " +
			"confidence: risk, and whatever is less certain than 0.90; below 0.70 it is refused.",
	},
	{
		name: "forgetting.half_life", initial: "720h", live: true,
		kind: duration(func(c *Config) *time.Duration { return &c.Forgetting.HalfLife }, time.Minute),
		doc:  "Time in which a temporary memory that nobody confirms or recalls loses half its strength; 720h are 30 days.",
	},
	{
		name: "forgetting.threshold", initial: "0.05", live: true,
		kind: decimal(func(c *Config) *float64 { return &c.Forgetting.Threshold }, 0.001, 0.999),
		doc:  "Strength below which a temporary memory ends; 0.05 is reached after some 130 days. Pinned memories (priority 100), those of importance 10 and core ones never end.",
	},
	{
		name: "forgetting.session", initial: "24h", live: true,
		kind: duration(func(c *Config) *time.Duration { return &c.Forgetting.Session }, time.Minute),
		doc:  "Silence after which a conversation counts as over, and memories end that hold for the session only.",
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
		name: "window.answer_timeout", initial: "2m", live: true,
		kind: duration(func(c *Config) *time.Duration { return &c.Window.AnswerWait }, time.Millisecond),
		doc:  "How long what a user said through the proxy waits for its answer, so that both are read together; after that it is read alone.",
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

// tunings are the settings that every style has that asks a model.
func tunings() []setting {
	var all []setting
	for i, style := range askingStyles {
		at := func(c *Config) *Tuning { return &c.Tunings[i] }
		all = append(all,
			setting{
				name: style + ".model", empty: "llm.model",
				kind: line(func(c *Config) *string { return &at(c).Model }),
				doc:  "Model that the style " + style + " asks. An agent's own comes before it.",
			},
			setting{
				name: style + ".max_tokens", empty: "llm.max_tokens",
				kind: maybeNumber(func(c *Config) **int { return &at(c).MaxTokens }, 1),
				doc:  "Longest reply that the style " + style + " asks for, in tokens.",
			},
			setting{
				name: style + ".temperature", empty: "llm.temperature",
				kind: maybeDecimal(func(c *Config) **float64 { return &at(c).Temperature }, 0, 2),
				doc:  "Sampling temperature of the style " + style + ".",
			},
			setting{
				name: style + ".ask_always", initial: "false",
				kind: toggle(func(c *Config) *bool { return &at(c).AskAlways }),
				doc:  "Ask the model also about messages that plainly hold nothing, such as greetings.",
			})
	}
	return all
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
