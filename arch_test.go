package souvenir_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"os"
)

const module = "github.com/souvenir-memory/souvenir"

// mayImport says which of our packages each package may know; everyone may know
// the root. A package that is not listed here has no place yet: give it one.
var mayImport = map[string][]string{
	".":            {}, // the vocabulary knows the standard library only
	"client":       {},
	"cmd/souvenir": {"..."}, // the only wiring
	"golden":       {"..."}, // tests only

	// The surfaces know what the program can do, and not how.
	"internal/api":    {"internal/op", "internal/engine", "internal/metrics"},
	"internal/openai": {"internal/op", "internal/engine"},
	"internal/op":     {},
	"internal/web":    {}, // files in, answers out
	"ui":              {},
	"internal/chat":   {},

	"internal/engine": {
		"internal/op", "internal/store", "internal/words", "internal/embed", "internal/embed/static", "internal/index", "internal/tokens",
		"internal/extract", "internal/extract/styles", "internal/extract/analysis", "internal/extract/persona", "internal/filter", "internal/reconcile", "internal/reconcile/sense", "internal/recall", "internal/inject", "internal/when",
		"internal/llm", "internal/reply", "internal/secret", "internal/summary", "internal/chatter", "internal/review", "internal/forget", "internal/audit", "internal/consolidate", "internal/immersion",
	},
	"internal/queue":           {"internal/store"},
	"internal/store":           {"internal/words", "internal/vector", "internal/index", "internal/recall", "internal/walindex"},
	"internal/index":           {"internal/vector"},
	"internal/store/storetest": {"internal/store"},

	// Stages take values and return values: no database, no network.
	"internal/extract":               {"internal/filter", "internal/chatter", "internal/llm", "internal/reply"},
	"internal/extract/styles":        {"internal/extract", "internal/extract/*"},
	"internal/extract/*":             {"internal/extract", "internal/filter", "internal/chatter", "internal/filter/defence", "internal/immersion", "internal/llm", "internal/reply", "internal/tokens", "internal/when"}, // never another style
	"internal/extract/rules/evalset": {"internal/extract", "internal/extract/rules"},
	"internal/filter":                {"internal/secret", "internal/when", "internal/words", "internal/reconcile/sense"},
	"internal/filter/defence":        {"internal/filter"},
	"internal/immersion":             {"internal/extract", "internal/filter", "internal/filter/defence", "internal/reply"},
	"internal/reconcile":             {"internal/reconcile/sense", "internal/extract", "internal/llm", "internal/reply"},
	"internal/reconcile/sense":       {"internal/words"},
	"internal/review":                {"internal/filter", "internal/reconcile/sense"},
	"internal/audit":                 {"internal/chatter", "internal/filter", "internal/forget", "internal/inject", "internal/reconcile", "internal/reconcile/sense"},
	"internal/consolidate":           {"internal/forget", "internal/reconcile", "internal/reconcile/sense"},
	"internal/forget":                {"internal/words", "internal/reconcile/sense"},
	"internal/recall":                {"internal/words"},
	"internal/inject":                {"internal/tokens"},
	"internal/summary":               {"internal/extract", "internal/filter", "internal/llm", "internal/reply"},

	// What asks a model, and what measures us from outside.
	"internal/llm":         {"internal/tokens"},
	"internal/llm/llmtest": {"internal/quiet"},
	"internal/eval":        {"internal/llm", "internal/extract", "internal/extract/rules/evalset"},

	"internal/config":       {},
	"internal/metrics":      {},
	"internal/embed":        {"internal/embed/static", "internal/vector"},
	"internal/embed/static": {},
	"internal/quiet":        {},
	"internal/reply":        {},
	"internal/chatter":      {},
	"internal/secret":       {},
	"internal/tokens":       {},
	"internal/vector":       {},
	"internal/walindex":     {},
	"internal/when":         {},
	"internal/words":        {},
}

// readsEnvironment may look at the environment; nobody else.
var readsEnvironment = []string{"internal/config", "cmd/souvenir", "internal/store/storetest"}

func TestPackagesKnowOnlyWhomTheyMay(t *testing.T) {
	for dir, files := range packages(t) {
		allowed, ok := rule(dir)
		if !ok {
			t.Errorf("%s has no place in the list of who may know whom", dir)
			continue
		}
		for name, file := range files {
			for _, spec := range file.Imports {
				checkImport(t, dir, name, spec, allowed)
			}
			checkEnvironment(t, dir, name, file)
		}
	}
}

func rule(dir string) ([]string, bool) {
	if allowed, ok := mayImport[dir]; ok {
		return allowed, true
	}
	allowed, ok := mayImport[path.Dir(dir)+"/*"]
	return allowed, ok
}

func checkImport(t *testing.T, dir, name string, spec *ast.ImportSpec, allowed []string) {
	target, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		t.Fatal(err)
	}
	ours, isOurs := strings.CutPrefix(target, module+"/")
	switch {
	case target == module:
	case !isOurs && dir == "." && strings.Contains(strings.Split(target, "/")[0], "."):
		t.Errorf("%s: the root imports %s; it may import the standard library only", name, target)
	case isOurs && !slices.ContainsFunc(allowed, func(a string) bool {
		ok, _ := path.Match(a, ours)
		return ok || a == "..."
	}):
		t.Errorf("%s: %s may not import %s", name, dir, ours)
	}
}

func checkEnvironment(t *testing.T, dir, name string, file *ast.File) {
	if slices.Contains(readsEnvironment, dir) {
		return
	}
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && x.Name == "os" && slices.Contains([]string{"Getenv", "LookupEnv", "Environ"}, sel.Sel.Name) {
			t.Errorf("%s: only internal/config reads the environment", name)
		}
		return true
	})
}

// packages parses every Go file that is not a test, by directory.
func packages(t *testing.T) map[string]map[string]*ast.File {
	t.Helper()
	out := map[string]map[string]*ast.File{}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && name != "." || d.Name() == "testdata" || d.Name() == "node_modules" || name == "tools" || name == "bench") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := path.Dir(name)
		if out[dir] == nil {
			out[dir] = map[string]*ast.File{}
		}
		out[dir][name] = file
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
