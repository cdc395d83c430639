package reply

import "strings"

// findings are the values in a text, in order.
type findings struct {
	text   string
	pieces []piece
	cut    bool // a value broke off with nothing complete in it
	deep   bool // a value was nested too deeply; we do not guess at its insides
	steps  int  // bytes looked at, some of them more than once
}

// patience is how many times its length a text may be looked at. As long as it
// lasts, a beginning that leads nowhere is searched again from its second byte;
// then we only go forward. So the time is linear, whatever the text.
const patience = 16

// find looks into the fences first, and everywhere if they hold no object.
func find(text string) findings {
	inside := findIn(text, fences(text)...)
	if best, ok := inside.best(); ok && best.fields() {
		return inside
	}
	all := findIn(text, span{0, len(text)})
	all.steps += inside.steps
	return all
}

func findIn(text string, spans ...span) findings {
	out := findings{text: text}
	for _, s := range spans {
		p := parser{text: text[:s.end], patience: patience * (s.end - s.start), finished: finished(text[s.start:s.end])}
		for at := s.start; at < s.end && !out.deep; {
			next := strings.IndexAny(p.text[at:], "[{")
			if next < 0 {
				break
			}
			at = out.try(&p, at+next)
		}
		out.steps += p.steps + s.end - s.start
	}
	return out
}

// finished reports whether a text ends like JSON that was written to its end.
func finished(text string) bool {
	text = strings.TrimRight(text, " \t\r\n`~")
	return strings.HasSuffix(text, "]") || strings.HasSuffix(text, "}")
}

// try reads a value at a bracket, and says where to look on.
func (f *findings) try(p *parser, start int) (next int) {
	v, ok := p.read(start)
	f.deep = p.deep
	if ok {
		f.pieces = append(f.pieces, piece{v, start, p.pos, p.repaired || p.broken, p.broken})
		return p.pos
	}
	f.cut = f.cut || p.pos >= len(p.text)
	if p.patient() {
		return start + 1
	}
	return max(start+1, p.pos)
}

// best is the first piece with fields, or else the first, together with what
// follows it without a word in between.
func (f findings) best() (piece, bool) {
	if len(f.pieces) == 0 || f.deep {
		return piece{}, false
	}
	for i, p := range f.pieces {
		if p.fields() {
			return joined(f.text, f.pieces[i:]), true
		}
	}
	return f.pieces[0], true
}

func (f findings) problem() error {
	switch {
	case f.deep:
		return errDeep
	case f.cut:
		return errCut
	}
	return notJSON(f.text)
}
