package bench

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/client"
)

// beTheFloor names the file to append to, for the process that is the floor.
const beTheFloor = "SOUVENIR_BENCH_FLOOR"

var built string // directory of the program

func TestMain(m *testing.M) {
	if file := os.Getenv(beTheFloor); file != "" {
		serveFloor(file)
	}
	dir, err := os.MkdirTemp("", "souvenir-bench")
	if err != nil {
		panic(err)
	}
	built = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// program is the one that SOUVENIR_BENCH_PROGRAM names, or else built from here.
var program = sync.OnceValues(func() (string, error) {
	if file := os.Getenv("SOUVENIR_BENCH_PROGRAM"); file != "" {
		return file, nil
	}
	file := filepath.Join(built, "souvenir")
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", file, "../cmd/souvenir")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", build, err, out)
	}
	return file, nil
})

// startSouvenir starts a server over a new SQLite file.
func startSouvenir(b *testing.B) *client.Client {
	b.Helper()
	file, err := program()
	if err != nil {
		b.Fatal(err)
	}
	c := exec.Command(file, "serve", "--listen", "127.0.0.1:0", "--db", filepath.Join(b.TempDir(), "souvenir.db"))
	c.Env = []string{"HOME=" + b.TempDir(), "PATH=" + os.Getenv("PATH")}
	return start(b, c)
}

// startFloor starts the least that anybody does who keeps what they acknowledge.
func startFloor(b *testing.B) *client.Client {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = []string{beTheFloor + "=" + filepath.Join(b.TempDir(), "floor")}
	return start(b, c)
}

// start runs a server until the benchmark ends.
func start(b *testing.B, c *exec.Cmd) *client.Client {
	b.Helper()
	souvenirs, _ := startAt(b, c)
	return souvenirs
}

// startAt is start that also gives the URL. A server says where it is in its first
// line of output.
func startAt(b *testing.B, c *exec.Cmd) (*client.Client, string) {
	b.Helper()
	out, err := c.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	dieWithUs(c)
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	_, url, ok := strings.Cut(strings.TrimSpace(line), "ready at ")
	if !ok {
		b.Fatalf("%s says %q, %v, and not where it is", c, line, err)
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 16}
	b.Cleanup(transport.CloseIdleConnections)
	return client.New(client.Options{URL: url, HTTP: &http.Client{Transport: transport, Timeout: time.Minute}}), url
}
