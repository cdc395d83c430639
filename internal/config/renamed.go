package config

import "strings"

// Rename is a setting of Shepherd, whose memory extraction ours comes from, and
// what we call it.
type Rename struct {
	Old string
	New string
}

// Renames lists the old names with the new ones.
func Renames() []Rename {
	return []Rename{
		{"user_id", "user"},
		{"memory_extraction", "extraction.enabled"},
		{"memory_extraction_model", "llm.model"},
		{"memory_extraction_endpoint", "llm.endpoint"},
		{"memory_extraction_api_key", "llm.api_key"},
		{"memory_extraction_max_tokens", "llm.max_tokens"},
		{"memory_extraction_temperature", "llm.temperature"},
		{"memory_extraction_min_turns", "window.min_turns"},
		{"memory_extraction_idle_timeout", "window.idle_timeout"},
		{"memory_extraction_max_turns", "window.max_turns"},
		{"memory_extraction_queue_limit", "queue.limit"},
		{"memory_extraction_retry_interval", "queue.retry_interval"},
	}
}

// renamed finds what we call the setting with an old name.
func renamed(old string) (setting, bool) {
	for _, r := range Renames() {
		if strings.EqualFold(r.Old, old) {
			return find(r.New)
		}
	}
	return setting{}, false
}
