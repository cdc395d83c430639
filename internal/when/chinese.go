package when

import (
	"regexp"
	"strings"
	"time"
)

// chineseTimes are the ways of naming a time in Chinese. 今年 stays where it is:
// it is mostly said with an age.
var chineseTimes = []timeWords{
	{0, regexp.MustCompile(`(?:在|从)?(去年|今年|明年|前年|\d{4}年)?(\d{1,2}|十[一二]?|[一二三四五六七八九])月(\d{1,2}|[一二三四五六七八九十]{1,3})[号日]`), func(m []string, at time.Time, past bool) (Moment, bool) {
		return chineseDate(m[1], m[2], m[3], day, at, past)
	}},
	{0, regexp.MustCompile(`(?:在|从)?(去年|今年|明年|前年|\d{4}年)?(\d{1,2}|十[一二]?|[一二三四五六七八九])月份?`), func(m []string, at time.Time, past bool) (Moment, bool) {
		return chineseDate(m[1], m[2], "1", month, at, past)
	}},
	{0, regexp.MustCompile(`(?:在|从)?(\d{4})年`), func(m []string, at time.Time, past bool) (Moment, bool) {
		return inChinese(time.Date(number(m[1]), 1, 1, 0, 0, 0, 0, at.Location()), year, at), true
	}},
	{0, regexp.MustCompile(`(大前天|前天|昨天|昨晚|昨夜|今天|今早|今晚|明天|明晚|后天|大后天)(?:早上|上午|中午|下午|晚上)?`), func(m []string, at time.Time, _ bool) (Moment, bool) {
		return inChinese(startOfDay(at).AddDate(0, 0, chineseOffsets[m[1]]), day, at), true
	}},
	{0, regexp.MustCompile(`(上个?|这个?|本|下个?)(?:周|星期|礼拜)([一二三四五六日天])`), func(m []string, at time.Time, _ bool) (Moment, bool) {
		n := strings.Index("一二三四五六日天", m[2]) / len("一")
		return inChinese(monday(at).AddDate(0, 0, 7*side(m[1])+min(n, 6)), day, at), true
	}},
	{0, regexp.MustCompile(`(上个?|这个?|本|下个?)(周末|周|星期|礼拜|月)`), func(m []string, at time.Time, _ bool) (Moment, bool) {
		switch m[2] {
		case "月":
			return inChinese(time.Date(at.Year(), at.Month()+time.Month(side(m[1])), 1, 0, 0, 0, 0, at.Location()), month, at), true
		case "周末":
			return inChinese(monday(at).AddDate(0, 0, 7*side(m[1])+5), weekend, at), true
		}
		return inChinese(monday(at).AddDate(0, 0, 7*side(m[1])), week, at), true
	}},
	{0, regexp.MustCompile(`(前年|去年|明年|后年)(?:年初|年底|春天|夏天|秋天|冬天)?`), func(m []string, at time.Time, _ bool) (Moment, bool) {
		return inChinese(time.Date(at.Year()+chineseOffsets[m[1]], 1, 1, 0, 0, 0, 0, at.Location()), year, at), true
	}},
	{0, regexp.MustCompile(`(\d{1,2}|[一二两三四五六七八九十半])(天|周|个?星期|个?礼拜|个月|年)(前|以前|之前|后|以后|之后)`), func(m []string, at time.Time, _ bool) (Moment, bool) {
		n := chineseNumber(m[1])
		if strings.HasSuffix(m[3], "前") {
			n = -n
		}
		return chineseAgo(n, m[2], at), n != 0
	}},
}

var chineseOffsets = map[string]int{
	"大前天": -3, "前天": -2, "昨天": -1, "昨晚": -1, "昨夜": -1, "明天": 1, "明晚": 1, "后天": 2, "大后天": 3,
	"前年": -2, "去年": -1, "明年": 1, "后年": 2,
}

func side(word string) int {
	switch {
	case strings.HasPrefix(word, "上"):
		return -1
	case strings.HasPrefix(word, "下"):
		return 1
	}
	return 0
}

// Chinese resolves the first time words of a clause and takes them out.
func Chinese(clause string, at time.Time) (string, Moment) {
	if at.IsZero() {
		return clause, Moment{}
	}
	for _, words := range chineseTimes {
		i := words.re.FindStringSubmatchIndex(clause)
		if i == nil || strings.HasSuffix(clause[:i[0]], "每") {
			continue
		}
		rest := clause[:i[0]] + clause[i[1]:]
		if m, ok := words.resolve(submatches(clause, i), at, strings.ContainsAny(rest, "了过")); ok {
			return strings.Trim(rest, "，, "), m
		}
	}
	return clause, Moment{}
}

func inChinese(from time.Time, u unit, at time.Time) Moment {
	layouts := map[unit]string{day: "于2006年1月2日", week: "于2006年1月2日那周", weekend: "于2006年1月2日那个周末", month: "于2006年1月", year: "于2006年"}
	m := Moment{Phrase: from.Format(layouts[u])}
	m.From, m.To = lasting(from, u)
	m.Future = m.From.After(at)
	m.Ahead = m.Future
	m.Today = u == day && m.From.Equal(startOfDay(at))
	if m.Future {
		m.Phrase = "将" + m.Phrase
	}
	return m
}

func chineseDate(y, m, d string, u unit, at time.Time, past bool) (Moment, bool) {
	mon, n := time.Month(chineseNumber(m)), chineseNumber(d)
	if mon < 1 || mon > 12 || n < 1 || n > 31 {
		return Moment{}, false
	}
	from := nearest(at, mon, n, past)
	switch {
	case strings.HasSuffix(y, "年") && len(y) == len("2026年"):
		from = time.Date(number(strings.TrimSuffix(y, "年")), mon, n, 0, 0, 0, 0, at.Location())
	case y != "":
		from = time.Date(at.Year()+chineseOffsets[y], mon, n, 0, 0, 0, 0, at.Location())
	}
	return inChinese(from, u, at), from.Month() == mon
}

func chineseAgo(n int, of string, at time.Time) Moment {
	switch {
	case strings.HasSuffix(of, "月"):
		return inChinese(time.Date(at.Year(), at.Month()+time.Month(n), 1, 0, 0, 0, 0, at.Location()), month, at)
	case of == "年":
		return inChinese(time.Date(at.Year()+n, 1, 1, 0, 0, 0, 0, at.Location()), year, at)
	case of == "天":
		return inChinese(startOfDay(at).AddDate(0, 0, n), day, at)
	}
	return inChinese(startOfDay(at).AddDate(0, 0, 7*n), day, at)
}

// chineseNumber reads numbers up to 99; 半 and what it does not know are 0.
func chineseNumber(s string) int {
	if n := number(s); n > 0 {
		return n
	}
	digit := func(s string) int {
		if s == "两" {
			return 2
		}
		return (strings.Index("零一二三四五六七八九", s)+len("零"))/len("零") - 1
	}
	tens, ones, ok := strings.Cut(s, "十")
	switch {
	case !ok:
		return max(0, digit(s))
	case tens == "" && ones == "":
		return 10
	case tens == "":
		return 10 + digit(ones)
	case ones == "":
		return 10 * digit(tens)
	}
	return 10*digit(tens) + digit(ones)
}
