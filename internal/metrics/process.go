package metrics

import (
	"os"
	"runtime"
	rt "runtime/metrics"
	"time"
)

var started = time.Now()

// Process tells how this program is doing, under the names that dashboards know.
func Process(p *Page) {
	p.Family("go_info", "gauge", "With which Go it was built.")
	p.Sample("go_info", 1, Label{"version", runtime.Version()})
	for _, m := range fromRuntime {
		sample := []rt.Sample{{Name: m.of}}
		if rt.Read(sample); sample[0].Value.Kind() == rt.KindUint64 {
			p.Single(m.name, m.kind, m.help, float64(sample[0].Value.Uint64()))
		}
	}
	p.Single("process_start_time_seconds", "gauge", "When it was started, in seconds since 1970.", float64(started.UnixMilli())/1000)
	if used, ok := processorTime(); ok {
		p.Single("process_cpu_seconds_total", "counter", "Processor time that it used.", used.Seconds())
	}
	if resident, ok := residentBytes(); ok {
		p.Single("process_resident_memory_bytes", "gauge", "Memory that it has.", resident)
	}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		p.Single("process_open_fds", "gauge", "Files and connections that it has open.", float64(len(open)-1)) // without the directory itself
	}
}

var fromRuntime = []struct{ of, name, kind, help string }{
	{"/sched/goroutines:goroutines", "go_goroutines", "gauge", "Goroutines that there are."},
	{"/gc/cycles/total:gc-cycles", "go_gc_cycles_total", "counter", "Times that unused memory was collected."},
	{"/gc/heap/allocs:bytes", "go_memstats_alloc_bytes_total", "counter", "Memory that was ever asked for."},
	{"/memory/classes/heap/objects:bytes", "go_memstats_heap_alloc_bytes", "gauge", "Memory that is in use, or not collected yet."},
	{"/gc/heap/objects:objects", "go_memstats_heap_objects", "gauge", "Objects in it."},
	{"/gc/heap/goal:bytes", "go_memstats_next_gc_bytes", "gauge", "How much there may be before it is collected."},
}
