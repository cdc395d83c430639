package metrics

import (
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

func page(t *testing.T, s *Set) string {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if got := w.Header().Get("Content-Type"); got != "text/plain; version=0.0.4; charset=utf-8" {
		t.Errorf("Content-Type = %q", got)
	}
	return w.Body.String()
}

// TestPrometheusReadsIt has Prometheus' own reader read whatever labels may hold.
func TestPrometheusReadsIt(t *testing.T) {
	var s Set
	s.Ask(Process)
	c := s.Counter("kept_total", `What was kept: "all" of it, \ and`+"\n"+`more.`, "model", "what")
	odd := "a \"quoted\"\nname \\ of 茶, {and} \xffbroken"
	c.Add(1, odd, "tokens")
	c.Add(2.5, odd, "tokens")
	h := s.Histogram("took_seconds", "How long it took.", []float64{.001, .01, 1}, "route")
	for _, took := range []float64{.0005, .001, .5, 30} {
		h.Observe(took, "/")
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	got, err := parser.TextToMetricFamilies(strings.NewReader(page(t, &s)))
	if err != nil {
		t.Fatal(err)
	}
	kept := got["kept_total"].GetMetric()
	if len(kept) != 1 || kept[0].GetCounter().GetValue() != 3.5 || kept[0].GetLabel()[0].GetValue() != strings.ToValidUTF8(odd, "\uFFFD") {
		t.Errorf("kept_total = %v", kept)
	}
	took := got["took_seconds"].GetMetric()[0].GetHistogram()
	var counts []uint64
	for _, b := range took.GetBucket() {
		counts = append(counts, b.GetCumulativeCount())
	}
	if want := []uint64{2, 2, 3, 4}; len(counts) != 4 || counts[0] != want[0] || counts[1] != want[1] || counts[2] != want[2] || counts[3] != want[3] || took.GetSampleSum() != 30.5015 || took.GetSampleCount() != 4 {
		t.Errorf("took_seconds = %v", took)
	}
	if n := got["go_goroutines"].GetMetric()[0].GetGauge().GetValue(); n < 1 {
		t.Errorf("go_goroutines = %v", n)
	}
}

func TestManyCountAtOnce(t *testing.T) {
	var s Set
	c, h := s.Counter("n_total", "n", "of"), s.Histogram("h", "h", []float64{1}, "of")
	var counting sync.WaitGroup
	for range 8 {
		counting.Go(func() {
			for range 100 {
				c.Add(1, "a")
				h.Observe(2, "b")
				page(t, &s)
			}
		})
	}
	counting.Wait()
	for _, want := range []string{"n_total{of=\"a\"} 800\n", "h_bucket{of=\"b\",le=\"1\"} 0\n", "h_bucket{of=\"b\",le=\"+Inf\"} 800\n", "h_count{of=\"b\"} 800\n"} {
		if text := page(t, &s); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
