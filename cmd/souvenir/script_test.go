package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/souvenir-memory/souvenir/internal/quiet"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// The scripts run this test binary under the program's name. The race detector
// would make each of their many starts take a second, and finds nothing in them
// that the packages' own tests do not: with it they run the program as built.
func TestMain(m *testing.M) {
	if dir, ok := built(); ok {
		os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		testscript.Main(cleaning{m, dir}, nil)
	}
	testscript.Main(m, map[string]func(){"souvenir": main})
}

// built makes the program, if that is worth it and can be done.
func built() (dir string, ok bool) {
	if !raced || len(os.Args) == 0 || filepath.Base(os.Args[0]) == "souvenir" {
		return "", false
	}
	dir, err := os.MkdirTemp("", "souvenir")
	if err != nil {
		return "", false
	}
	b := exec.Command("go", "build", "-ldflags", "-s -w", "-o", filepath.Join(dir, "souvenir"), ".")
	b.Env = append(os.Environ(), "CGO_ENABLED=0")
	if err := b.Run(); err != nil {
		os.RemoveAll(dir)
		return "", false
	}
	return dir, true
}

// cleaning runs the tests and takes the program away again.
type cleaning struct {
	*testing.M
	dir string
}

func (c cleaning) Run() int {
	defer os.RemoveAll(c.dir)
	return c.M.Run()
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               freshMachine,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"json":     readJSON,
			"ready":    ready,
			"postgres": postgres,
		},
	})
}

// freshMachine gives every script an empty home and a port of its own, so that
// no server of the developer's is ever met.
func freshMachine(e *testscript.Env) error {
	address, err := quiet.Address()
	if err != nil {
		return err
	}
	for name, value := range map[string]string{
		"HOME": filepath.Join(e.WorkDir, "home"), "LOCALAPPDATA": filepath.Join(e.WorkDir, "home"), "APPDATA": filepath.Join(e.WorkDir, "home"),
		"USER": "ada", "TZ": "UTC", "SOUVENIR_LISTEN": address,
		"SOUVENIR_STYLE": "verbatim", // what the scripts say is about the command line, not about a style
	} {
		e.Setenv(name, value)
	}
	e.Values["test"] = e.T()
	return nil
}

// exits CODE COMMAND... runs a command that ends with this code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	code := 0
	err := ts.Exec(args[1], args[2:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("%s exits with %d, want %s", strings.Join(args[1:], " "), code, args[0])
	}
}

// json FILE [PATH [NAME]] checks that a file is one JSON value and has something
// at the path, such as items.0.id, and puts that into a variable.
func readJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 3 {
		ts.Fatalf("usage: json FILE [PATH [NAME]]")
	}
	var v any
	if err := json.Unmarshal([]byte(ts.ReadFile(args[0])), &v); err != nil {
		ts.Fatalf("%s is not JSON: %v", args[0], err)
	}
	if len(args) == 1 {
		return
	}
	for part := range strings.SplitSeq(args[1], ".") {
		if v = inside(v, part); v == nil {
			ts.Fatalf("%s has nothing at %s", args[0], args[1])
		}
	}
	if len(args) == 3 {
		ts.Setenv(args[2], fmt.Sprint(v))
	}
}

func inside(v any, part string) any {
	switch v := v.(type) {
	case map[string]any:
		return v[part]
	case []any:
		if i, err := strconv.Atoi(part); err == nil && i < len(v) {
			return v[i]
		}
	}
	return nil
}

// ready waits for the server.
func ready(ts *testscript.TestScript, neg bool, args []string) {
	url := "http://" + ts.Getenv("SOUVENIR_LISTEN") + "/readyz"
	for range 500 {
		if res, err := http.Get(url); err == nil {
			res.Body.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	ts.Fatalf("no server at %s", url)
}

// postgres NAME makes an empty schema and puts its URL into a variable. Without
// PostgreSQL the script is skipped and says why.
func postgres(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: postgres NAME")
	}
	ts.Setenv(args[0], storetest.Postgres(ts.Value("test").(testing.TB)))
}
