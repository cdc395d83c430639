package clients

import (
	"bufio"
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "souvenir-e2e")
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "souvenir")
	build := exec.Command("go", "build", "-o", file, "./cmd/souvenir")
	build.Dir = "../.."
	_, err = build.CombinedOutput()
	return file, err
})

// souvenir starts the program before a model, with somebody whom it knows.
func souvenir(t *testing.T, upstream string) string {
	t.Helper()
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(file, "serve", "--listen", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "souvenir.db"), "--set", "upstream="+upstream)
	c.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	line, _ := bufio.NewReader(out).ReadString('\n')
	_, url, ok := strings.Cut(strings.TrimSpace(line), "ready at ")
	if !ok {
		t.Fatalf("the server says %q", line)
	}
	a, err := http.Post(url+"/api/v1/memories", "application/json", bytes.NewReader([]byte(`{"user":"ada","content":"User is allergic to peanuts","priority":100}`)))
	if err != nil || a.StatusCode >= 300 {
		t.Fatalf("%v %v", a, err)
	}
	a.Body.Close()
	return url
}
