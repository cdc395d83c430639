package sense

import (
	"slices"
	"strings"
)

// outdated finds a new value of something that has one value at a time: where
// somebody lives, what their car is.
func (p pair) outdated() bool {
	if p.b.Past || p.a.Past || slices.ContainsFunc(p.a.tokens, isDenied) || slices.ContainsFunc(p.b.tokens, isDenied) {
		return false
	}
	if p.anybody() {
		return false
	}
	for i, t := range p.a.tokens {
		if t.kind == single {
			if j := p.b.find(t.text); j >= 0 && samePart(p.a.tokens[:i], p.b.tokens[:j]) && conflict(value(p.a, i+1), value(p.b, j+1)) {
				return true
			}
		}
	}
	return p.becomes() || p.changed()
}

// anybody says that two statements are about one of many who is not named: one
// cousin may be a lawyer and another one a doctor.
func (p pair) anybody() bool {
	x, y := holder(p.a), holder(p.b)
	if len(of(x, name)) > 0 && len(of(y, name)) > 0 {
		return false
	}
	return slices.ContainsFunc(x, func(t token) bool {
		return t.kind == role && (many[t.text] || many[kindOf(t.text)])
	})
}

var many = set("relative acquaintance grandchild cousin")

func isDenied(t token) bool { return t.denied }

func samePart(a, b []token) bool { return slices.Equal(texts(a), texts(b)) }

// value is what stands at a place, without what is said about it further on.
func value(s Statement, from int) []token {
	if from >= len(s.tokens) {
		return nil
	}
	end := from + 1
	for end < len(s.tokens) && (s.tokens[end].gap == "" || s.tokens[end].kind == number && s.tokens[from].kind != number) && s.tokens[end].kind != date {
		end++
	}
	return s.tokens[from:end]
}

// conflict says that two values cannot both be: neither is part of the other, and
// both are names, or neither is.
func conflict(x, y []token) bool {
	if len(x) == 0 || len(y) == 0 || isName(x) != isName(y) || (x[0].kind == number) != (y[0].kind == number) && x[0].kind != word && y[0].kind != word {
		return false
	}
	lacking, extra := missing(y, x), missing(x, y)
	if len(lacking) == 0 || len(extra) == 0 {
		return isName(x) && len(x) != len(y) && x[len(x)-1].text == y[len(y)-1].text && x[0].kind == name && y[0].kind == name // York, New York
	}
	return true
}

func isName(ts []token) bool {
	return slices.ContainsFunc(ts, func(t token) bool { return t.kind == name })
}

// becomes finds "User's X is Y" with another Y. Of some things people have
// several: a second dog's name is one name more.
func (p pair) becomes() bool {
	if p.a.copula == 0 || p.b.copula == 0 || p.a.copula >= len(p.a.tokens) || p.b.copula >= len(p.b.tokens) {
		return false
	}
	x, y := p.a.tokens[:p.a.copula], p.b.tokens[:p.b.copula]
	if !samePart(x, y) || known.several[x[len(x)-1].text] || additive[x[len(x)-1].text] {
		return false
	}
	v, w := value(p.a, p.a.copula), value(p.b, p.b.copula)
	return len(v) > 0 && len(w) > 0 && v[0].kind == w[0].kind && conflict(v, w)
}

// additive are things of which people have several, though they speak of one.
var additive = set("hobby hobbies interest skill goal language passion strength weakness habit pet dream wish plan idea problem reason 爱好 兴趣 目标 语言 特长 优点 缺点")

// changed finds "is now" with something else in the place of one thing.
func (p pair) changed() bool {
	if !p.b.Now {
		return false
	}
	lacking, extra := missing(p.b.content(), p.a.content()), missing(p.a.content(), p.b.content())
	shared := len(p.a.content()) - len(lacking)
	return shared > 0 && len(lacking) == 1 && len(extra) == 1 && !otherKind(lacking[0], extra[0]) && lacking[0].kind == extra[0].kind && !strings.Contains(extra[0].gap, "with")
}
