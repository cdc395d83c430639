package souvenir

import "testing"

func TestARoleCardWithoutACoreLayerTellsNothing(t *testing.T) {
	for name, c := range map[string]struct {
		card *RoleCard
		want bool
	}{"none": {nil, false}, "no core layer": {&RoleCard{Language: "en"}, false}, "an empty core layer": {&RoleCard{Core: &CoreLayer{}}, true}} {
		if got := c.card.Tells(); got != c.want || c.card.Name() != "" || c.card.RelationTo("", "x") != "" {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestTheNameAndTheRelationsOfARoleCard(t *testing.T) {
	c := &RoleCard{Core: &CoreLayer{BasicIdentity: &Identity{Name: " 王奶奶 "}}, Relations: map[string]string{"小明": "孙子", "": "nobody", "x": " "}}
	if c.Name() != "王奶奶" || c.RelationTo("", "x", "小明") != "孙子" || c.RelationTo("") != "" {
		t.Errorf("name %q, relation %q", c.Name(), c.RelationTo("", "x", "小明"))
	}
}

func TestTheLanguageOfARoleCard(t *testing.T) {
	says := func(text string) *RoleCard {
		return &RoleCard{Core: &CoreLayer{SelfPerception: &Trait{KeyPoints: []string{text}}}}
	}
	for name, c := range map[string]struct {
		card *RoleCard
		want string
	}{
		"no card":          {nil, "zh"},
		"nothing said":     {&RoleCard{}, "zh"},
		"an empty card":    {&RoleCard{Core: &CoreLayer{}}, "zh"},
		"as it says":       {&RoleCard{Language: "fr-CA", Core: says("乐观").Core}, "fr"},
		"by name":          {&RoleCard{Language: "English"}, "en"},
		"by more words":    {&RoleCard{Language: "Simplified Chinese"}, "zh"},
		"with underscore":  {&RoleCard{Language: "zh_Hant"}, "zh"},
		"Chinese":          {says("喜欢用 WeChat 聊天"), "zh"},
		"English":          {says("likes to talk with 小明"), "en"},
		"another alphabet": {says("любит сад"), "en"},
	} {
		if got := c.card.Tongue(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
