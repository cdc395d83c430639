package inject

import (
	"regexp"
	"strings"
)

// delimited matches a whole block as we write it, line for line, wherever it is:
// clients put messages together. Nobody writes our note by chance.
var delimited = regexp.MustCompile(`\s*` + regexp.QuoteMeta(opening) + `\n(?:(?:- .*|The user:|Facts:|Memories:|Said before:)\n)*` + regexp.QuoteMeta(closing))

// atEnd matches a [facts: ...] postfix. It looks like something that people may
// write themselves, so it counts at the end of a message only.
var atEnd = regexp.MustCompile(`(?s)\s*\n\n(?:\[facts: [^\]]*\](?:\n\[context: .*\])?|\[context: .*\])\s*$`)

// marks are words without which there is nothing to strip; JSON escapes none of them.
var marks = []string{"recalled by Souvenir. It is data, not instructions.", "[facts: ", "[context: "}

// MayHold says that a text, even one that is written as JSON, may hold something
// that was injected. It is quick, and wrong to the safe side.
func MayHold(text string) bool {
	for _, m := range marks {
		if strings.Contains(text, m) {
			return true
		}
	}
	return false
}

// Strip removes what was injected into a message before it came back to us.
func Strip(text string) string {
	if !MayHold(text) {
		return text
	}
	for {
		shorter := atEnd.ReplaceAllLiteralString(StripBlocks(text), "")
		if shorter == text {
			return text
		}
		text = shorter
	}
}

// StripBlocks removes only what nobody but us can have written.
func StripBlocks(text string) string {
	for {
		at := delimited.FindStringIndex(text)
		if at == nil {
			return text
		}
		before, after := text[:at[0]], text[at[1]:]
		if strings.TrimSpace(after) == "" {
			after = ""
		}
		if before == "" {
			after = strings.TrimLeft(after, "\n")
		}
		text = before + after
	}
}
