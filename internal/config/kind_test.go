package config

import (
	"strings"
	"testing"
)

func TestValuesAreReadAndWritten(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"queue.retry_interval", "5s", "5s"},
		{"queue.retry_interval", "5", "5s"},
		{"queue.retry_interval", "1m30s", "1m30s"},
		{"queue.retry_interval", "3600", "1h"},
		{"queue.retry_interval", "250ms", "250ms"},
		{"window.idle_timeout", "0", "0s"},
		{"window.idle_timeout", "10m", "10m"},
		{"server.max_body", "32MiB", "32MiB"},
		{"server.max_body", "1048576", "1MiB"},
		{"server.max_body", "64 kib", "64KiB"},
		{"server.max_body", "1MB", "1000000"},
		{"server.max_body", "10B", "10"},
		{"extraction.enabled", "Yes", "true"},
		{"extraction.enabled", "off", "false"},
		{"llm.temperature", "0.10", "0.1"},
		{"llm.temperature", "2", "2"},
		{"log.level", "WARN", "warn"},
		{"log.format", "JSON", "json"},
		{"listen", ":0", ":0"},
		{"listen", "[::1]:7007", "[::1]:7007"},
		{"listen", "localhost:7007", "localhost:7007"},
		{"db", "postgresql://souvenir@localhost/souvenir", "postgresql://souvenir@localhost/souvenir"},
		{"db", `C:\data\souvenir.db`, `C:\data\souvenir.db`},
		{"user", "", ""},
		{"llm.model", "qwen3:8b", "qwen3:8b"},
		{"llm.endpoint", "https://example.org/v1", "https://example.org/v1"},
	}
	for _, tt := range tests {
		s, _ := find(tt.name)
		var c Config
		if err := s.kind.set(&c, tt.text); err != nil {
			t.Errorf("%s = %q: it must be %v", tt.name, tt.text, err)
			continue
		}
		if got := s.kind.get(&c); got != tt.want {
			t.Errorf("%s = %q reads as %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestBadValuesSayWhatWouldBeRight(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"queue.limit", "many", "a whole number, 0 or more"},
		{"queue.limit", "-1", "a whole number, 0 or more"},
		{"queue.limit", "", "a whole number, 0 or more"},
		{"queue.limit", "99999999999999999999", "a whole number"},
		{"queue.workers", "0", "1 or more"},
		{"queue.retry_interval", "0", "1ms or more"},
		{"queue.retry_interval", "1.5", "such as 5s"},
		{"queue.retry_interval", "99999999999", "such as 5s"},
		{"window.idle_timeout", "-1s", "0 or more"},
		{"llm.temperature", "NaN", "from 0 to 2"},
		{"llm.temperature", "2.1", "from 0 to 2"},
		{"server.max_body", "0", "such as 32MiB"},
		{"server.max_body", "lots", "such as 32MiB"},
		{"server.max_body", "9999999999GiB", "such as 32MiB"},
		{"server.max_body", "MiB", "such as 32MiB"},
		{"extraction.enabled", "maybe", "true or false"},
		{"log.level", "loud", "debug, info, warn or error"},
		{"log.format", "xml", "text or json"},
		{"listen", "7007", "127.0.0.1:7007"},
		{"listen", "localhost", "127.0.0.1:7007"},
		{"listen", "localhost:70000", "127.0.0.1:7007"},
		{"llm.endpoint", "localhost:11434", "http://"},
		{"llm.endpoint", "http://", "http://"},
		{"llm.model", "a\nb", "one line"},
		{"llm.model", "a\xffb", "one line"},
		{"db", "mysql://localhost/souvenir", "postgres://"},
		{"db", "host=localhost dbname=souvenir", "postgres://"},
		{"db", "postgres://u:p%zz@localhost/souvenir", "%xx"},
		{"user", strings.Repeat("a", 257), "256 bytes"},
	}
	for _, tt := range tests {
		s, _ := find(tt.name)
		err := s.kind.set(&Config{}, tt.text)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s = %q: it must be %v, want %q in it", tt.name, tt.text, err, tt.want)
		}
	}
}

func TestRedact(t *testing.T) {
	t.Parallel()
	tests := []struct{ value, want string }{
		{"127.0.0.1:7007", "127.0.0.1:7007"},
		{"/home/ada/souvenir.db", "/home/ada/souvenir.db"},
		{"postgres://ada@db/souvenir", "postgres://ada@db/souvenir"},
		{"postgres://ada:s3cret@db:5432/souvenir", "postgres://ada:***@db:5432/souvenir"},
		{"postgres://ada:s3/c:r@t@db/souvenir", "postgres://ada:***@db/souvenir"},
		{"postgres://db/souvenir?user=ada&password=s3cret&sslmode=off", "postgres://db/souvenir?user=ada&password=***&sslmode=off"},
		{"https://example.org/v1?key=s3cret", "https://example.org/v1?key=***"},
	}
	for _, tt := range tests {
		if got := redact(tt.value); got != tt.want {
			t.Errorf("redact(%q) = %q, want %q", tt.value, got, tt.want)
		}
	}
}
