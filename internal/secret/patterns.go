package secret

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
)

//go:embed patterns.txt
var patternFile string

//go:embed ordinary.txt
var ordinaryFile string

// marks finds what Redact has written before.
var marks = regexp.MustCompile(`\[redacted: [a-z][a-z ]{0,39}\]`)

// pattern is one way a secret looks.
type pattern struct {
	kind  string
	needs []string // one of these stands near a secret, ASCII letters in lower case
	check func(secret string) [][2]int
	re    *regexp.Regexp
	group int // which group is the secret; 0 is the whole match
}

var patterns = read(patternFile)

// ordinary holds the words that follow "password is" without being one.
var ordinary = func() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(ordinaryFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			set[w] = true
		}
	}
	return set
}()

// read reads the file's lines: kind, needs, check, pattern. The group named
// "secret" is the secret. A line that cannot be read is a fault of ours.
func read(file string) []pattern {
	var ps []pattern
	for line := range strings.Lines(file) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Fields(line)
		kind, needs, check := f[0], f[1], f[2]
		expr := strings.TrimSpace(line[strings.Index(line, f[3]):])
		p := pattern{kind: strings.ReplaceAll(kind, "-", " "), check: checks[check], re: regexp.MustCompile(expr)}
		if p.check == nil {
			panic(fmt.Sprintf("secret: no check named %q", check))
		}
		if needs != "-" {
			p.needs = strings.Split(strings.ReplaceAll(needs, "~", " "), ",")
		}
		p.group = max(0, p.re.SubexpIndex("secret"))
		ps = append(ps, p)
	}
	return ps
}
