package immersion_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter/defence"
	"github.com/souvenir-memory/souvenir/internal/immersion"
)

func TestTypesByLevel(t *testing.T) {
	for _, c := range []struct {
		about string
		agent souvenir.Agent
		want  string
	}{
		{"minimal", souvenir.Agent{Immersion: "minimal"}, "fact project"},
		{"balanced", souvenir.Agent{Immersion: "balanced"}, "fact project experience"},
		{"full", souvenir.Agent{Immersion: "full"}, "fact project experience story"},
		{"unbounded", souvenir.Agent{Immersion: "unbounded"}, "fact project experience story relationship"},
		{"never described", souvenir.Agent{}, "fact project experience"},
		{"a level nobody knows", souvenir.Agent{Immersion: "extreme"}, "fact project experience"},
		{"one more", souvenir.Agent{Immersion: "minimal", Overrides: map[string]bool{"extract_stories": true}}, "fact project story"},
		{"one less", souvenir.Agent{Immersion: "full", Overrides: map[string]bool{"fact": false, "extract_experiences": false}}, "project story"},
		{"a setting counts more than a name", souvenir.Agent{Immersion: "minimal", Overrides: map[string]bool{"extract_relationships": true, "relationship": false}}, "fact project relationship"},
		{"nothing at all", souvenir.Agent{Immersion: "minimal", Overrides: map[string]bool{"fact": false, "project": false}}, ""},
	} {
		if got := strings.Join(immersion.Of(c.agent).Types, " "); got != c.want {
			t.Errorf("%s: keeps %q, want %q", c.about, got, c.want)
		}
	}
}

func TestWhatElseIsKept(t *testing.T) {
	if p := immersion.Of(souvenir.Agent{}); !p.Emotions || !p.People {
		t.Errorf("%+v, want both", p)
	}
	if p := immersion.Of(souvenir.Agent{Overrides: map[string]bool{"track_emotional_weight": false, "track_participants": false}}); p.Emotions || p.People {
		t.Errorf("%+v, want neither", p)
	}
}

func TestCategories(t *testing.T) {
	var names, badges []string
	for _, c := range shared(t, nil).Categories {
		names, badges = append(names, c.Name), append(badges, c.Badge)
	}
	if want := []string{"personal_info", "preference", "experience", "relationship", "goal", "skill"}; !slices.Equal(names, want) {
		t.Errorf("categories are %v, want %v", names, want)
	}
	if want := []string{"primary blue", "success green", "info cyan", "warning orange", "purple", "dark info"}; !slices.Equal(badges, want) {
		t.Errorf("badges are %v, want %v", badges, want)
	}
}

func TestTypeAndCategoryCompleteEachOther(t *testing.T) {
	all := shared(t, nil).Categories
	for _, c := range [][4]string{
		{"fact", "", "fact", "personal_info"}, {"project", "", "project", "goal"}, {"experience", "", "experience", "experience"},
		{"story", "", "story", "experience"}, {"relationship", "", "relationship", "relationship"},
		{"", "personal_info", "fact", "personal_info"}, {"", "preference", "fact", "preference"}, {"", "experience", "experience", "experience"},
		{"", "relationship", "relationship", "relationship"}, {"", "goal", "project", "goal"}, {"", "skill", "fact", "skill"},
		{"FACT", "Personal Info", "fact", "personal_info"}, {"stories", "", "story", "experience"},
		{"story", "preference", "story", "preference"}, {"hobby", "preference", "fact", "preference"}, {"fact", "hobby", "fact", "personal_info"},
		{"preference", "", "fact", "preference"}, {"goal", "hobby", "project", "goal"}, {"", "story", "story", "experience"},
		{"hobby", "", "hobby", ""}, {"", "", "", ""},
	} {
		if kind, category := all.Both(c[0], c[1]); kind != c[2] || category != c[3] {
			t.Errorf("Both(%q, %q) = %q, %q, want %q, %q", c[0], c[1], kind, category, c[2], c[3])
		}
	}
}

func TestOperatorsAddCategories(t *testing.T) {
	all := shared(t, fstest.MapFS{"categories.list": {Data: []byte("health | fact | red | illness\nskill | fact | black | what they can do\n")}}).Categories
	if len(all) != 7 || all[5].Badge != "black" || all[6].Name != "health" {
		t.Errorf("categories are %+v", all)
	}
}

func TestNamesInPrompts(t *testing.T) {
	for name, want := range map[string]string{"Nova": "'Nova'", "O'Hara": `"O'Hara"`, "": "", " \n": "", "A\nB\x00C": "'A B C'", strings.Repeat("x", 200): "'" + strings.Repeat("x", 80) + "'"} {
		if got := immersion.Quoted(name); got != want {
			t.Errorf("Quoted(%q) = %s, want %s", name, got, want)
		}
	}
}

func shared(t *testing.T, own fstest.MapFS) immersion.Shared {
	t.Helper()
	s, err := immersion.New("test", own, defence.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
