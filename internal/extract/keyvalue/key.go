package keyvalue

import (
	"strings"
	"unicode"
)

// normalKey makes one key of the ways models write it: "Favorite Color",
// favorite-color and favoriteColor are favorite_color, "wife's name" is wifes_name.
func normalKey(name string) string {
	var b strings.Builder
	last := '_'
	for _, r := range name {
		switch {
		case r == '\'' || r == '’':
			continue
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = '_'
		case unicode.IsUpper(r) && unicode.IsLower(last):
			b.WriteByte('_')
		}
		if r != '_' || last != '_' {
			b.WriteRune(unicode.ToLower(r))
		}
		last = r
	}
	return strings.TrimRight(b.String(), "_")
}
