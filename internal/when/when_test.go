package when

import (
	"regexp"
	"testing"
	"time"
)

var said = time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)

// inThePast knows just the verbs of the table below.
func inThePast(rest string) bool {
	return regexp.MustCompile(`\b(ran|moved|met|got|was|quit|flew|went|fell|had|been|hired)\b`).MatchString(rest)
}

func TestEnglishTimes(t *testing.T) {
	t.Parallel()
	for clause, want := range map[string][2]string{
		"I ran yesterday":                     {"I ran", "on 2026-03-04"},
		"yesterday morning I ran":             {"I ran", "on 2026-03-04"},
		"I moved two years ago":               {"I moved", "in 2024"},
		"I moved a couple of weeks ago":       {"I moved", "on 2026-02-19"},
		"I moved three months ago":            {"I moved", "in December 2025"},
		"I fly in two weeks":                  {"I fly", "on 2026-03-19"},
		"I met her last Sunday":               {"I met her", "on 2026-03-01"},
		"I got back on Monday":                {"I got back", "on 2026-03-02"},
		"I have an exam on Monday":            {"I have an exam", "on 2026-03-09"},
		"I fly next Friday":                   {"I fly", "on 2026-03-13"},
		"I fly this Friday":                   {"I fly", "on 2026-03-06"},
		"I was sick last week":                {"I was sick", "in the week of 2026-02-23"},
		"I ran last weekend":                  {"I ran", "on the weekend of 2026-02-28"},
		"I moved last month":                  {"I moved", "in February 2026"},
		"I move next year":                    {"I move", "in 2027"},
		"I quit in november":                  {"I quit", "in November 2025"},
		"I go to Rome in August":              {"I go to Rome", "in August 2026"},
		"I was ill in March 2020":             {"I was ill", "in March 2020"},
		"I wed on the 3rd of October":         {"I wed", "on 2026-10-03"},
		"I flew on Oct 3, 2024":               {"I flew", "on 2024-10-03"},
		"I flew on 2024-10-03":                {"I flew", "on 2024-10-03"},
		"I have been vegan since 2020":        {"I have been vegan", "since 2020"},
		"I must pay by May 1":                 {"I must pay", "by 2026-05-01"},
		"I went to the sea last summer":       {"I went to the sea", "in summer 2025"},
		"I fell last winter":                  {"I fell", "in winter 2025/26"},
		"I plant trees this spring":           {"I plant trees", "in spring 2026"},
		"I got engaged on valentine's day":    {"I got engaged", "on 2026-02-14"},
		"I have a trip on the 20th":           {"I have a trip", "on 2026-03-20"},
		"I had service on 3/22/2025":          {"I had service", "on 2025-03-22"},
		"I recently moved":                    {"I moved", "around March 2026"},
		"I swim every Friday":                 {"I swim every Friday", ""},
		"I am in my last year of college":     {"I am in my last year of college", ""},
		"I may march on":                      {"I may march on", ""},
		"I studied there from 2010 to 2014":   {"I studied there from 2010 to 2014", ""},
		"I met him on 3/4":                    {"I met him on 3/4", ""},
		"I was hired on the 31st of February": {"I was hired on the 31st of February", ""},
	} {
		rest, m := English(clause, said, inThePast)
		if rest != want[0] || m.Phrase != want[1] {
			t.Errorf("English(%q) = %q, %q; want %q, %q", clause, rest, m.Phrase, want[0], want[1])
		}
	}
}

func TestChineseTimes(t *testing.T) {
	t.Parallel()
	for clause, want := range map[string][2]string{
		"我昨天跑步了":      {"我跑步了", "于2026年3月4日"},
		"去年我去了日本":     {"我去了日本", "于2025年"},
		"我下个月去泰国":     {"我去泰国", "将于2026年4月"},
		"我上周三搬家了":     {"我搬家了", "于2026年2月25日"},
		"我三年前毕业":      {"我毕业", "于2023年"},
		"我2019年毕业":    {"我毕业", "于2019年"},
		"我5月20日结婚":    {"我结婚", "将于2026年5月20日"},
		"我去年十二月搬到了天津": {"我搬到了天津", "于2025年12月"},
		"我每个月都跑步":     {"我每个月都跑步", ""},
		"我今年二十八岁":     {"我今年二十八岁", ""},
	} {
		rest, m := Chinese(clause, said)
		if rest != want[0] || m.Phrase != want[1] {
			t.Errorf("Chinese(%q) = %q, %q; want %q, %q", clause, rest, m.Phrase, want[0], want[1])
		}
	}
}

func TestWithoutATimeNothingIsResolved(t *testing.T) {
	t.Parallel()
	if rest, m := English("I ran yesterday", time.Time{}, inThePast); rest != "I ran yesterday" || !m.None() {
		t.Errorf("got %q, %q", rest, m.Phrase)
	}
}

func TestAsked(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"what did I do yesterday?":         "2026-03-04",
		"where did I travel last March?":   "2025-03-01",
		"what happened in 2019?":           "2019-01-01",
		"我去年去了哪里？":                         "2025-01-01",
		"what is my sister's name?":        "",
		"what did we talk about last week": "2026-02-23",
	} {
		m := Asked(question, said)
		got := ""
		if !m.None() {
			got = m.From.Format("2006-01-02")
		}
		if got != want {
			t.Errorf("Asked(%q) starts at %q, want %q", question, got, want)
		}
	}
}
