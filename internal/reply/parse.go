package reply

// maxDepth is the limit of encoding/json, too.
const maxDepth = 10000

// parser reads one value at a time, and more than JSON allows. It keeps what is
// complete when a value breaks off.
type parser struct {
	text     string
	finished bool // the text ends in a bracket, so a string that does not end lost its quotation mark
	patience int  // steps after which we do not go back
	steps    int  // bytes looked at

	pos, depth int
	repaired   bool
	broken     bool // nothing can be read at pos; everybody hands up what there is
	lost       bool // there is no further item to resume at
	deep       bool
}

func (p *parser) read(start int) (any, bool) {
	p.pos, p.depth, p.repaired, p.broken, p.lost = start, 0, false, false, false
	return p.value(inArray)
}

// at is the byte at i, or 0 behind the end: there are no zeros in the text.
func (p *parser) at(i int) byte {
	p.steps++
	if i < len(p.text) {
		return p.text[i]
	}
	return 0
}

// ahead is the text at i, no longer than n.
func (p *parser) ahead(i, n int) string {
	p.steps += n
	return p.text[min(i, len(p.text)):min(i+n, len(p.text))]
}

func (p *parser) patient() bool { return p.steps < p.patience }

// place is where a scalar stands: it decides where it may end.
type place int

const (
	inKey place = iota
	inField
	inLooseField // its key has no quotation marks, so the value needs them
	inArray
)

// value reads the value at pos, or as much of it as is complete; not ok means
// that nothing is.
func (p *parser) value(in place) (v any, ok bool) {
	p.skip()
	switch c := p.at(p.pos); c {
	case '{':
		return p.nested(p.object)
	case '[':
		return p.nested(p.array)
	}
	if kind, _ := quoteAt(p.text, p.pos); kind != 0 {
		return p.quoted(in)
	}
	return p.bare(in)
}

func (p *parser) nested(read func() (any, bool)) (any, bool) {
	if p.depth == maxDepth {
		p.deep, p.broken = true, true
		return nil, false
	}
	p.depth++
	defer func() { p.depth-- }()
	p.pos++
	return read()
}

func (p *parser) object() (any, bool) {
	o := map[string]any{}
	for comma := true; !p.broken; {
		p.skip()
		switch c := p.at(p.pos); {
		case c == '}':
			p.repair(comma && len(o) > 0)
			p.pos++
			return o, true
		case c == ',':
			p.repair(comma)
			p.pos++
			comma = true
		case c == ']' && p.depth == 1: // one too many
			p.repair(true)
			p.pos++
		case c == ']', c == '{' && len(o) > 0 && p.depth > 1: // the brace is missing
			p.repair(true)
			return o, true
		default:
			p.repair(!comma)
			p.broken = !p.field(o) || p.broken
			comma = false
		}
	}
	return o, len(o) > 0
}

func (p *parser) field(o map[string]any) bool {
	key, in, ok := p.key()
	if !ok {
		return false
	}
	p.skip()
	if p.at(p.pos) != ':' {
		return false
	}
	p.pos++
	v, ok := p.value(in)
	if ok {
		o[key] = v
	}
	return ok
}

func (p *parser) array() (any, bool) {
	list := []any{}
	objects := false
	for comma := true; !p.broken || objects && p.resume(); {
		p.skip()
		switch c := p.at(p.pos); {
		case c == ']':
			p.repair(comma && len(list) > 0)
			p.pos++
			return list, len(list) > 0 || !objects
		case c == ',':
			p.repair(comma)
			p.pos++
			comma = true
		case c == '}' && p.depth == 1: // one too many
			p.repair(true)
			p.pos++
		case c == '}': // the bracket is missing
			p.repair(true)
			return list, true
		default:
			p.repair(!comma)
			objects = c == '{'
			v, ok := p.value(inArray)
			if ok {
				list = append(list, v)
			}
			p.broken = !ok || p.broken
			comma = false
		}
	}
	return list, len(list) > 0
}

func (p *parser) repair(needed bool) { p.repaired = p.repaired || needed }

// resume goes on behind the object that could not be read, where the next begins
// or the list ends.
func (p *parser) resume() bool {
	if p.deep || p.lost || !p.patient() {
		return false
	}
	for i := p.pos; i < len(p.text); i++ {
		if p.at(i) != '}' {
			continue
		}
		next, _ := p.past(i + 1)
		if p.at(next) == ',' {
			next, _ = p.past(next + 1)
		}
		if c := p.at(next); c == '{' || c == ']' {
			p.pos, p.broken, p.repaired = i+1, false, true
			return true
		}
	}
	p.lost = true
	return false
}
