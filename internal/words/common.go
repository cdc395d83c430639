package words

import (
	_ "embed"
	"strings"
)

//go:embed common.txt
var commonList string

// common holds the stems of words too frequent to tell one text from another.
var common = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(commonList) {
		set[stem([]byte(w))] = true
	}
	return set
}()
