package bench

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	neturl "net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

// BenchmarkProxy is a chat through Souvenir against the same chat with the model
// directly and through a proxy that does nothing, turn about: the difference is what
// memory costs, without the model's own time. One user has 10,000 memories. thinks is
// how long the model takes before it says anything.
func BenchmarkProxy(b *testing.B) {
	model, err := llmtest.Start("127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer model.Close()
	model.Forgetful = true
	var thinks atomic.Int64
	model.Otherwise(func(llmtest.Request) llmtest.Reply {
		return llmtest.Say("That is a good question, Ada.").Slow(time.Duration(thinks.Load()))
	})
	file, err := program()
	if err != nil {
		b.Fatal(err)
	}
	c := exec.Command(file, "serve", "--listen", "127.0.0.1:0", "--db", filepath.Join(b.TempDir(), "souvenir.db"), "--set", "upstream="+model.URL, "--set", "log.level=error")
	c.Env = []string{"HOME=" + b.TempDir(), "PATH=" + os.Getenv("PATH")}
	souvenirs, url := startAt(b, c)
	remember(b, souvenirs, 10_000)
	target, err := neturl.Parse(model.URL)
	if err != nil {
		b.Fatal(err)
	}
	plain := httptest.NewServer(httputil.NewSingleHostReverseProxy(target))
	defer plain.Close()
	asked := 0
	for _, pause := range []time.Duration{0, 100 * time.Millisecond} {
		for _, thinking := range []time.Duration{0, 50 * time.Millisecond} {
			for _, stream := range []bool{false, true} {
				for _, tells := range []bool{false, true} {
					b.Run(fmt.Sprintf("pause=%v/thinks=%v/stream=%v/tells=%v", pause, thinking, stream, tells), func(b *testing.B) {
						thinks.Store(int64(thinking))
						chats(b, []string{url, model.URL, plain.URL}, manner{stream, tells, pause}, &asked)
					})
				}
			}
		}
	}
}

// manner is how somebody chats.
type manner struct {
	stream bool
	tells  bool // something to remember, with every question
	pause  time.Duration
}

// chats asks the same of Souvenir, of the model and of the plain proxy, each after the
// same pause, and reports the first byte and the whole. Without a pause a chat meets the
// worker that still reads the one before. Nothing is asked twice. How late a pause ends
// tells how busy the machine's other tenants are: a quiet one is late by a quarter of a
// millisecond, and on a busy one everything that has to wake up is.
func chats(b *testing.B, urls []string, how manner, asked *int) {
	firsts, wholes := make([][]time.Duration, len(urls)), make([][]time.Duration, len(urls))
	var late []time.Duration
	for b.Loop() {
		*asked++
		said := fmt.Sprintf("What do I think of topic %d and hobby %d?", *asked%997, *asked%89)
		if how.tells {
			said = fmt.Sprintf("Remember that my locker number %d is blue. %s", *asked, said)
		}
		body := fmt.Appendf(nil, `{"model":"m","user":"ada","stream":%v,"messages":[{"role":"system","content":"You are kind."},{"role":"user","content":%q}]}`, how.stream, said)
		for at, url := range urls {
			until := time.Now().Add(how.pause)
			time.Sleep(how.pause)
			late = append(late, time.Since(until))
			first, whole := chat(b, url, body)
			firsts[at], wholes[at] = append(firsts[at], first), append(wholes[at], whole)
		}
	}
	for name, q := range map[string]float64{"p50": 0.5, "p95": 0.95} {
		b.ReportMetric(ms(quantile(wholes[0], q)-quantile(wholes[1], q)), name+"-added-ms")
		b.ReportMetric(ms(quantile(firsts[0], q)-quantile(firsts[1], q)), name+"-first-added-ms")
		b.ReportMetric(ms(quantile(wholes[2], q)-quantile(wholes[1], q)), name+"-plain-added-ms")
	}
	b.ReportMetric(ms(quantile(late, 0.5)), "p50-late-ms")
	b.ReportMetric(ms(quantile(late, 0.9)), "p90-late-ms")
	b.ReportMetric(0, "ns/op")
}

func chat(b *testing.B, url string, body []byte) (first, whole time.Duration) {
	began := time.Now()
	answer, err := http.Post(url+"/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	one := make([]byte, 1)
	if _, err := io.ReadFull(answer.Body, one); err != nil || answer.StatusCode != http.StatusOK {
		b.Fatalf("%d %v", answer.StatusCode, err)
	}
	first = time.Since(began)
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		b.Fatal(err)
	}
	return first, time.Since(began)
}

// remember gives ada so many memories, and waits until they have vectors.
func remember(b *testing.B, c *client.Client, n int) {
	var next atomic.Int64
	var stating sync.WaitGroup
	for range 8 {
		stating.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				s := souvenir.Statement{User: "ada", Content: fmt.Sprintf("User thinks that topic %d goes well with hobby %d and place %d", i, i%89, i%211)}
				if i < 20 {
					s.Key = fmt.Sprintf("fact_%d", i)
				}
				if _, err := c.State(b.Context(), s); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	stating.Wait()
	for {
		e, err := c.Embedding(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		if e.Pending == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func quantile(ds []time.Duration, q float64) time.Duration {
	sorted := slices.Sorted(slices.Values(ds))
	return sorted[int(float64(len(sorted)-1)*q)]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
