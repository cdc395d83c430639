package persona

import (
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
)

func TestFormatPersonality(t *testing.T) {
	all := grandmother()
	inPoints := func(values souvenir.Trait) *souvenir.RoleCard {
		return &souvenir.RoleCard{Language: "zh", Core: &souvenir.CoreLayer{Values: &values}}
	}
	for name, c := range map[string]struct {
		card *souvenir.RoleCard
		want string
	}{
		"R-010 no card":                            {nil, "未提供人格特质信息"},
		"R-010 no usable section":                  {inPoints(souvenir.Trait{}), "未提供人格特质信息"},
		"R-010 in English":                         {&souvenir.RoleCard{Language: "en-GB", Core: &souvenir.CoreLayer{}}, "nothing is known of the personality"},
		"R-011..R-017 all six, in order":           {all, "【性格特质】乐观开朗，重感情\n【沟通风格】说话直爽，爱唠家常\n【价值观】家庭；诚信\n【兴趣爱好】养花；太极\n【情感需求】儿孙常来看看\n【偏好】清淡饮食"},
		"B-078 no points: compressed":              {inPoints(souvenir.Trait{Compressed: "顾家", Summary: "x"}), "【价值观】顾家"},
		"no points, nothing compressed":            {inPoints(souvenir.Trait{Summary: "顾家"}), "【价值观】顾家"},
		"empty points do not count":                {inPoints(souvenir.Trait{KeyPoints: []string{"", " 家 ", "\n"}}), "【价值观】家"},
		"English":                                  {henry(), "[Personality] Dry humour, hides his worries.\n[Values] punctuality; his garden"},
		"what the seed does not list is not shown": {&souvenir.RoleCard{Core: &souvenir.CoreLayer{Background: &souvenir.Trait{Summary: "教师"}}}, "未提供人格特质信息"},
	} {
		if got := FormatPersonality(c.card); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestFormatConversation(t *testing.T) {
	user, other := souvenir.Message{Role: souvenir.User, Content: "a"}, souvenir.Message{Role: souvenir.Assistant, Content: "b"}
	called := func(m souvenir.Message, name string) souvenir.Message { m.Name = name; return m }
	for name, c := range map[string]struct {
		w    souvenir.Window
		want string
	}{
		"R-021 nobody has a name":              {souvenir.Window{Messages: []souvenir.Message{user, other}}, "1. 我: a\n2. 对方: b"},
		"in English":                           {souvenir.Window{Card: &souvenir.RoleCard{Language: "English"}, Messages: []souvenir.Message{user, other}}, "1. I: a\n2. the other person: b"},
		"R-018 in English":                     {souvenir.Window{Card: henry()}, "no conversation"},
		"the agent's name will do":             {souvenir.Window{Agent: souvenir.Agent{Name: "小智"}, Messages: []souvenir.Message{other}}, "1. 小智: b"},
		"the user's own display name":          {souvenir.Window{Messages: []souvenir.Message{called(user, "阿王"), other}}, "1. 我: a\n2. 对方: b"},
		"a user's message under another name":  {souvenir.Window{Card: grandmother(), Messages: []souvenir.Message{called(user, "王奶奶"), called(user, "小红")}}, "1. 王奶奶: a\n2. 小红: a"},
		"a user's message under the partner's": {souvenir.Window{Partner: "小红", Messages: []souvenir.Message{user, called(user, "小红")}}, "1. 我: a\n2. 小红: a"},
		"by the id of the user":                {souvenir.Window{Scope: souvenir.Scope{User: "u1"}, Messages: []souvenir.Message{called(other, "u1"), called(user, "u2")}}, "1. 我: b\n2. u2: a"},
	} {
		if got := FormatConversation(c.w, nil); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestTimesAreWrittenInTheZone(t *testing.T) {
	at := time.Date(2026, 12, 31, 23, 5, 9, 0, time.UTC)
	for zone, want := range map[*time.Location]string{shanghai: "[2027/1/1 07:05:09]", time.UTC: "[2026/12/31 23:05:09]", nil: at.Local().Format("[2006/1/2 15:04:05]")} {
		if got := stamp(at, zone); got != want {
			t.Errorf("stamp in %v = %s, want %s", zone, got, want)
		}
	}
	if got := stamp(time.Time{}, time.UTC); got != "" {
		t.Errorf("no time gives %q", got)
	}
}

func TestRelations(t *testing.T) {
	for name, c := range map[string]struct {
		w            souvenir.Window
		shown, saved string
	}{
		"R-007 nobody said":        {souvenir.Window{}, "未知", ""},
		"X-43 unknown":             {souvenir.Window{Relation: "Unknown"}, "未知", "Unknown"},
		"X-43 unknown, in English": {souvenir.Window{Card: henry(), Relation: "UNKNOWN"}, "unknown", "UNKNOWN"},
		"the caller said":          {souvenir.Window{Card: grandmother(), Partner: "小明", Relation: "外孙"}, "外孙", "外孙"},
		"the card says":            {souvenir.Window{Card: grandmother(), Partner: "小明"}, "孙子", "孙子"},
	} {
		if v, d := voicesOf(c.w), RawDigest(c.w); v.relation != c.shown || d.Raw.Relation != c.saved {
			t.Errorf("%s: shown %q, saved %q", name, v.relation, d.Raw.Relation)
		}
	}
}

func TestWithoutACardTheLanguageIsChinese(t *testing.T) {
	w := phoneCall()
	w.Card = nil
	if d := RawDigest(w); d.Summary != "与Ann的对话，共2条消息" {
		t.Errorf("summary %q", d.Summary)
	}
	w.Card = &souvenir.RoleCard{Language: "en"}
	if d := RawDigest(w); d.Summary != "Conversation with Ann, messages: 2" || !strings.HasPrefix(d.PersonalityFiltered.ForgetReason, "no role card") {
		t.Errorf("digest %s", pretty(d))
	}
}
