package bench

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
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

// BenchmarkProxy is a chat through the proxy against the same chat with the model
// directly, turn about: the difference is what memory costs, without the model's own
// time. One user has 10,000 memories.
func BenchmarkProxy(b *testing.B) {
	model, err := llmtest.Start("127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer model.Close()
	model.Forgetful = true
	model.Otherwise(func(llmtest.Request) llmtest.Reply { return llmtest.Say("That is a good question, Ada.") })
	file, err := program()
	if err != nil {
		b.Fatal(err)
	}
	c := exec.Command(file, "serve", "--listen", "127.0.0.1:0", "--db", filepath.Join(b.TempDir(), "souvenir.db"), "--set", "upstream="+model.URL, "--set", "log.level=error")
	c.Env = []string{"HOME=" + b.TempDir(), "PATH=" + os.Getenv("PATH")}
	souvenirs, url := startAt(b, c)
	remember(b, souvenirs, 10_000)
	for _, pause := range []time.Duration{0, 100 * time.Millisecond} {
		for _, stream := range []bool{false, true} {
			b.Run(fmt.Sprintf("pause=%v/stream=%v", pause, stream), func(b *testing.B) { chats(b, url, model.URL, stream, pause) })
		}
	}
}

// chats asks the same of both, and reports the first byte and the whole. Without a
// pause a chat meets the worker that still reads the one before.
func chats(b *testing.B, proxy, model string, stream bool, pause time.Duration) {
	var with, without, withFirst, withoutFirst []time.Duration
	for i := 0; b.Loop(); i++ {
		body := fmt.Appendf(nil, `{"model":"m","user":"ada","stream":%v,"messages":[{"role":"system","content":"You are kind."},{"role":"user","content":"What do I think of topic %d and hobby %d?"}]}`, stream, i%997, i%89)
		time.Sleep(pause)
		first, whole := chat(b, model, body)
		without, withoutFirst = append(without, whole), append(withoutFirst, first)
		first, whole = chat(b, proxy, body)
		with, withFirst = append(with, whole), append(withFirst, first)
	}
	for name, q := range map[string]float64{"p50": 0.5, "p95": 0.95} {
		b.ReportMetric(ms(quantile(with, q)-quantile(without, q)), name+"-added-ms")
		b.ReportMetric(ms(quantile(withFirst, q)-quantile(withoutFirst, q)), name+"-first-added-ms")
	}
	b.ReportMetric(float64(quantile(with, 0.5))/float64(quantile(without, 0.5)), "x-direct")
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
