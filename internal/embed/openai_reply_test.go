package embed

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
)

func TestOpenAIRefusesABrokenReply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, reply, want string }{
		{"a page", "<html>Welcome</html>", "not the JSON"},
		{"nothing", "", "not the JSON"},
		{"cut short", `{"data":[{"index":0,`, "not the JSON"},
		{"no data", `{}`, "0 vectors for 2 texts"},
		{"too few", `{"data":[{"index":0,"embedding":[1]}]}`, "1 vectors for 2 texts"},
		{"too many", `{"data":[{"embedding":[1]},{"embedding":[1]},{"embedding":[1]}]}`, "3 vectors for 2 texts"},
		{"an index twice", `{"data":[{"index":1,"embedding":[1]},{"index":1,"embedding":[1]}]}`, "no place"},
		{"an index outside", `{"data":[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}`, "no place"},
		{"a negative index", `{"data":[{"index":-1,"embedding":[1]},{"index":0,"embedding":[1]}]}`, "no place"},
		{"two lengths", `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`, "vector 1 has 2 numbers"},
		{"an empty vector", `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`, "wrong number of dimensions"},
		{"a vector of zeros", `{"data":[{"index":0,"embedding":[0,0]},{"index":1,"embedding":[1,2]}]}`, "no direction"},
		{"no vector", `{"data":[{"index":0},{"index":1}]}`, "no list of numbers"},
		{"null in a vector", `{"data":[{"index":0,"embedding":[null]},{"index":1,"embedding":[1]}]}`, "no list of numbers"},
		{"too large a number", `{"data":[{"index":0,"embedding":[1e300]},{"index":1,"embedding":[1]}]}`, "no list of numbers"},
		{"bad base64", `{"data":[{"index":0,"embedding":"?"},{"index":1,"embedding":[1]}]}`, "no base64"},
		{"half a float", `{"data":[{"index":0,"embedding":"AAA="},{"index":1,"embedding":[1]}]}`, "no base64"},
		{"NaN in base64", `{"data":[{"index":0,"embedding":"AADAfw=="},{"index":1,"embedding":[1]}]}`, "not a finite number"},
	} {
		client := raw(t, OpenAIOptions{}, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, c.reply) })
		got, err := client.Embed(t.Context(), []string{"a", "b"})
		if souvenir.CodeOf(err) != souvenir.Unavailable || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Embed = %v, %v; want unavailable with %q", c.what, got, err, c.want)
		}
	}
}

func FuzzReadVectors(f *testing.F) {
	f.Add([]byte(`{"data":[{"index":1,"embedding":[1,2]},{"index":0,"embedding":"AACAPwAAgD8="}]}`), 2)
	f.Add([]byte(`{"data":[{"embedding":[null]}]}`), 1)
	f.Add([]byte(`{"error":{"message":"x"}}`), 1)
	f.Fuzz(func(t *testing.T, body []byte, n int) {
		reason(body)
		if n < 1 || n > 100 {
			return
		}
		vectors, err := readVectors(body, n)
		if err != nil {
			return
		}
		if len(vectors) != n {
			t.Fatalf("%d vectors, want %d", len(vectors), n)
		}
		for _, v := range vectors {
			if len(v) != len(vectors[0]) {
				t.Fatalf("a vector of %d numbers beside one of %d", len(v), len(vectors[0]))
			}
		}
	})
}
