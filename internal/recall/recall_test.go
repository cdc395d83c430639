package recall

import "testing"

func TestFusePrefersWhatSeveralListsFind(t *testing.T) {
	got := Fuse(List{Name: "words", IDs: []string{"a", "b"}}, List{Name: "recent", Weight: 0.5, IDs: []string{"b", "c"}})
	var order string
	for _, r := range got {
		order += r.ID
	}
	if order != "bac" {
		t.Errorf("Fuse orders %s, want bac", order)
	}
	if b := got[0]; b.Parts["words"] == 0 || b.Parts["recent"] == 0 || b.Score != b.Parts["words"]+b.Parts["recent"] {
		t.Errorf("b is explained by %v, want both lists to add up to %v", b.Parts, b.Score)
	}
}
