// Package config is the only reader of the environment.
//
// [Load] gathers what the program was told, from the weakest source to the
// strongest: defaults, a YAML file, SOUVENIR_* variables, flags. The result is a
// [Config], which also remembers where each value came from. [Live] follows the
// file and swaps in what may change without a restart; [Set] edits the file.
//
// Every setting is one field below and one entry in the table in settings.go.
package config

import (
	"cmp"
	"log/slog"
	"maps"
	"slices"
	"time"
)

// Config is everything the program can be told. What each field means is written
// once, in the table of settings.
type Config struct {
	Listen      string
	DB          string // an absolute path, a postgres:// URL or ":memory:"; never empty after Load
	User        string
	Style       string
	Upstream    string
	UpstreamKey string
	Upstreams   []Upstream
	Proxy       Proxy
	Chat        Chat
	Extraction  Extraction
	LLM         LLM
	Embedding   Embedding
	Tunings     [len(askingStyles)]Tuning
	Persona     Persona
	Analysis    Analysis

	Consolidation Consolidation
	Recall        Recall
	Review        Review
	Forgetting    Forgetting
	Window        Window
	Queue         Queue
	Server        Server
	Log           Log

	source   source            // what it was read from, so that Live can read it again
	origins  map[string]Origin // by the setting's name
	warnings []string
}

// Proxy is how chats are given memory on their way to a model.
type Proxy struct {
	Memory        bool
	Tools         bool
	Place         string
	Format        string
	ProfileBudget int
	Budget        int
	RecallTimeout time.Duration
}

// Chat is how people talk with a model in their terminal.
type Chat struct {
	Model string
}

// Extraction says whether what people say is queued to be remembered.
type Extraction struct {
	Enabled bool
}

// LLM is the model that extracts memories.
type LLM struct {
	Endpoint    string
	Model       string
	APIKey      string
	MaxTokens   *int     // nil leaves it to the style
	Temperature *float64 // nil leaves it to the style
	Timeout     time.Duration
	Concurrency int
	DailyTokens int
	PriceIn     float64
	PriceCached *float64 // nil means the same as PriceIn
	PriceOut    float64
	Record      string
}

// Configured reports whether there is a model to ask.
func (l LLM) Configured() bool { return l.Endpoint != "" && l.Model != "" }

// askingStyles are the styles that ask a model; each can be tuned by itself.
var askingStyles = [...]string{"companion", "persona", "selective", "keyvalue", "scoped", "analysis"}

// Tuning is how one style asks its model.
type Tuning struct {
	Model       string
	MaxTokens   *int
	Temperature *float64
	AskAlways   bool
}

// Tuned is how the named style asks, with what holds for all styles where
// nothing else was said.
func (c *Config) Tuned(style string) Tuning {
	t := Tuning{Model: c.LLM.Model, MaxTokens: c.LLM.MaxTokens, Temperature: c.LLM.Temperature}
	i := slices.Index(askingStyles[:], style)
	if i < 0 {
		return t
	}
	own := c.Tunings[i]
	return Tuning{
		Model: cmp.Or(own.Model, t.Model), MaxTokens: cmp.Or(own.MaxTokens, t.MaxTokens),
		Temperature: cmp.Or(own.Temperature, t.Temperature), AskAlways: own.AskAlways,
	}
}

// Persona is about role cards.
type Persona struct {
	Timezone string
}

// Consolidation is about memories that became redundant.
type Consolidation struct {
	Auto bool
}

// Analysis is about looking at whole conversations.
type Analysis struct {
	Auto bool
}

// Embedding is the model that turns text into vectors.
type Embedding struct {
	Endpoint string
	Model    string
	APIKey   string
}

// Configured reports whether there is a model to ask instead of the built-in one.
func (e Embedding) Configured() bool { return e.Endpoint != "" && e.Model != "" }

// Recall is how queries are answered.
type Recall struct {
	SummaryMinimum int
}

// Review says what waits for a person before it is remembered.
type Review struct {
	Mode string
}

// Forgetting is how fast things fade.
type Forgetting struct {
	HalfLife  time.Duration
	Threshold float64
	Session   time.Duration
}

// Window says when a conversation is read, and how much of it at once.
type Window struct {
	MinTurns    int
	IdleTimeout time.Duration
	MaxTurns    int
	AnswerWait  time.Duration
}

// Queue is the background work.
type Queue struct {
	Limit         int
	RetryInterval time.Duration
	Workers       int
	Lease         time.Duration
}

// Server is how we are reached over HTTP.
type Server struct {
	APIKey  string
	URL     string // never empty after Load
	MaxBody Size
}

// Log is what we say about ourselves.
type Log struct {
	Level  slog.Level
	Format string
}

// Origin says where the value of the named setting came from.
func (c *Config) Origin(name string) Origin { return c.origins[name] }

// File is the path of the YAML file, whether or not it exists. It is empty when
// none was named and the user has no configuration directory.
func (c *Config) File() string { return c.source.path }

// Warnings are sentences about what is probably not meant, but does no harm.
func (c *Config) Warnings() []string { return c.warnings }

func (c *Config) clone() *Config {
	d := *c
	d.origins = maps.Clone(c.origins)
	return &d
}
