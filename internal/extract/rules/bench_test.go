package rules

import (
	"syscall"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
)

func BenchmarkMessage(b *testing.B) {
	book, err := builtin()
	if err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string]string{
		"fact":     "I'm Anna, I live in Lyon and work as a nurse.",
		"question": "What's the difference between a crow and a raven, and which one is smarter?",
		"small":    "ok cool, thanks!",
		"long":     "I'm looking for some new recipes for the weekend. I've been getting bored with my usual options and my sister gave me a fancy espresso machine, so I'd love to use it more. By the way, I moved to Leeds last month and I still don't know many people here. Any ideas?",
		"chinese":  "我叫陈静，今年二十八岁，住在深圳，在腾讯上班。",
	} {
		m := souvenir.Message{ID: "m", Role: souvenir.User, Content: text, At: said}
		b.Run(name, func(b *testing.B) {
			e := ear{book, "Nova", map[string][]heard{}}
			e.read(m, "") // patterns are compiled on first use
			b.ReportAllocs()
			start := cpu()
			for b.Loop() {
				e.read(m, "")
			}
			b.ReportMetric(float64(cpu()-start)/float64(b.N)/1e3, "cpu-us/op")
		})
	}
}

// cpu is the processor time we have used: wall time says little on a busy machine.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
