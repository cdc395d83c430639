package styles

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/souvenir-memory/souvenir"
)

func TestEveryStyleIsWhole(t *testing.T) {
	all, err := All(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if s.Name == "" || !strings.HasSuffix(s.About, ".") || s.Reads == nil || s.Propose == nil && s.Ask == nil {
			t.Errorf("style %q is not whole", s.Name)
		}
		if s.Ask != nil && len(s.Texts) == 0 {
			t.Errorf("%s asks a model and shows no texts", s.Name)
		}
	}
	for _, names := range [][]string{Default, WithModel} {
		if _, err := Named(all, names); err != nil {
			t.Error(err)
		}
	}
}

func TestOperatorsTextsComeFirst(t *testing.T) {
	own := fstest.MapFS{"keyvalue/system.md": {Data: []byte("Say nothing.")}}
	all, err := All(Options{Own: own})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Named(all, []string{"keyvalue"})
	if err != nil {
		t.Fatal(err)
	}
	q, err := s[0].Ask(souvenir.Window{Messages: []souvenir.Message{{Role: souvenir.User, Content: "hi"}}})
	if err != nil || q.System != "Say nothing." {
		t.Errorf("asks %q, %v", q.System, err)
	}
}

func TestAnUnknownStyleIsRefusedWithTheKnownOnes(t *testing.T) {
	all, err := All(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Named(all, []string{"rule"}); err == nil || !slices.ContainsFunc(Names(all), func(n string) bool { return strings.Contains(err.Error(), n) }) {
		t.Errorf("error %v", err)
	}
}
