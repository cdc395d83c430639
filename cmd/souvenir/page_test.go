package main

import (
	"flag"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/souvenir-memory/souvenir/internal/quiet"
)

var update = flag.Bool("update", false, "write into docs/cli.md what its commands print")

// TestPageIsTrue runs the commands of docs/cli.md, in order and in one home, and
// compares what they print with what the page says.
func TestPageIsTrue(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("docs/cli.md: there is no bash to run its commands with")
	}
	const page = "../../docs/cli.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(t)
	now := consoles.ReplaceAllStringFunc(string(text), r.replay)
	if *update {
		if err := os.WriteFile(page, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(steady(string(text)), steady(now)); diff != "" {
		t.Errorf("docs/cli.md is not current: go test ./cmd/souvenir -run Page -update\n%s", diff)
	}
}

var consoles = regexp.MustCompile("(?s)```console\n.*?```")

// reader is somebody who types what the page says.
type reader struct {
	t    *testing.T
	home string
	env  []string
}

func newReader(t *testing.T) *reader {
	address, err := quiet.Address() // where no server is
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	return &reader{t, home, []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "GOCOVERDIR=" + os.Getenv("GOCOVERDIR"), "TZ=UTC",
		"SOUVENIR_USER=ada", "SOUVENIR_STYLE=verbatim", "SOUVENIR_LISTEN=" + address,
	}}
}

// replay types the commands of one block and writes down what they print. They
// share a shell, so that a variable lives as long as the block.
func (r *reader) replay(block string) string {
	var script, page strings.Builder
	var commands []string
	for line := range strings.Lines(block) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			commands = append(commands, command)
			script.WriteString(strings.TrimSpace(command) + "\necho '" + divider + "'\n")
		}
	}
	c := exec.Command("bash", "-c", "exec 2>&1\n"+script.String())
	c.Dir, c.Env = r.home, r.env
	out, _ := c.Output() // how they end is part of the page's story
	printed := strings.Split(string(out), divider+"\n")
	page.WriteString("```console\n")
	for i, command := range commands {
		page.WriteString("$ " + command)
		page.WriteString(strings.ReplaceAll(printed[i], r.home, "/home/ada"))
	}
	return page.String() + "```"
}

const divider = "=== next command ==="

// steady replaces what differs from run to run and from machine to machine.
func steady(text string) string {
	for _, s := range []struct{ what, by string }{
		{`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`, "ID"},
		{`\b[0-9a-f]{8}\b`, "SHORT"},
		{`\b20\d\d-\d\d-\d\d( \d\d:\d\d)?( UTC)?`, "WHEN"},
		{`sk-souvenir-\w+`, "SECRET"},
		{`127\.0\.0\.1:\d+`, "ADDRESS"},
		{`\d+(\.\d+)? [KMGT]iB`, "SIZE"},
		{`SQLite [0-9.]+`, "SQLite VERSION"},
		{`\(\d+s\)`, "(AGO)"},
		{`\d+ +verified`, "N verified"},
		{`Copied \d+ rows`, "Copied N rows"},
		{`  +`, "  "}, // columns are as wide as what stands in them
	} {
		text = regexp.MustCompile(s.what).ReplaceAllString(text, s.by)
	}
	return text
}
