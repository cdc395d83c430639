package rules

import (
	"regexp"
	"strings"

	"github.com/souvenir-memory/souvenir/internal/when"
)

// mandarin is how Chinese is read.
var mandarin = tongue{
	code:        "zh",
	user:        "用户",
	opener:      `(?i)^%s[，,：:！!。\s]*`,
	adverb:      `^(我(?:们|家)?)%s`,
	joints:      mandarinJoints,
	spell:       unspace,
	singular:    ourselvesChinese,
	person:      thirdPersonChinese,
	others:      theirsChinese,
	fragment:    goOnChinese,
	append:      func(clause, lead string) string { return lead + clause },
	firstPerson: func(clause string) bool { return strings.HasPrefix(clause, "我") },
	own:         func(clause string) bool { return strings.Contains(clause, "我") },
	states:      func(string) bool { return true },
	listed:      "；",
	asking:      []string{"记", "忘", "注意"},
	slipping:    []string{"不对", "不不", "哦不", "啊不", "等等", "说错", "更正"},
	when:        when.Chinese,
	dated:       datedChinese,
}

func mandarinJoints(*compiler, file) joints {
	return joints{
		hard: regexp.MustCompile(`[；;]|——|\s*[（）()]\s*|…+`),
		soft: regexp.MustCompile(`[，,]\s*(?:但是|不过|可是|所以|因为|而且|然后|但|并且)?[，,]?`),
	}
}

var gaps = regexp.MustCompile(`(\p{Han}|^)\s+|\s+(\p{Han}|$)`)

// unspace takes out the spaces around Chinese characters.
func unspace(text string, spelling map[string]string) string {
	text = strings.TrimSpace(text)
	for range 2 {
		text = gaps.ReplaceAllString(text, "$1$2")
	}
	for said, plain := range spelling {
		text = strings.ReplaceAll(text, said, plain)
	}
	return text
}

func ourselvesChinese(clause string) (string, bool) {
	if rest, ok := strings.CutPrefix(clause, "我们"); ok {
		return "我" + rest, true
	}
	return clause, false
}

// thirdPersonChinese puts the user's name in the place of the first 我.
func thirdPersonChinese(clause, who string) string {
	if rest, ok := strings.CutPrefix(clause, "我"); ok {
		return spaced(who, theirsChinese(rest))
	}
	return spaced(who, "说过："+theirsChinese(clause))
}

// spaced keeps a Latin name apart from the characters after it.
func spaced(who, rest string) string {
	if unspaced(who) || rest == "" {
		return who + rest
	}
	return who + " " + rest
}

func theirsChinese(text string) string {
	return strings.NewReplacer("我们", "他们", "我自己", "自己", "我", "自己").Replace(text)
}

// A clause without subject goes on about the user; but after "我有个朋友" it is
// about the friend.
var (
	others      = regexp.MustCompile(`有|养|叫|朋友|同事|老婆|老公|妻子|丈夫|爸|妈|儿子|女儿|孩子|哥|弟|姐|妹|猫|狗`)
	ownSubject  = regexp.MustCompile(`^(?:我|你|他|她|它|咱|这|那|大的|小的|老大|老二|名字)`)
	introducing = regexp.MustCompile(`^我(?:叫|的名字叫)`)
)

// goOnChinese reads a part without subject as going on about the user.
func goOnChinese(first, part string) (string, bool) {
	if !strings.HasPrefix(first, "我") || ownSubject.MatchString(part) {
		return "", false
	}
	if others.MatchString(first) && !introducing.MatchString(first) {
		return "", false
	}
	return "我" + part, true
}

// intent is what a plan begins with; its time comes after it.
var intent = regexp.MustCompile(`^(?:打算|计划|准备|决定|要|会|想)`)

// notUser is how a sentence goes on whose subject is somebody of the user's.
var notUser = regexp.MustCompile(`^(?:的|说过|家|爸|妈|父|母|爷|奶|外[公婆]|姥|哥|弟|姐|妹|老婆|老公|妻|丈夫|儿子|女儿|孩子|[男女]朋友|朋友)`)

// datedChinese puts the time after the user's name.
func datedChinese(content, who string, m when.Moment) string {
	rest, ok := strings.CutPrefix(content, who)
	if !ok {
		return content
	}
	if notUser.MatchString(rest) {
		return content + "（" + strings.TrimLeft(m.Phrase, "将于") + "）"
	}
	if i := intent.FindString(rest); i != "" {
		return who + i + strings.TrimPrefix(m.Phrase, "将") + rest[len(i):]
	}
	return who + m.Phrase + strings.TrimPrefix(rest, "在")
}
