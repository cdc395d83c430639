package golden

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// catalogue is how many requirements each seed has.
var catalogue = []struct {
	seed string
	n    int
}{{"C", 148}, {"R", 62}, {"A", 72}, {"S", 64}, {"L", 35}}

var (
	row       = regexp.MustCompile(`(?m)^\| ([A-Z]-\d{3}) \| (.+?) \| (holds|claim|roadmap|issue \d) \| (.*) \|$`)
	numbered  = regexp.MustCompile(`(?m)^\| ([A-Z]-\d{3}) `)
	span      = regexp.MustCompile("`([^`]+)`")
	reference = regexp.MustCompile(`^([\w./-]+\.(?:go|md|list|txt|json|sql|txtar|spec\.ts))(?:: (.+))?$`)
	caseID    = regexp.MustCompile(`\bG[CRASL]-\d\d\b`)
)

// TestRequirementsAreTrue holds docs/requirements.md against the catalogue, the
// code and the cases.
func TestRequirementsAreTrue(t *testing.T) {
	text, err := os.ReadFile("../docs/requirements.md")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, c := range catalogue {
		for i := range c.n {
			want = append(want, fmt.Sprintf("%s-%03d", c.seed, i+1))
		}
	}
	for _, m := range numbered.FindAllStringSubmatch(string(text), -1) {
		got = append(got, m[1])
	}
	if !slices.Equal(got, want) || len(want) != 381 {
		t.Errorf("%d rows, want each of the %d numbers once and in order", len(got), len(want))
	}
	rows := row.FindAllStringSubmatch(string(text), -1)
	if len(rows) != len(got) {
		t.Errorf("%d of %d rows are as they should be", len(rows), len(got))
	}
	cases := readCases(t)
	for _, r := range rows {
		named := references(t, r[1], r[4], cases)
		if named == 0 && !strings.HasPrefix(r[3], "issue ") {
			t.Errorf("%s: nothing is named that holds it", r[1])
		}
	}
	references(t, "the introduction", string(text[:strings.Index(string(text), "\n## ")]), cases)
}

// references checks what a text names and counts it.
func references(t *testing.T, where, text string, cases []Case) (n int) {
	t.Helper()
	for _, id := range caseID.FindAllString(text, -1) {
		if n++; !slices.ContainsFunc(cases, func(c Case) bool { return c.ID == id }) {
			t.Errorf("%s: there is no case %s", where, id)
		}
	}
	for _, s := range span.FindAllStringSubmatch(text, -1) {
		m := reference.FindStringSubmatch(strings.ReplaceAll(s[1], `\|`, "|"))
		if m == nil {
			continue // a command or a route
		}
		n++
		if err := exists(m[1], m[2]); err != nil {
			t.Errorf("%s: %v", where, err)
		}
	}
	return n
}

// exists looks for a file and for what it is said to hold: names that a Go file
// declares, or the words of a text between quotation marks.
func exists(path, what string) error {
	content, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(path)))
	if err != nil || what == "" {
		return err
	}
	if words, quoted := strings.CutPrefix(what, `"`); quoted {
		if !strings.Contains(string(content), strings.TrimSuffix(words, `"`)) {
			return fmt.Errorf("%s does not say %s", path, what)
		}
		return nil
	}
	declared, err := declarations(path, content)
	for name := range strings.SplitSeq(what, ", ") {
		if err == nil && !slices.Contains(declared, name) {
			err = fmt.Errorf("%s does not declare %s", path, name)
		}
	}
	return err
}

func declarations(path string, content []byte) (names []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, content, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names = append(names, d.Name.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names, nil
}
