package persona

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir/internal/reply"
)

// The style is stricter than most about types: a text where a list belongs is no
// list, and "0.9" is no number. What does not fit gives way to the default, and
// never takes other fields along.

// field finds a field as [reply.Object] does: exactly, or else whatever its case
// and its separators.
func field(o reply.Object, name string) any {
	if v, ok := o[name]; ok {
		return v
	}
	for _, key := range slices.Sorted(maps.Keys(o)) {
		if strings.EqualFold(separators.Replace(key), name) {
			return o[key]
		}
	}
	return nil
}

var separators = strings.NewReplacer("_", "", "-", "", " ", "")

func list(o reply.Object, name string) ([]any, bool) {
	items, ok := field(o, name).([]any)
	return items, ok
}

// texts is a list of texts, or other where there is no list.
func texts(o reply.Object, name string, other []string) []string {
	items, ok := list(o, name)
	if !ok {
		return other
	}
	out := []string{}
	for _, item := range items {
		if text := scalar(item, "content", "name", "text"); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// scalar is a text, or the one that an object has under one of the names.
func scalar(item any, names ...string) string {
	if inside, ok := item.(map[string]any); ok {
		return reply.Object(inside).Text(names...)
	}
	return reply.Object{"": item}.Text("")
}

// share is a number from 0 to 1.
func share(o reply.Object, name string, other float64) float64 {
	var n float64
	switch v := field(o, name).(type) {
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return other
		}
		n = f
	case float64:
		n = v
	default:
		return other
	}
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return other
	}
	return min(1, max(0, n))
}
