package reconcile

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/embed/static"
)

// want says which operations are right for the words that the pairs begin with.
var want = map[string][]souvenir.Operation{
	"same":   {souvenir.Reinforce, souvenir.Update, souvenir.Noop},
	"more":   {souvenir.Update},
	"contra": {souvenir.Supersede, souvenir.Hold},
	"apart":  {souvenir.Add},
}

type hardPair struct{ kind, old, heard string }

func hardPairs(t *testing.T, file string) (out []hardPair) {
	t.Helper()
	text, err := os.ReadFile("pairs/" + file + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Split(strings.TrimSpace(line), " | "); len(f) == 3 && want[f[0]] != nil {
			out = append(out, hardPair{f[0], f[1], f[2]})
		}
	}
	return out
}

// decided is what becomes of a statement when another one is known.
func decided(old, heard string) souvenir.Step {
	at := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
	o := candidate("", old, at).Memory
	o.Status = souvenir.Active
	x, y := static.Default().Embed(old), static.Default().Embed(heard)
	near := Neighbour{Memory: o}
	for i := range x {
		near.Similarity += float64(x[i]) * float64(y[i])
	}
	p, _ := Plan([]souvenir.Candidate{candidate("", heard, at.Add(time.Hour))}, []Known{{Near: []Neighbour{near}}}, nil)
	return p.Steps[0]
}

func TestHardPairsMeetTheirBars(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"tuned", "heldout", "everyday-tuned", "everyday-heldout"} {
		right, all, merged, replaced := map[string]float64{}, map[string]float64{}, 0, 0
		for _, p := range hardPairs(t, file) {
			got := decided(p.old, p.heard)
			all[p.kind]++
			if slices.Contains(want[p.kind], got.Operation) {
				right[p.kind]++
			} else if !strings.HasSuffix(file, "heldout") { // those are counted, never read
				t.Logf("%s: %q, then %q: %s %s", p.kind, p.old, p.heard, got.Operation, got.Reason)
			}
			if p.kind == "apart" && slices.Contains(want["same"], got.Operation) {
				merged++
			}
			if p.kind == "apart" && slices.Contains(want["contra"], got.Operation) {
				replaced++
			}
		}
		for _, kind := range []string{"same", "more", "contra", "apart"} {
			t.Logf("%-16s %-7s %3.0f of %3.0f  %.3f", file, kind, right[kind], all[kind], right[kind]/all[kind])
		}
		t.Logf("%-16s look-alikes merged %d, superseded %d", file, merged, replaced)
		if merged > 0 || right["same"] < 0.90*all["same"] || right["contra"] < 0.95*all["contra"] {
			t.Errorf("%s does not meet the bars", file)
		}
	}
}

func TestThePairsAreWhatTheySay(t *testing.T) {
	t.Parallel()
	seen := map[[2]string]bool{}
	total := 0
	for _, file := range []string{"tuned", "heldout", "everyday-tuned", "everyday-heldout"} {
		pairs := hardPairs(t, file)
		total += len(pairs)
		for _, p := range pairs {
			if key := [2]string{p.old, p.heard}; seen[key] {
				t.Errorf("%q is there twice", key)
			} else {
				seen[key] = true
			}
		}
		text, _ := os.ReadFile("pairs/" + file + ".txt")
		if n := strings.Count(string(text), "\n["); n != 10 && !strings.HasPrefix(file, "everyday") {
			t.Errorf("%s has %d domains, want 10", file, n)
		}
	}
	if total < 850 {
		t.Errorf("%d pairs, want at least 850", total)
	}
}
