package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEdit(t *testing.T) {
	t.Parallel()
	const ours = "# Souvenir\n\nlisten:   127.0.0.1:7007   # the door\n\n\nllm:\n    # ours\n    model: 'qwen: 3'  # é\n\n# the queue\nqueue:\n  workers:  # not yet\n"
	tests := []struct {
		name, content, setting, value, want string
	}{
		{"a new file", "", "listen", ":1", "listen: \":1\"\n"},
		{"a new file with a section", "", "llm.model", "qwen3:8b", "llm:\n  model: qwen3:8b\n"},
		{"only comments", "# mine", "user", "ada", "# mine\nuser: ada\n"},
		{"a value", ours, "listen", "[::1]:1", strings.Replace(ours, "127.0.0.1:7007", `"[::1]:1"`, 1)},
		{"a quoted value", ours, "llm.model", "gpt", strings.Replace(ours, "'qwen: 3'", "gpt", 1)},
		{"an entry of a section", ours, "llm.max_tokens", "9", strings.Replace(ours, "# é\n", "# é\n    max_tokens: 9\n", 1)},
		{"an empty value", ours, "queue.workers", "8", strings.Replace(ours, "workers:", "workers: 8", 1)},
		{"a null", "user: null # nobody\n", "user", "ada", "user: ada # nobody\n"},
		{"a section at the end", ours, "log.level", "debug", ours + "log:\n  level: debug\n"},
		{"an empty section", "queue: # soon\nuser: ada\n", "queue.limit", "5", "queue: # soon\n  limit: 5\nuser: ada\n"},
		{"braces", "log: {level: info} # c\n", "log.format", "json", "log: {format: json, level: info} # c\n"},
		{"a value in braces", "log: {level: info, format: text}\n", "log.level", "warn", "log: {level: warn, format: text}\n"},
		{"empty braces", "log: {}\n", "log.format", "json", "log: {format: json}\n"},
		{"Windows", "\ufeffuser: ada\r\nlog:\r\n  level: info\r\n", "log.format", "json", "\ufeffuser: ada\r\nlog:\r\n  level: info\r\n  format: json\r\n"},
		{"beside a fault", "lisen: x\nqueue:\n  limit: many\n", "queue.limit", "5", "lisen: x\nqueue:\n  limit: 5\n"},
		{"emptying", "user: ada\n", "user", "", "user: \"\"\n"},
		{"quotes and colons", "user: ada\n", "user", `a "b": c # d`, "user: \"a \\\"b\\\": c # d\"\n"},
		{"a word that YAML knows", "", "user", "null", "user: \"null\"\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, faults := edit("souvenir.yaml", tt.content, tt.setting, tt.value)
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			if got != tt.want {
				t.Errorf("edit(%s = %s) =\n%s\nwant\n%s", tt.setting, tt.value, got, tt.want)
			}
		})
	}
}

func TestEditRefusesWhatItCannotDoSafely(t *testing.T) {
	t.Parallel()
	for _, content := range []string{"user: |\n  ada\n", "{user: ada}\n", "user: ada\n---\nuser: grace\n", "llm: gpt\n", "llm: [", "llm.model: x\nuser: ada\n...\n"} {
		for _, setting := range []string{"user", "llm.model"} {
			got, faults := edit("souvenir.yaml", content, setting, "x")
			if len(faults) > 0 {
				continue
			}
			if values, _ := readYAML("", got); texts(values)[setting] != "x" {
				t.Errorf("edit(%q, %s) = %q", content, setting, got)
			}
		}
	}
	_, faults := edit("souvenir.yaml", "user: |\n  ada\n", "user", "x")
	want := "souvenir.yaml: the file is written in a way that cannot be edited safely; change it by hand: user: x"
	if len(faults) != 1 || faults.Error() != want {
		t.Errorf("edit = %v, want %s", faults, want)
	}
}

func TestSetAndLoad(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	for _, s := range [][2]string{{"llm.model", "qwen3:8b"}, {"llm.endpoint", " http://localhost:11434/v1 "}, {"queue.limit", "100"}, {"queue.limit", "200"}} {
		if err := Set(m.file(), s[0], s[1]); err != nil {
			t.Fatalf("Set(%s): %v", s[0], err)
		}
	}
	c := m.load()
	if c.LLM.Model != "qwen3:8b" || c.LLM.Endpoint != "http://localhost:11434/v1" || c.Queue.Limit != 200 {
		t.Errorf("LLM, Queue = %+v, %+v", c.LLM, c.Queue)
	}
	if got, want := m.read(), "llm:\n  model: qwen3:8b\n  endpoint: http://localhost:11434/v1\nqueue:\n  limit: 200\n"; got != want {
		t.Errorf("file =\n%s\nwant\n%s", got, want)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(m.file()), ".souvenir-*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestSetChecksFirst(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write("queue:\n  limit: 1\n")
	for _, tt := range []struct{ name, value, want string }{
		{"queue.limit", "many", `queue.limit is "many"; it must be a whole number, 0 or more`},
		{"queue.limits", "1", "queue.limits is not a setting; did you mean queue.limit?"},
		{"memory_extraction_model", "x", "memory_extraction_model is called llm.model here"},
		{"llm.api_key", "s3\ncret", "llm.api_key must be one line of readable text"},
	} {
		if err := Set(m.file(), tt.name, tt.value); err == nil || err.Error() != tt.want {
			t.Errorf("Set(%s, %s) = %v, want %s", tt.name, tt.value, err, tt.want)
		}
	}
	if got := m.read(); got != "queue:\n  limit: 1\n" {
		t.Errorf("the file changed: %q", got)
	}
}

func TestSetGuardsSecretsAndKeepsLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, link := filepath.Join(dir, "real.yaml"), filepath.Join(dir, "souvenir.yaml")
	if err := os.WriteFile(file, []byte("user: ada\n"), 0o664); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o664); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct {
		name, value string
		mode        os.FileMode
	}{
		{"style", "rules", 0o664},
		{"llm.api_key", "s3cret", 0o600},
		{"style", "scoped", 0o600},
	} {
		if err := Set(link, tt.name, tt.value); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != tt.mode {
			t.Errorf("after %s the mode is %v, want %v", tt.name, info.Mode().Perm(), tt.mode)
		}
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info.Mode(), err)
	}
}
