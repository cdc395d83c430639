package reply

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestReadReadsWhatModelsWrite(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.name, func(t *testing.T) {
			value, mode, err := Read(c.reply)
			got := written(t, value)
			if err != nil {
				got = err.Error()
			}
			if string(mode) != c.mode || got != c.want {
				t.Errorf("Read(%s) = %s, %s, want %s, %s", c.reply, mode, got, c.mode, c.want)
			}
			if (err != nil) != (mode == Unreadable) {
				t.Errorf("mode %s with error %v", mode, err)
			}
		})
	}
}

func TestReadSeesThroughInvisibleBytes(t *testing.T) {
	for reply, want := range map[string]string{
		"\ufeff{\"a\":1}":                 `exact {"a":1}`,
		"\x00{\"a\":1}\x00\x00":           `exact {"a":1}`,
		"{\"a\":\"b\x00c\"}":              `exact {"a":"bc"}`,
		"{\"a\":\"b\xffc\"}":              `exact {"a":"b` + "\ufffd" + `c"}`,
		"\xfe\xff[{\"a\":1}":              `repaired [{"a":1}]`,
		"[{\"a\":1},\u00a0{\"b\":\v2}]":   `repaired [{"a":1},{"b":2}]`,
		"{\"a\":\"b\x01\"}":               `repaired {"a":"b\u0001"}`,
		"<think>\r\n</think>\r\n[]\r\n\f": `exact []`,
		" \t\r\n\u200b":                   `unreadable null`,
	} {
		value, mode, _ := Read(reply)
		if got := string(mode) + " " + written(t, value); got != want {
			t.Errorf("Read(%q) = %s, want %s", reply, got, want)
		}
	}
}

func TestNestingIsLimited(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for reply, want := range map[string]Mode{
		nested(maxDepth):                      Exact,
		"so " + nested(maxDepth):              Embedded,
		nested(maxDepth + 1):                  Unreadable,
		"so " + nested(maxDepth+1):            Unreadable,
		strings.Repeat("[", 1e6):              Unreadable,
		strings.Repeat(`{"a":`, 1e5) + `1`:    Unreadable,
		strings.Repeat(`[{"a":`, 1e5):         Unreadable,
		strings.Repeat(`"\"`, maxWrapping+10): Unreadable,
	} {
		if _, mode, err := Read(reply); mode != want {
			t.Errorf("Read of %d bytes %.10s… = %s, %v, want %s", len(reply), reply, mode, err, want)
		}
	}
}

type replyCase struct{ name, reply, mode, want string }

func cases(t testing.TB) []replyCase {
	t.Helper()
	data, err := os.ReadFile("testdata/replies.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []replyCase
	for _, part := range strings.Split(string(data), "\n=== ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		reply, rest, ok := strings.Cut("\n"+rest, "\n--- ")
		mode, want, _ := strings.Cut(rest, "\n")
		if !ok {
			t.Fatalf("%s has no expectation", name)
		}
		want = strings.TrimSpace(want)
		if v, ok := exact(want); ok {
			want = written(t, v)
		}
		out = append(out, replyCase{name, strings.TrimPrefix(reply, "\n"), mode, want})
	}
	return out
}

func written(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}
