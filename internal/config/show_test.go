package config

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

func TestShow(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write("listen: 127.0.0.1:8008\n\nllm:\n  endpoint: http://localhost:11434/v1\n  model: qwen3:8b\n  api_key: s3cret\nqueue:\n  retry_interval: 90\n")
	o := m.options("SOUVENIR_DB=postgres://ada:s3cret@db/souvenir", "SOUVENIR_USER=ada")
	o.Flags = map[string]string{"log.level": "DEBUG"}
	c := load(t, o)

	t.Run("text", func(t *testing.T) {
		var b strings.Builder
		if err := c.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, "show.txt", m.anonymous(b.String()))
	})
	t.Run("json", func(t *testing.T) {
		b, err := json.MarshalIndent(c.Settings(), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "show.json", m.anonymous(string(b))+"\n")
	})
}

func TestTables(t *testing.T) {
	t.Parallel()
	golden(t, "table.md", Table())
	golden(t, "renames.md", RenameTable())
}

func (m machine) anonymous(text string) string { return strings.ReplaceAll(text, m.home, "/home/ada") }

func golden(t *testing.T, name, got string) {
	t.Helper()
	if strings.Contains(got, "s3cret") {
		t.Errorf("%s shows a secret:\n%s", name, got)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; -update writes it:\n%s", name, got)
	}
}
