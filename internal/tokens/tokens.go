// Package tokens estimates how many tokens a model will count in a text.
package tokens

import "unicode"

// Estimate errs on the high side: four Latin letters to a token, one token to a
// character of the scripts that vocabularies know less well.
func Estimate(text string) int {
	quarters := 0
	for _, r := range text {
		switch {
		case r < 0x250:
			quarters++
		case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew):
			quarters += 2
		default:
			quarters += 4
		}
	}
	return (quarters + 3) / 4
}
