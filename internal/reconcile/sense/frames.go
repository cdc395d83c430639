package sense

import (
	"regexp"
	"strings"
)

// frames are what people put around a statement without changing it.
var frames = readFrames()

type framing struct{ before, after, anywhere *regexp.Regexp }

func readFrames() framing {
	var before, after, anywhere []string
	for fields := range lines("frames.txt", "\n") {
		switch line := fields[0]; line[0] {
		case '^':
			before = append(before, regexp.QuoteMeta(line[1:]))
		case '$':
			after = append(after, regexp.QuoteMeta(line[1:]))
		default:
			anywhere = append(anywhere, regexp.QuoteMeta(line))
		}
	}
	any := func(of []string) string { return "(?:" + strings.Join(of, "|") + ")" }
	return framing{
		before:   regexp.MustCompile(`(?i)^` + any(before) + `(?:\s*[,:]\s*|\s+)`),
		after:    regexp.MustCompile(`(?i)[\s,]+` + any(after) + `\s*[.!]*$`),
		anywhere: regexp.MustCompile(any(anywhere) + `[,，]?`),
	}
}

// says finds "User said that she", which is the user speaking of themselves.
var says = regexp.MustCompile(`(?i)^(?:the )?user (?:has )?(?:said|says|mentioned|mentions|told (?:me|us)|tells (?:me|us)|explained|stated|states|noted|confirmed|admitted|reported|reports|shared)(?: that)? (?:he|she|they|i|the user|user) `)

// couple finds two of whom one thing is said together: "User and Tim broke up".
var couple = regexp.MustCompile(`^(?:The user|User|I) and ((?:[\p{L}'-]+ ){1,3}?)(broke up|have broken up|split up|separated|are separated|got divorced|divorced|are divorced|got engaged|are engaged|got married|are married|are dating|are together)\b`)

// coupled says it of the user with the other one.
func coupled(text string) string {
	m := couple.FindStringSubmatchIndex(text)
	if m == nil {
		return text
	}
	who, what := strings.TrimSpace(text[m[2]:m[3]]), text[m[4]:m[5]]
	with := map[string]string{"broke up": "broke up with", "have broken up": "broke up with", "split up": "split up with", "separated": "separated from", "are separated": "separated from",
		"got divorced": "got divorced from", "divorced": "got divorced from", "are divorced": "got divorced from", "got engaged": "got engaged to", "are engaged": "is engaged to",
		"got married": "got married to", "are married": "is married to", "are dating": "is dating", "are together": "is dating"}[what]
	return "User " + with + " " + who + text[m[1]:]
}

// moves tells from where to where; what counts is where to.
var moves = regexp.MustCompile(`(?i)\b(moved|relocated|moving|relocating) from [\p{L}' -]{2,40}? to |从[^，。；从]{1,12}?(搬到|搬去|搬至|跳槽到|跳槽去|移居到)`)

// unframed is a statement without what stands around it.
func unframed(text string) string {
	for {
		bare := frames.anywhere.ReplaceAllString(text, "")
		bare = frames.after.ReplaceAllString(frames.before.ReplaceAllString(bare, ""), "")
		bare = moves.ReplaceAllStringFunc(bare, func(m string) string {
			f := moves.FindStringSubmatch(m)
			return strings.TrimPrefix(f[1]+" to ", " to ") + f[2]
		})
		bare = says.ReplaceAllString(bare, "User ")
		if bare = strings.TrimSpace(bare); bare == text || bare == "" {
			return text
		}
		text = bare
	}
}
