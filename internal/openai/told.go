package openai

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// longestList is what every server between us and a caller lets through in a header.
const longestList = 6000

// listed is a JSON list of as many lines as fit into a header.
func listed(lines []string) string {
	list := "["
	for _, line := range lines {
		more := ascii(quote(line))
		if len(list) > 1 {
			more = "," + more
		}
		if len(list)+len(more) >= longestList {
			break
		}
		list += more
	}
	return list + "]"
}

// ascii is JSON without any other character: headers have none.
func ascii(text string) string {
	var out strings.Builder
	for _, r := range text {
		if r < 0x7f {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.String()
}
