package docs

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir/internal/config"
)

var update = flag.Bool("update", false, "write the tables into the pages")

// TestConfigurationIsCurrent holds docs/configuration.md against the settings
// that the program knows.
func TestConfigurationIsCurrent(t *testing.T) {
	const page = "configuration.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	for name, table := range map[string]string{"settings": config.Table(), "renames": config.RenameTable()} {
		want = between(t, want, name, table)
	}
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("%s is not current: go test ./docs -update", page)
	}
	if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// between replaces what stands between two markers of a name.
func between(t *testing.T, text, name, table string) string {
	t.Helper()
	before, rest, ok1 := strings.Cut(text, "<!-- "+name+" -->\n")
	_, after, ok2 := strings.Cut(rest, "<!-- end of "+name+" -->")
	if !ok1 || !ok2 {
		t.Fatalf("no markers for %s", name)
	}
	return before + "<!-- " + name + " -->\n" + strings.TrimSpace(table) + "\n<!-- end of " + name + " -->" + after
}
