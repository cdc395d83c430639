package sense

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	chineseDates  = regexp.MustCompile(`^(\d{4})年|^(\d{1,2}|[一二三四五六七八九十]+)月(?:(\d{1,2}|[一二三四五六七八九十]+)[日号])?`)
	chineseNumber = regexp.MustCompile(`^(?:\d+(?:\.\d+)?|[一二两三四五六七八九十百千万]+)`)
	latinWord     = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9.+#-]*`)
	works         = regexp.MustCompile(`在([^，。；在]{1,12}?)(工作|上班|就职|任职|任教|实习)`)
	studies       = regexp.MustCompile(`在([^，。；在]{1,12}?)(读书|上学|就读|念书)`)
	born          = regexp.MustCompile(`((?:\d{4}年)?(?:\d+月)?(?:\d+[日号])?)出生$`)
	fan           = regexp.MustCompile(`是([^，。；是]{1,12}?)(?:的)?球迷`)
	belongs       = regexp.MustCompile(`是([\p{Han}]{2,4})人$`)
)

// readChinese finds the words it knows and takes what stands between them as words
// of its own.
func readChinese(text string) Statement {
	s := Statement{tongue: "zh"}
	text = works.ReplaceAllString(text, "就职于$1，")
	text = studies.ReplaceAllString(text, "就读于$1，")
	text = born.ReplaceAllString(text, "出生于$1")
	text = fan.ReplaceAllString(text, "支持$1")
	text = belongs.ReplaceAllString(text, "来自$1")
	c := han{s: &s, rest: strings.TrimRight(text, "。.！!")}
	for c.rest != "" {
		c.step()
	}
	c.flush()
	s.possessive = len(s.tokens) > 2 && s.tokens[0].kind == person && (strings.Contains(s.tokens[1].gap, "的") || s.tokens[1].text == "favourite")
	s.naming()
	s.copula = max(s.copula, c.copula())
	slices.Sort(s.Moods)
	s.Moods = slices.Compact(s.Moods)
	return s
}

// han goes over a Chinese text once.
type han struct {
	s      *Statement
	rest   string
	chunk  strings.Builder
	gap    string
	denied bool
	from   bool
	other  bool
}

func (c *han) step() {
	switch r, n := utf8.DecodeRuneInString(c.rest); {
	case strings.HasPrefix(c.rest, "用户"):
		c.take(len("用户"))
		c.add(token{text: "user", kind: person})
	case r == '我' || r == '本' && strings.HasPrefix(c.rest, "本人"):
		c.take(n)
		c.add(token{text: "user", kind: person})
	case strings.ContainsRune("，,；;、", r):
		c.take(n)
		c.gap += ","
		c.denied = false
	case strings.HasPrefix(c.rest, "但是"), r == '但', r == '却':
		c.take(n)
		c.denied = false
	case chineseDates.MatchString(c.rest):
		m := chineseDates.FindString(c.rest)
		c.take(len(m))
		c.add(token{text: m, kind: date})
	case c.number(), c.latin(), c.phrase():
	case !unicode.In(r, unicode.Han, unicode.L, unicode.N):
		c.take(n)
	default:
		c.chunk.WriteRune(r)
		c.rest = c.rest[n:]
	}
}

// take moves on; what was gathered so far is a word.
func (c *han) take(n int) {
	c.flush()
	c.rest = c.rest[n:]
}

func (c *han) flush() {
	if c.chunk.Len() > 0 {
		text := c.chunk.String()
		c.chunk.Reset()
		c.add(token{text: text})
	}
}

func (c *han) add(t token) {
	t.denied = c.denied && t.kind != person
	t.other = c.other
	t.gap = c.gap
	c.gap = ""
	c.s.tokens = append(c.s.tokens, t)
}

func (c *han) number() bool {
	m := chineseNumber.FindString(c.rest)
	if m == "" {
		return false
	}
	n, ok := chineseValue(m)
	after := c.rest[len(m):]
	if !ok || n == 1 && !unicode.IsDigit(rune(m[0])) && !strings.HasPrefix(after, "岁") {
		return false // one of a kind, or part of a word
	}
	if !unicode.IsDigit(rune(m[0])) && !measured(after) {
		return false
	}
	c.take(len(m))
	if strings.HasPrefix(c.rest, "岁") {
		c.rest = c.rest[len("岁"):]
		c.add(token{text: "@age", kind: single})
		c.add(token{text: digits(n), kind: number})
		return true
	}
	text := digits(n)
	for _, length := range []int{9, 6, 3, 2, 1} {
		if len(c.rest) >= length {
			if unit, ok := known.units[strings.ToLower(c.rest[:length])]; ok {
				text = known.measure(text, unit)
				c.rest = c.rest[length:]
				break
			}
		}
	}
	c.add(token{text: text, kind: number})
	return true
}

func digits(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// measured says that a number is followed by something that is counted.
func measured(after string) bool {
	r, _ := utf8.DecodeRuneInString(after)
	return strings.ContainsRune("个只名位辆台条家种套岁公斤元块天周月年次杯本部米小分克厘千", r)
}

func chineseValue(m string) (float64, bool) {
	if unicode.IsDigit(rune(m[0])) {
		n, err := strconv.ParseFloat(m, 64)
		return n, err == nil
	}
	digits := map[rune]float64{'一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}
	scales := map[rune]float64{'十': 10, '百': 100, '千': 1000, '万': 10000}
	total, digit := 0.0, 0.0
	for _, r := range m {
		if d, ok := digits[r]; ok {
			digit = d
			continue
		}
		total += max(digit, 1) * scales[r]
		digit = 0
	}
	return total + digit, true
}

func (c *han) latin() bool {
	m := latinWord.FindString(c.rest)
	if m == "" {
		return false
	}
	c.take(len(m))
	c.add(token{text: strings.ToLower(m), kind: name, capital: true})
	return true
}

// phrase takes the longest phrase that stands here.
func (c *han) phrase() bool {
	r, _ := utf8.DecodeRuneInString(c.rest)
	for _, p := range known.chinese[r] {
		if !strings.HasPrefix(c.rest, p.text) || c.chunk.Len() > 0 && utf8.RuneCountInString(p.text) == 1 && !strings.Contains("的了是叫过在和与对不有", p.text) {
			continue
		}
		if p.text == "一" || p.text == "上" && strings.HasPrefix(c.rest, "上海") || p.means[0] == "doing" && len(c.s.tokens) > 2 {
			continue
		}
		c.take(len(p.text))
		c.mean(p)
		return true
	}
	return false
}

func (c *han) mean(p phrase) {
	switch m := p.means[0]; {
	case m == ".":
		c.gap += p.text
		c.from = c.from || p.text == "从"
		c.other = c.other || c.from && p.text == "到"
		if p.text == "有" || p.text == "养" {
			c.s.has = true
		}
	case m == "doing":
		c.gap += p.text
	case m == "not" && len(p.means) > 1 && p.means[1] == "before":
		c.denied = true
		for i := range c.s.tokens {
			c.s.tokens[i].denied = c.s.tokens[i].kind != person
		}
	case m == "not":
		c.denied = !c.denied
		if p.text == "没有" {
			c.s.has = true
		}
		for _, w := range p.means[1:] {
			c.add(token{text: w})
		}
	case m[0] == '~':
		c.s.Moods = append(c.s.Moods, m[1:])
	case m == "<past":
		c.s.Past = true
	case m == ">now":
		c.s.Now = true
	default:
		c.known(p.means, p.text)
	}
}

func (c *han) known(means []string, text string) {
	joined := strings.Join(means, " ")
	t := token{text: strings.TrimPrefix(joined, "-")}
	switch {
	case joined[0] == '-':
		c.denied = !c.denied
	case joined[0] == '@':
		t.kind = single
	case isRole(means[len(means)-1]):
		t.kind = role
	}
	if strings.HasPrefix(text, "的") {
		c.gap += "的"
	}
	c.add(t)
}

// copula finds where "用户的X是Y" says what X is.
func (c *han) copula() int {
	s := c.s
	if !s.possessive {
		return 0
	}
	for i := 2; i < len(s.tokens); i++ {
		if strings.Contains(s.tokens[i].gap, "是") {
			return i
		}
	}
	return 0
}
