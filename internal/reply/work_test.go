package reply

import (
	"strings"
	"testing"
)

// hostile are texts that make a careless reader start over at every byte.
var hostile = []string{
	"[", "{", "[{", "[[]", "{{}", `{"`, `["`, `"`, `{"a`, `{"a":`, `[{"a":`, `[{"a":"x},`, `[{"a":1},{"a":"x `, `{"a":"x {`, `{"a":1,"b":"{`,
	`{"a":1 x `, `[1 x `, `[1,`, `[1 `, "['", `["a",'b`, `",`, `","`, `"\`, `\`, `\"`, `{"a": x `, `{"a" `, `{a`, `{a:`, `{a:"`, "[/*", "[//", `["x"/*`, `["x",/*`,
	"[...", "[…", "[“", "[“a”,‘", "[ ", "[ \n", "{\n\"a\":\"\n\"", "```json\n[", "```\n", "~~~\n{\"a\":\n", "<think>", "</think>", "<think>[</think>{",
	"{}", "[]", `{"a":1}`, `{"a":1} x `, `[{"a":"}`, `[{"a":x}, `, `[{"a" x}]`, `[{]`, `[{}`, `}`, `{"a":}`, `[{"a":"\u12`, "[1e", "[-", "[t", "[nul", `{"a":{"b":[`,
	"[{'a':'\",", `[{"a":"},{"a`, `[{"a":"{"b" x`,
}

// The work is counted in bytes that were looked at, not in time: it stays below a
// fixed multiple of the length, whatever is repeated, and with any end.
func TestWorkGrowsWithTheLengthOnly(t *testing.T) {
	const most = 6 * patience
	for _, h := range hostile {
		for _, end := range []string{"", `"}]`, "\n```\n"} {
			for _, size := range []int{1 << 10, 1 << 14} {
				text := strings.Repeat(h, size/len(h)) + end
				if steps := find(text).steps; steps > most*len(text) {
					t.Errorf("%q repeated, then %q: %d steps for %d bytes, want at most %d for each", h, end, steps, len(text), most)
				}
			}
		}
	}
}

func TestReadSurvivesAMillionOfAnything(t *testing.T) {
	for _, h := range []string{"[", "{", "[{", `{"`, `[{"a":"x},`, `{"a":1 x `, "```\n"} {
		value, mode, err := Read(strings.Repeat(h, 1_000_000/len(h)))
		if (mode == Unreadable) != (err != nil) || (mode == Unreadable || mode == Nothing) != (value == nil) {
			t.Errorf("%q repeated: mode %s, error %v, value is nil: %t", h, mode, err, value == nil)
		}
	}
}
