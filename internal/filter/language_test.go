package filter_test

import (
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

func TestTheLanguageIsKept(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, content string
		refused       bool
		language      string
	}{
		{"I live in Lyon with my cat", "User lives in Lyon with a cat", false, "en"},
		{"我对花生过敏，请记住", "用户对花生过敏", false, "zh"},
		{"我对花生过敏，请记住", "User is allergic to the peanuts and knows it", true, "en"},
		{"I am allergic to peanuts and to cats", "用户对花生和猫过敏", true, "zh"},
		{"私は東京に住んでいます", "ユーザーは東京に住んでいます", false, "ja"},
		{"я живу в Москве с семьёй", "Пользователь живёт в Москве с семьёй", false, "ru"},
		{"я живу в Москве с семьёй", "The user lives in Moscow with the family", true, "en"},
		{"Ich wohne mit meiner Katze in der Stadt", "The user lives in the city with a cat", true, "en"},
		{"Ich wohne mit meiner Katze in der Stadt", "Der Nutzer wohnt mit einer Katze in der Stadt", false, "de"},
		{"J'habite à Lyon avec mes deux chats et je suis médecin", "L'utilisateur habite à Lyon avec ses deux chats et est médecin", false, "fr"},
		{"J'habite à Lyon avec mes deux chats et je suis médecin", "The user lives in Lyon with two cats and is a doctor", true, "en"},
		{"我叫王小明，英文名是Kevin", "Kevin", false, "zh"},
		{"我喜欢看 The Lord of the Rings", "用户喜欢看《The Lord of the Rings》", false, "zh"},
		{"My favorite song is 月亮代表我的心", "User's favorite song is 月亮代表我的心", false, "en"},
		{"ok Python", "User prefers the Python language", false, "en"},
		{"我在用 React 和 TypeScript 写前端 and I like it a lot to be honest with you", "User likes React and TypeScript for the frontend", false, "en"},
	} {
		e := souvenir.Evidence{Message: "m1", Quote: c.text}
		got, refused := through(t, []filter.Rule{filter.SameLanguage}, claims(c.content, e), said(c.text))
		if (refused != "") != c.refused || got.Language != c.language {
			t.Errorf("%q from %q: refused %q, language %q, want %q", c.content, c.text, refused, got.Language, c.language)
		}
	}
}

func TestALanguageThatIsKnownStays(t *testing.T) {
	t.Parallel()
	c := claims("User lives in Lyon with a cat", souvenir.Evidence{Message: "m1"})
	c.Language = "en-GB"
	if got, _ := through(t, []filter.Rule{filter.SameLanguage}, c, said("I live in Lyon with a cat")); got.Language != "en-GB" {
		t.Errorf("language is %q", got.Language)
	}
}
