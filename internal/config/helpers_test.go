package config

import (
	"os"
	"path/filepath"
	"testing"
)

// machine is a Linux machine with an empty home directory of its own.
type machine struct {
	t    *testing.T
	home string
}

func newMachine(t *testing.T) machine {
	t.Helper()
	return machine{t, t.TempDir()}
}

func (m machine) options(environ ...string) Options {
	return Options{Environ: append([]string{"HOME=" + m.home, "USER=ada"}, environ...), OS: "linux"}
}

func (m machine) file() string {
	return filepath.Join(m.home, ".config", "souvenir", "souvenir.yaml")
}

func (m machine) write(content string) {
	m.t.Helper()
	if err := os.MkdirAll(filepath.Dir(m.file()), 0o700); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(m.file(), []byte(content), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

func (m machine) read() string {
	m.t.Helper()
	content, err := os.ReadFile(m.file())
	if err != nil {
		m.t.Fatal(err)
	}
	return string(content)
}

func (m machine) load(environ ...string) *Config {
	m.t.Helper()
	return load(m.t, m.options(environ...))
}

func load(t *testing.T, o Options) *Config {
	t.Helper()
	c, err := Load(o)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return c
}
