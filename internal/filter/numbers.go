package filter

import (
	"regexp"
	"strconv"
	"strings"
)

// number is a number in a text, as it is written there.
type number struct {
	written string
	value   float64
}

var (
	digitRun   = regexp.MustCompile(`(?i)\d+(?:[.,]\d+)*(?:k\b|m\b|万|千|亿)?`)
	thousands  = regexp.MustCompile(`^\d{1,3}(?:[.,]\d{3})+$`)
	hanRun     = regexp.MustCompile(`[零〇一二两三四五六七八九十百千万亿]+`)
	measures   = "岁个只年月天次人口辆台本位号日点公里块元杯斤条周度"
	suffixes   = map[string]float64{"k": 1e3, "m": 1e6, "千": 1e3, "万": 1e4, "亿": 1e8}
	numberWord = func() map[string]float64 {
		all := map[string]float64{}
		for line := range lines("numbers.txt") {
			f := strings.Fields(line)
			value, err := strconv.ParseFloat(f[0], 64)
			if err != nil {
				panic(err) // the file is ours
			}
			for _, w := range f[1:] {
				all[w] = value
			}
		}
		return all
	}()
)

// numbersIn gives the numbers of a text. Loosely counts everything that may
// stand for a number ("a", "twice", the parts of a larger one); else it must
// clearly be one.
func numbersIn(text string, loosely bool) []number {
	folded := fold(text)
	all := inDigits(folded)
	all = append(all, inWords(folded, loosely)...)
	return append(all, inHan(folded, loosely)...)
}

func inDigits(folded string) (all []number) {
	for _, s := range digitRun.FindAllString(folded, -1) {
		digits := strings.TrimRight(s, "km千万亿")
		scale := 1.0
		if by, ok := suffixes[s[len(digits):]]; ok {
			scale = by
		}
		if thousands.MatchString(digits) {
			whole := strings.NewReplacer(".", "", ",", "").Replace(digits)
			all = appendNumber(all, s, whole, scale)
		}
		all = appendNumber(all, s, strings.ReplaceAll(digits, ",", "."), scale)
		if scale != 1 {
			all = appendNumber(all, s, digits, 1)
		}
	}
	return all
}

// appendNumber also takes 1.2.3 apart, which is not a number but has some.
func appendNumber(all []number, written, digits string, scale float64) []number {
	if v, err := strconv.ParseFloat(digits, 64); err == nil {
		return append(all, number{written, v * scale})
	}
	for part := range strings.SplitSeq(digits, ".") {
		if v, err := strconv.ParseFloat(part, 64); err == nil {
			all = append(all, number{written, v})
		}
	}
	return all
}

// inWords reads "thirty-four" and "two hundred fifty".
func inWords(folded string, loosely bool) (all []number) {
	sum, last := 0.0, 0.0
	var written []string
	flush := func() {
		if len(written) > 0 && (loosely || sum >= 2) {
			all = append(all, number{strings.Join(written, " "), sum})
		}
		sum, last, written = 0, 0, nil
	}
	for w := range strings.FieldsFuncSeq(folded, func(r rune) bool {
		return r == ' ' || r == '-' || r == ',' || r == '.' || r == '!' || r == '?' || r == '\''
	}) {
		v, ok := numberWord[w]
		switch {
		case !ok && w == "and" && last >= 100:
			continue
		case !ok || v != float64(int(v)) || !loosely && notClearly[w]:
			flush()
			if ok && loosely {
				all = append(all, number{w, v})
			}
			continue
		case v >= 100 && sum > 0:
			sum *= v
		case len(written) > 0 && (last < 20 || v >= 10):
			flush()
			sum = v
		default:
			sum += v
		}
		last = v
		written = append(written, w)
		if loosely {
			all = append(all, number{w, v})
		}
	}
	flush()
	return all
}

// notClearly are number words that mostly mean something else.
var notClearly = set("notnumbers.txt")

// inHan reads 二十八. A single one is a number only before a measure word.
func inHan(folded string, loosely bool) (all []number) {
	for _, at := range hanRun.FindAllStringIndex(folded, -1) {
		run, rest := folded[at[0]:at[1]], []rune(folded[at[1]:min(len(folded), at[1]+4)])
		measured := len(rest) > 0 && strings.ContainsRune(measures, rest[0])
		if loosely || measured && run != "一" && strings.ContainsAny(run, "一二两三四五六七八九十") {
			all = append(all, number{run, hanValue(run)})
		}
	}
	return all
}

func hanValue(run string) float64 {
	total, section, digit := 0.0, 0.0, 0.0
	for _, r := range run {
		switch r {
		case '十', '百', '千':
			by := map[rune]float64{'十': 10, '百': 100, '千': 1000}[r]
			section, digit = section+max(digit, 1)*by, 0
		case '万', '亿':
			by := map[rune]float64{'万': 1e4, '亿': 1e8}[r]
			total, section, digit = total+max(section+digit, 1)*by, 0, 0
		case '两':
			digit = 2
		case '〇', '零':
			digit = 0
		default:
			digit = float64(strings.Index("一二三四五六七八九", string(r))/len("一") + 1)
		}
	}
	return total + section + digit
}
