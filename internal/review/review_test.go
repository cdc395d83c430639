package review_test

import (
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/review"
)

func TestWhatEachModeHoldsBack(t *testing.T) { // B-006, X-21
	doubted := func(m souvenir.Memory, doubts ...string) souvenir.Candidate {
		if m.Content == "" {
			m.Content = "User likes tea"
		}
		return souvenir.Candidate{Memory: m, Doubts: doubts}
	}
	const refused = "refused"
	for _, c := range []struct {
		about string
		c     souvenir.Candidate
		want  map[string]string // "" lets it pass
	}{
		{"nothing wrong with it", doubted(souvenir.Memory{Confidence: new(0.9)}), map[string]string{}},
		{"no confidence", doubted(souvenir.Memory{}), map[string]string{}},
		{"some doubt", doubted(souvenir.Memory{}, "unattributed"), map[string]string{"": "unattributed", review.Doubts: "unattributed", review.Risk: "unattributed", review.Confidence: "unattributed"}},
		{"an instruction", doubted(souvenir.Memory{}, filter.Instructs+": x"), map[string]string{"": filter.Instructs, review.Off: filter.Instructs, review.Doubts: filter.Instructs, review.Risk: filter.Instructs, review.Confidence: filter.Instructs}},
		{"not quite certain", doubted(souvenir.Memory{Confidence: new(0.89)}), map[string]string{review.Confidence: "0.89"}},
		{"rather certain", doubted(souvenir.Memory{Confidence: new(0.70)}), map[string]string{review.Confidence: "0.70"}},
		{"uncertain", doubted(souvenir.Memory{Confidence: new(0.69)}), map[string]string{review.Confidence: refused}},
		{"sensitive", doubted(souvenir.Memory{Content: "User was diagnosed with asthma"}), map[string]string{review.Risk: "health", review.Confidence: "health"}},
		{"sensitive in Chinese", doubted(souvenir.Memory{Content: "用户信佛"}), map[string]string{review.Risk: "religion", review.Confidence: "religion"}},
		{"sensitive, and asked for", doubted(souvenir.Memory{Content: "User is allergic to nuts", Origin: souvenir.Explicit}), map[string]string{}},
		{"a fact", doubted(souvenir.Memory{Key: "net_worth", Content: "2 million"}), map[string]string{review.Risk: "finances", review.Confidence: "finances"}},
		{"imported", doubted(souvenir.Memory{Origin: souvenir.Imported}), map[string]string{review.Risk: "import", review.Confidence: "import"}},
	} {
		for _, mode := range []string{"", review.Off, review.Doubts, review.Risk, review.Confidence} {
			kept, no := filter.Apply([]filter.Rule{review.Rule(mode)}, souvenir.Window{}, []souvenir.Candidate{c.c})
			got := refused
			if len(no) == 0 {
				got = strings.Join(kept[0].Doubts, "; ")
			}
			if want := c.want[mode]; (want == "") != (got == "") || !strings.Contains(got, want) {
				t.Errorf("%s, mode %q: %q, want %q", c.about, mode, got, want)
			}
		}
	}
}

func TestSensitiveThings(t *testing.T) {
	for content, want := range map[string]string{
		"User goes to church every Sunday": "religion", "User came out as gay last year": "sexuality", "User voted for the Greens": "politics",
		"User has 20,000 in debt": "finances", "用户的月薪是三万": "finances", "用户怀孕了": "health",
		"User lives in Berlin": "", "User likes the party": "", "User prefers gray": "", "用户喜欢喝茶": "", "User sails": "",
	} {
		if got := review.Sensitive(souvenir.Candidate{Memory: souvenir.Memory{Content: content}}); got != want {
			t.Errorf("%q is %q, want %q", content, got, want)
		}
	}
}

func TestDiffTellsWords(t *testing.T) {
	for _, c := range [][3]string{
		{"User lives in Berlin", "User lives in Rome now", "User lives in [-Berlin] [+Rome now]"},
		{"User likes tea", "User likes tea", "User likes tea"},
		{"", "User likes tea", "[+User likes tea]"},
		{"User likes tea", "", "[-User likes tea]"},
		{"用户住在北京", "用户住在上海", "用户住在 [-北京] [+上海]"},
	} {
		if got := written(review.Diff(c[0], c[1])); got != c[2] {
			t.Errorf("Diff(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
	long := strings.Repeat("word ", 2000)
	if got := review.Diff(long, long+"more"); len(got) == 0 {
		t.Error("two long texts have no diff")
	}
}

func written(ws []souvenir.Word) string {
	var out []string
	for _, w := range ws {
		out = append(out, map[souvenir.WordKind]string{souvenir.Kept: w.Text, souvenir.Gone: "[-" + w.Text + "]", souvenir.New: "[+" + w.Text + "]"}[w.Kind])
	}
	return strings.Join(out, " ")
}
