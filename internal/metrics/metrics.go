// Package metrics counts what the program does, and tells Prometheus when it asks.
package metrics

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Set is all that is counted. It answers a scrape.
type Set struct {
	mu       sync.Mutex
	families []func(*Page)
}

// Ask has a function write to every page.
func (s *Set) Ask(write func(*Page)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.families = append(s.families, write)
}

func (s *Set) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	families := slices.Clone(s.families)
	s.mu.Unlock()
	var p Page
	for _, write := range families {
		write(&p)
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Write(p.text)
}

// family is a metric with a value for every combination of labels that occurred.
type family[V any] struct {
	name, help string
	labels     []string

	mu     sync.Mutex
	values map[string]*V // by the values of the labels
}

const between = "\xff" // is in no valid text

// of finds the value to change, which belongs to the caller until it is done with.
func (f *family[V]) of(values []string, change func(*V)) {
	if len(values) != len(f.labels) {
		panic("metrics: " + f.name + " has the labels " + strings.Join(f.labels, ", "))
	}
	key := ""
	for _, value := range values {
		key += strings.ToValidUTF8(value, "\uFFFD") + between
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	v := f.values[key]
	if v == nil {
		v = new(V)
		f.values[key] = v
	}
	change(v)
}

// each shows every value with its labels, always in the same order.
func (f *family[V]) each(show func(v *V, labels []Label)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(f.values)) {
		labels := make([]Label, len(f.labels))
		for i, value := range strings.Split(key, between)[:len(f.labels)] {
			labels[i] = Label{f.labels[i], value}
		}
		show(f.values[key], labels)
	}
}

// Counter counts up.
type Counter struct{ family[float64] }

// Counter makes one.
func (s *Set) Counter(name, help string, labels ...string) *Counter {
	c := &Counter{family[float64]{name: name, help: help, labels: labels, values: map[string]*float64{}}}
	s.Ask(c.write)
	return c
}

// Add counts for the values of the labels, in their order.
func (c *Counter) Add(n float64, values ...string) { c.of(values, func(v *float64) { *v += n }) }

func (c *Counter) write(p *Page) {
	p.Family(c.name, "counter", c.help)
	c.each(func(v *float64, labels []Label) { p.Sample(c.name, *v, labels...) })
}

// Histogram counts by size.
type Histogram struct {
	family[sizes]
	bounds []float64
}

type sizes struct {
	upTo []uint64 // those that no smaller bound holds
	n    uint64
	sum  float64
}

// Histogram makes one. The bounds go up.
func (s *Set) Histogram(name, help string, bounds []float64, labels ...string) *Histogram {
	h := &Histogram{family[sizes]{name: name, help: help, labels: labels, values: map[string]*sizes{}}, bounds}
	s.Ask(h.write)
	return h
}

// Observe counts a size for the values of the labels, in their order.
func (h *Histogram) Observe(size float64, values ...string) {
	h.of(values, func(v *sizes) {
		if v.upTo == nil {
			v.upTo = make([]uint64, len(h.bounds))
		}
		if i, _ := slices.BinarySearch(h.bounds, size); i < len(h.bounds) {
			v.upTo[i]++
		}
		v.n++
		v.sum += size
	})
}

func (h *Histogram) write(p *Page) {
	p.Family(h.name, "histogram", h.help)
	h.each(func(v *sizes, labels []Label) {
		n := uint64(0)
		for i, bound := range h.bounds {
			n += v.upTo[i]
			p.Sample(h.name+"_bucket", float64(n), append(slices.Clone(labels), Label{"le", number(bound)})...)
		}
		p.Sample(h.name+"_bucket", float64(v.n), append(slices.Clone(labels), Label{"le", "+Inf"})...)
		p.Sample(h.name+"_sum", v.sum, labels...)
		p.Sample(h.name+"_count", float64(v.n), labels...)
	})
}
