package reply

import "strings"

// past is the first place from i on that is not white space.
func (p *parser) past(i int) (next int, newline bool) {
	for ; ; i++ {
		switch p.at(i) {
		case '\n':
			newline = true
		case ' ', '\t', '\r':
		default:
			return i, newline
		}
	}
}

// skip goes past white space, and past what a model may put where JSON has white
// space only.
func (p *parser) skip() {
	for {
		p.pos, _ = p.past(p.pos)
		n := p.remark(p.pos)
		if n == 0 {
			return
		}
		p.pos += n
		p.repair(true)
	}
}

// remark is the length of the comment, ellipsis or odd space at i.
func (p *parser) remark(i int) int {
	rest := p.text[min(i, len(p.text)):]
	n := 0
	switch {
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "# "):
		n = endOf(rest, "\n")
	case strings.HasPrefix(rest, "/*"):
		n = endOf(rest, "*/")
	}
	for _, odd := range []string{"...", "…", "\u00a0", "\u200b", "\ufeff", "\v", "\f"} {
		if strings.HasPrefix(rest, odd) {
			n = len(odd)
		}
	}
	p.steps += n
	return n
}

func endOf(text, mark string) int {
	if i := strings.Index(text, mark); i >= 0 {
		return i + len(mark)
	}
	return len(text)
}
