package vector

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"
)

// BenchmarkSearch compares the index with the plain float32 scan of the same
// rows in the same run, and reports the recall@10 of the index against it:
//
//	go test ./internal/vector -run '^$' -bench Search
//	SOUVENIR_BENCH_LARGE=1 go test ./internal/vector -run '^$' -bench Search/clustered/1000000 -timeout 30m
func BenchmarkSearch(b *testing.B) {
	sizes := []int{1_000, 10_000, 100_000}
	if os.Getenv("SOUVENIR_BENCH_LARGE") != "" {
		sizes = append(sizes, 1_000_000)
	}
	for _, shape := range []struct {
		name string
		make func(rows, dims int) *sample
	}{{"clustered", clustered}, {"random", random}} {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) { benchmarkSearch(b, shape.make(n, 256)) })
		}
	}
}

func benchmarkSearch(b *testing.B, s *sample) {
	b.Run("plain", func(b *testing.B) {
		loop(b, func(i int) { s.exact(s.query(i), 10) })
	})
	for _, k := range kernels() {
		b.Run(k.name, func(b *testing.B) {
			before := heap()
			x := s.fill(newIndex(k))
			bytes := heap() - before
			recall := s.recall(x, 10)
			loop(b, func(i int) { x.Search("p", s.query(i), 10, nil) })
			b.ReportMetric(recall, "recall@10")
			b.ReportMetric(float64(bytes)/float64(s.len()), "B/row")
		})
	}
}

func BenchmarkPut(b *testing.B) {
	s := clustered(20_000, 256)
	x := New()
	loop(b, func(i int) { x.Put("p", int64(i%s.len()), s.row(i%s.len())) })
}

func BenchmarkLoad(b *testing.B) {
	s := clustered(20_000, 256)
	l := New().Load("p")
	loop(b, func(i int) { l.Put(int64(i), s.row(i%s.len())) })
}

func BenchmarkKernel(b *testing.B) {
	for _, rows := range []int{1024, 10_240, 102_400} {
		high, signs := make([]int8, rows*256), make([]byte, rows*32)
		products, agreements := make([]int32, rows), make([]uint16, rows)
		for _, k := range kernels() {
			b.Run(fmt.Sprintf("products/%d/%s", rows, k.name), func(b *testing.B) {
				b.SetBytes(int64(len(high)))
				loop(b, func(int) { k.products(products, high[:256], high) })
			})
			b.Run(fmt.Sprintf("agreements/%d/%s", rows, k.name), func(b *testing.B) {
				b.SetBytes(int64(len(signs)))
				loop(b, func(int) { k.agreements(agreements, signs[:1024], signs) })
			})
		}
	}
}

// loop reports the median and the CPU time beside the mean time on the wall, as
// they say more on a machine that others use as well.
func loop(b *testing.B, do func(i int)) {
	var took []time.Duration
	cpu := cpuTime()
	for b.Loop() {
		start := time.Now()
		do(len(took))
		took = append(took, time.Since(start))
	}
	b.ReportMetric(float64(cpuTime()-cpu)/float64(len(took)), "cpu-ns/op")
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2]), "p50-ns/op")
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
