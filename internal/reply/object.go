package reply

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Object is a JSON object whose fields may have any type a model fancied. A field
// is found under any of the names that are asked for, the first that holds what
// is wanted; if nothing has exactly a name, case, "_", "-" and spaces do not count.
type Object map[string]any

// Has reports whether one of the fields is there and not null.
func (o Object) Has(names ...string) bool {
	_, ok := first(o, names, func(v any) (any, bool) { return v, v != nil })
	return ok
}

// Text is a text, number or truth value as a trimmed text. A list or an object is
// none.
func (o Object) Text(names ...string) string {
	s, _ := first(o, names, text)
	return s
}

// Texts is a list of those; one alone is a list of one. Empty texts, and what is
// not a text, are left out.
func (o Object) Texts(names ...string) []string {
	out, _ := first(o, names, texts)
	return out
}

// Number is a number, or a text with nothing but a number in it.
func (o Object) Number(names ...string) (float64, bool) {
	return first(o, names, numeric)
}

// Integer is a number without its fraction; whole says that it had none. Beyond
// what a float64 can count, it is the largest or smallest that can be, and not whole.
func (o Object) Integer(names ...string) (n int, given, whole bool) {
	const most = 1 << 53
	f, given := o.Number(names...)
	n = int(min(max(f, -most), most))
	return n, given, given && float64(n) == f && math.Abs(f) < most
}

// Object is an object inside of this one.
func (o Object) Object(names ...string) (Object, bool) {
	return first(o, names, object)
}

// Objects are the objects in a list; one alone is a list of one.
func (o Object) Objects(names ...string) []Object {
	out, _ := first(o, names, func(v any) ([]Object, bool) {
		list, _ := Items(v)
		return list, len(list) > 0
	})
	return out
}

// first gives the first of the named fields that can be read as wanted.
func first[T any](o Object, names []string, read func(any) (T, bool)) (T, bool) {
	for _, name := range names {
		if field, ok := o.field(name); ok {
			if v, ok := read(field); ok {
				return v, true
			}
		}
	}
	var none T
	return none, false
}

func (o Object) field(name string) (any, bool) {
	if v, ok := o[name]; ok {
		return v, true
	}
	found, ok := "", false
	for key := range o {
		if alike(key, name) && (!ok || key < found) {
			found, ok = key, true
		}
	}
	return o[found], ok
}

var separators = strings.NewReplacer("_", "", "-", "", " ", "")

func alike(a, b string) bool {
	return strings.EqualFold(separators.Replace(a), separators.Replace(b))
}

func text(v any) (string, bool) {
	var s string
	switch v := v.(type) {
	case string:
		s = strings.TrimSpace(v)
	case json.Number:
		s = v.String()
	case bool:
		s = strconv.FormatBool(v)
	}
	return s, s != ""
}

func texts(v any) ([]string, bool) {
	var out []string
	for _, item := range listOf(v) {
		if s, ok := text(item); ok {
			out = append(out, s)
		}
	}
	return out, len(out) > 0
}

func numeric(v any) (float64, bool) {
	if _, ok := v.(bool); ok {
		return 0, false
	}
	s, _ := text(v)
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

// object accepts JSON in a string as well, as some models write arguments.
func object(v any) (Object, bool) {
	switch v := unwrapped(v).(type) {
	case map[string]any:
		return v, true
	case Object:
		return v, true
	}
	return nil, false
}

func unwrapped(v any) any {
	s, ok := v.(string)
	if !ok || !finished(s) {
		return v
	}
	if inner, ok := exact(s); ok {
		return inner
	}
	return v
}
