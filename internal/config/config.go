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
	"log/slog"
	"maps"
	"time"
)

// Config is everything the program can be told. What each field means is written
// once, in the table of settings.
type Config struct {
	Listen     string
	DB         string // an absolute path, a postgres:// URL or ":memory:"; never empty after Load
	User       string
	Style      string
	Upstream   string
	Extraction Extraction
	LLM        LLM
	Embedding  Embedding
	Window     Window
	Queue      Queue
	Server     Server
	Log        Log

	source   source            // what it was read from, so that Live can read it again
	origins  map[string]Origin // by the setting's name
	warnings []string
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
	MaxTokens   int
	Temperature float64
	Timeout     time.Duration
}

// Configured reports whether there is a model to ask.
func (l LLM) Configured() bool { return l.Endpoint != "" && l.Model != "" }

// Embedding is the model that turns text into vectors.
type Embedding struct {
	Endpoint string
	Model    string
	APIKey   string
}

// Configured reports whether there is a model to ask instead of the built-in one.
func (e Embedding) Configured() bool { return e.Endpoint != "" && e.Model != "" }

// Window says when a conversation is read, and how much of it at once.
type Window struct {
	MinTurns    int
	IdleTimeout time.Duration
	MaxTurns    int
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
