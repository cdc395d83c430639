package config

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes.
type Size int64

// units are what a size may end with, the longer endings first.
var units = []struct {
	name  string
	bytes int64
}{
	{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}, {"B", 1},
}

// String writes the size in the largest binary unit that divides it.
func (s Size) String() string {
	for _, u := range units[:3] {
		if s != 0 && int64(s)%u.bytes == 0 {
			return strconv.FormatInt(int64(s)/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

func parseSize(text string) (Size, error) {
	digits, unit := splitUnit(text)
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/unit {
		return 0, errors.New("a size such as 32MiB, 500KB or a whole number of bytes, 1 or more")
	}
	return Size(n * unit), nil
}

func splitUnit(text string) (digits string, bytes int64) {
	for _, u := range units {
		at := len(text) - len(u.name)
		if at > 0 && strings.EqualFold(text[at:], u.name) {
			return strings.TrimSpace(text[:at]), u.bytes
		}
	}
	return text, 1
}
