package config

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
)

func TestNothingConfigured(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	c := m.load()
	if want := filepath.Join(m.home, ".local/share/souvenir/souvenir.db"); c.DB != want {
		t.Errorf("DB = %q, want %q", c.DB, want)
	}
	if c.Listen != "127.0.0.1:7007" || c.Server.URL != "http://127.0.0.1:7007" {
		t.Errorf("Listen, Server.URL = %q, %q", c.Listen, c.Server.URL)
	}
	if !c.Extraction.Enabled || c.LLM.Configured() || c.Embedding.Configured() {
		t.Errorf("Extraction, LLM, Embedding = %+v, %+v, %+v", c.Extraction, c.LLM, c.Embedding)
	}
	if c.Queue != (Queue{RetryInterval: 5 * time.Second, Workers: 4, Lease: 30 * time.Second}) {
		t.Errorf("Queue = %+v", c.Queue)
	}
	if c.Server.MaxBody != 32<<20 || c.Log.Level != slog.LevelInfo {
		t.Errorf("MaxBody, Level = %d, %v", c.Server.MaxBody, c.Log.Level)
	}
	if got := c.Warnings(); len(got) > 0 {
		t.Errorf("Warnings = %q", got)
	}
}

func TestAStrongerSourceWins(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write("# ours\nllm:\n  model: from-file\n  max_tokens: 1\n  temperature: 1.5\n")
	o := m.options("SOUVENIR_LLM_MODEL=from-environment", "SOUVENIR_LLM_MAX_TOKENS=2")
	o.Flags = map[string]string{"llm.model": "from-flag"}
	c := load(t, o)

	tests := []struct{ name, value, origin string }{
		{"llm.model", "from-flag", "flag --set llm.model"},
		{"llm.max_tokens", "2", "environment SOUVENIR_LLM_MAX_TOKENS"},
		{"llm.temperature", "1.5", "file " + m.file() + ":5"},
		{"llm.timeout", "1m", "default"},
	}
	rows := c.Settings()
	for _, tt := range tests {
		i := slices.IndexFunc(rows, func(s Setting) bool { return s.Name == tt.name })
		if got := rows[i]; got.Value != tt.value || got.Origin.String() != tt.origin {
			t.Errorf("%s = %q from %s, want %q from %s", tt.name, got.Value, got.Origin, tt.value, tt.origin)
		}
	}
}

func TestAnEmptyVariableIsNoneAndAnEmptyFlagIsEmpty(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write("user: ada\nupstream: http://localhost:1/v1\n")
	o := m.options("SOUVENIR_USER=", "SOUVENIR_QUEUE_LIMIT=")
	o.Flags = map[string]string{"upstream": ""}
	c := load(t, o)
	if c.User != "ada" || c.Upstream != "" {
		t.Errorf("User, Upstream = %q, %q, want ada and nothing", c.User, c.Upstream)
	}
}

func TestTheFileIsFound(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	elsewhere := filepath.Join(m.home, "elsewhere.yaml")
	if err := os.WriteFile(elsewhere, []byte("user: elsewhere\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m.write("user: home\n")
	tests := []struct {
		name, file, variable, want string
	}{
		{"the user's own", "", "", "home"},
		{"named by the environment", "", elsewhere, "elsewhere"},
		{"named from the home directory", "", "~/elsewhere.yaml", "elsewhere"},
		{"named by a flag", elsewhere, "/nowhere.yaml", "elsewhere"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := m.options("SOUVENIR_CONFIG=" + tt.variable)
			o.File = tt.file
			if got := load(t, o).User; got != tt.want {
				t.Errorf("User = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestANamedFileMustExist(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	_, err := Load(m.options("SOUVENIR_CONFIG=/nowhere/souvenir.yaml"))
	want := "/nowhere/souvenir.yaml: there is no such file; it is named by SOUVENIR_CONFIG"
	if err == nil || err.Error() != want {
		t.Errorf("Load = %v, want %s", err, want)
	}
	o := m.options()
	o.File = m.home
	if _, err := Load(o); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("Load of a directory = %v", err)
	}
}

func TestAllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write("listen: 7007\nqueue:\n  limit: many\nqeue: 1\n")
	o := m.options("SOUVENIR_LLM_TIMEOUT=soon")
	o.Flags = map[string]string{"log.format": "xml", "log.frmat": "json"}
	_, err := Load(o)
	want := strings.Join([]string{
		"the configuration has 6 faults:",
		"  " + m.file() + ":4: qeue is not a setting; did you mean queue?",
		"  --set log.frmat: log.frmat is not a setting; did you mean log.format?",
		"  " + m.file() + `:1: listen is "7007"; it must be a host and a port such as 127.0.0.1:7007`,
		"  " + m.file() + `:3: queue.limit is "many"; it must be a whole number, 0 or more`,
		`  SOUVENIR_LLM_TIMEOUT: llm.timeout is "soon"; it must be a duration such as 5s or 3m, or a whole number of seconds, 1ms or more`,
		`  --set log.format: log.format is "xml"; it must be text or json`,
	}, "\n")
	if err == nil || err.Error() != want {
		t.Errorf("Load:\n%v\nwant:\n%s", err, want)
	}
	if faults, ok := errors.AsType[Faults](err); !ok || len(faults) != 6 {
		t.Errorf("the error holds %d faults", len(faults))
	}
	if got := souvenir.CodeOf(err); got != souvenir.Invalid {
		t.Errorf("CodeOf = %s, want invalid", got)
	}
}

func TestFaultsDoNotRepeatSecrets(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	_, err := Load(m.options("SOUVENIR_LLM_API_KEY=s3\x01cret", "SOUVENIR_DB=postgres://ada:s3%cret@db/souvenir", "SOUVENIR_UPSTREAM=ftp://ada:s3cret@db"))
	if err == nil || strings.Contains(err.Error(), "cret") {
		t.Errorf("Load = %v, want three faults without the secret", err)
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write("llm:\n  api_key: s3cret\n  endpoint: http://localhost:1/v1\n")
	if err := os.Chmod(m.file(), 0o644); err != nil {
		t.Fatal(err)
	}
	c := m.load("SOUVENIR_LSITEN=:1", "SOUVENIR_MEMORY_EXTRACTION_QUEUE_LIMIT=1", "SOUVENIR_SOMETHING_ELSE_ALTOGETHER=1",
		"SOUVENIR_TEST_POSTGRES=x", "SOUVENIR_CONFIG=", "SOUVENIR_EMBEDDING_MODEL=e5")
	want := []string{
		"SOUVENIR_LSITEN is not a setting; did you mean SOUVENIR_LISTEN?",
		"SOUVENIR_MEMORY_EXTRACTION_QUEUE_LIMIT is called SOUVENIR_QUEUE_LIMIT here",
		"SOUVENIR_SOMETHING_ELSE_ALTOGETHER is not a setting",
		"llm.endpoint is set but llm.model is not; the model is used when both are",
		"embedding.model is set but embedding.endpoint is not; the model is used when both are",
		m.file() + " holds a secret and others can read it; chmod 600 " + m.file(),
	}
	if got := c.Warnings(); !slices.Equal(got, want) {
		t.Errorf("Warnings:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWhereTheDataIs(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	cwd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, file, variable, want string
	}{
		{"a path", "", "/srv/souvenir.db", "/srv/souvenir.db"},
		{"below the home directory", "", "~/souvenir.db", filepath.Join(m.home, "souvenir.db")},
		{"relative in the environment", "", "souvenir.db", filepath.Join(cwd, "souvenir.db")},
		{"relative in the file", "db: data/souvenir.db", "", filepath.Join(filepath.Dir(m.file()), "data/souvenir.db")},
		{"a server", "", "postgres://ada@db/souvenir", "postgres://ada@db/souvenir"},
		{"nowhere", "", ":memory:", ":memory:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m.write(tt.file)
			if got := m.load("SOUVENIR_DB=" + tt.variable).DB; got != tt.want {
				t.Errorf("DB = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWhereCommandsLookForTheServer(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	for listen, want := range map[string]string{
		"127.0.0.1:1": "http://127.0.0.1:1", ":2": "http://127.0.0.1:2", "0.0.0.0:3": "http://127.0.0.1:3",
		"[::]:4": "http://127.0.0.1:4", "[::1]:5": "http://[::1]:5", "souvenir.local:6": "http://souvenir.local:6",
	} {
		if got := m.load("SOUVENIR_LISTEN=" + listen).Server.URL; got != want {
			t.Errorf("listen %s: server.url = %q, want %q", listen, got, want)
		}
	}
}

func TestNoHomeDirectory(t *testing.T) {
	t.Parallel()
	_, err := Load(Options{Environ: []string{}, OS: "linux"})
	if err == nil || !strings.Contains(err.Error(), "HOME is not set; say where to keep the data with SOUVENIR_DB") {
		t.Errorf("Load = %v", err)
	}
	c := load(t, Options{Environ: []string{"SOUVENIR_DB=/srv/souvenir.db"}, OS: "linux"})
	if c.File() != "" {
		t.Errorf("File = %q, want none", c.File())
	}
}
