package embed

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/souvenir-memory/souvenir"
)

// question is what the client sends.
type question struct {
	Model string
	Input []string
}

// datum is one vector of a reply; nil Index means the endpoint leaves it out.
type datum struct {
	Index     *int `json:"index,omitempty"`
	Embedding any  `json:"embedding"`
}

// endpoint is a server that answers each question with the data that answer gives.
func endpoint(t *testing.T, answer func(question) []datum) *OpenAI {
	return raw(t, OpenAIOptions{}, func(w http.ResponseWriter, r *http.Request) {
		var q question
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			t.Error(err)
		}
		json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": answer(q)})
	})
}

func raw(t *testing.T, o OpenAIOptions, h http.HandlerFunc) *OpenAI {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	o.URL, o.HTTP = s.URL+"/v1/embeddings", s.Client()
	if o.Model == "" {
		o.Model = "test-embed"
	}
	c, err := NewOpenAI(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// vectorOf lets a test see which text a vector is of: it points towards the
// text's length.
func vectorOf(text string) []float64 {
	return []float64{5 * math.Cos(float64(len(text))), 5 * math.Sin(float64(len(text)))}
}

func isVectorOf(v []float32, text string) bool {
	return len(v) == 2 && math.Abs(float64(v[0])-math.Cos(float64(len(text)))) < 1e-6 && math.Abs(float64(v[1])-math.Sin(float64(len(text)))) < 1e-6
}

func inOrder(q question) []datum {
	var out []datum
	for i, text := range q.Input {
		out = append(out, datum{&i, vectorOf(text)})
	}
	return out
}

func reversed(q question) []datum {
	out := inOrder(q)
	slices.Reverse(out)
	return out
}

func withoutIndex(q question) []datum {
	out := inOrder(q)
	for i := range out {
		out[i].Index = nil
	}
	return out
}

func inBase64(q question) []datum {
	out := reversed(q)
	for i := range out {
		var b []byte
		for _, x := range out[i].Embedding.([]float64) {
			b = append32(b, float32(x))
		}
		out[i].Embedding = base64.StdEncoding.EncodeToString(b)
	}
	return out
}

func append32(b []byte, x float32) []byte {
	u := math.Float32bits(x)
	return append(b, byte(u), byte(u>>8), byte(u>>16), byte(u>>24))
}

func TestOpenAIReadsEveryKindOfReply(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(question) []datum{
		"in order": inOrder, "reversed": reversed, "without index": withoutIndex, "base64": inBase64,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			texts := []string{"a", "bb", "ccc", "用户"}
			got, err := endpoint(t, answer).Embed(t.Context(), texts)
			if err != nil {
				t.Fatal(err)
			}
			for i, text := range texts {
				if !isVectorOf(got[i], text) {
					t.Errorf("vector %d = %v is not that of %q", i, got[i], text)
				}
			}
		})
	}
}

func TestOpenAIAsksPolitely(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"", "secret"} {
		c := raw(t, OpenAIOptions{Key: key, Model: "m"}, func(w http.ResponseWriter, r *http.Request) {
			want := ""
			if key != "" {
				want = "Bearer " + key
			}
			if got := r.Header.Get("Authorization"); got != want {
				t.Errorf("Authorization = %q, want %q", got, want)
			}
			if r.Method != "POST" || r.URL.Path != "/v1/embeddings" || r.Header.Get("Content-Type") != "application/json" {
				t.Errorf("%s %s with %q", r.Method, r.URL, r.Header.Get("Content-Type"))
			}
			body, _ := io.ReadAll(r.Body)
			if want := `{"input":["a"],"model":"m"}`; string(body) != want {
				t.Errorf("body %s, want %s", body, want)
			}
			fmt.Fprint(w, `{"data":[{"index":0,"embedding":[1]}]}`)
		})
		if _, err := c.Embed(t.Context(), []string{"a"}); err != nil {
			t.Error(err)
		}
		if c.Name() != "m" {
			t.Errorf("Name() = %q, want the model's", c.Name())
		}
	}
}

func TestOpenAISendsInBatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what  string
		o     OpenAIOptions
		texts []string
		want  []int // texts in each request
	}{
		{"no texts, no request", OpenAIOptions{}, nil, nil},
		{"64 by default", OpenAIOptions{}, slices.Repeat([]string{"a"}, 130), []int{64, 64, 2}},
		{"by count", OpenAIOptions{Batch: 2}, []string{"a", "b", "c", "d", "e"}, []int{2, 2, 1}},
		{"by bytes", OpenAIOptions{BatchBytes: 5}, []string{"aa", "bb", "cc", "d", "ee"}, []int{2, 3}},
		{"a long text goes alone", OpenAIOptions{BatchBytes: 5}, []string{"a", "long text", "b"}, []int{1, 1, 1}},
	} {
		var sizes []int
		client := raw(t, c.o, func(w http.ResponseWriter, r *http.Request) {
			var q question
			json.NewDecoder(r.Body).Decode(&q)
			sizes = append(sizes, len(q.Input))
			json.NewEncoder(w).Encode(map[string]any{"data": reversed(q)})
		})
		got, err := client.Embed(t.Context(), c.texts)
		if err != nil || len(got) != len(c.texts) {
			t.Fatalf("%s: %d vectors, %v", c.what, len(got), err)
		}
		for i, text := range c.texts {
			if !isVectorOf(got[i], text) {
				t.Errorf("%s: vector %d is not that of %q", c.what, i, text)
			}
		}
		if !slices.Equal(sizes, c.want) {
			t.Errorf("%s: requests of %v, want %v", c.what, sizes, c.want)
		}
	}
}

func TestOpenAIGivesABlankTextTheZeroVector(t *testing.T) {
	t.Parallel()
	c := endpoint(t, func(q question) []datum {
		if slices.ContainsFunc(q.Input, isBlank) {
			t.Errorf("a blank text was sent: %q", q.Input)
		}
		return inOrder(q)
	})
	got, err := c.Embed(t.Context(), []string{"", "a", " \n"})
	if err != nil {
		t.Fatal(err)
	}
	zero := []float32{0, 0}
	if !slices.Equal(got[0], zero) || !isVectorOf(got[1], "a") || !slices.Equal(got[2], zero) {
		t.Errorf("vectors %v, want zero, one, zero", got)
	}
}

func TestOpenAINoticesAnotherModelBehindTheName(t *testing.T) {
	t.Parallel()
	var dim atomic.Int64
	dim.Store(3)
	c := endpoint(t, func(q question) []datum {
		return []datum{{nil, slices.Repeat([]float64{1}, int(dim.Load()))}}
	})
	if _, err := c.Embed(t.Context(), []string{"a"}); err != nil {
		t.Fatal(err)
	}
	dim.Store(4)
	_, err := c.Embed(t.Context(), []string{"b"})
	if souvenir.CodeOf(err) != souvenir.Conflict || !strings.Contains(err.Error(), "vectors of 3 numbers and now makes 4") {
		t.Errorf("Embed = %v, want a conflict that names both lengths", err)
	}
}

func TestOpenAIIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	e := Cached(endpoint(t, reversed), 4)
	var wg sync.WaitGroup
	for g := range 6 {
		wg.Go(func() {
			for i := range 10 {
				texts := []string{strings.Repeat("x", 1+(g+i)%7), "yyyy"}
				got, err := e.Embed(t.Context(), texts)
				if err != nil || !isVectorOf(got[0], texts[0]) || !isVectorOf(got[1], "yyyy") {
					t.Errorf("Embed(%q) = %v, %v", texts, got, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestNewOpenAINeedsAModel(t *testing.T) {
	t.Parallel()
	if _, err := NewOpenAI(OpenAIOptions{URL: "http://h:1"}); souvenir.CodeOf(err) != souvenir.Invalid {
		t.Errorf("NewOpenAI without a model = %v, want invalid", err)
	}
}
