package llmtest

import (
	"hash/fnv"
	"math"
	"strings"
	"unicode"
)

// dimensions of our vectors.
const dimensions = 64

// Vector is the vector of a text: the same on every machine, and near to those
// of texts that share its words.
func Vector(text string) []float32 {
	v := make([]float32, dimensions)
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M) }) {
		h := fnv.New64a()
		h.Write([]byte(w))
		sum := h.Sum64()
		for range 4 { // a word is four of the numbers, up or down
			sign := float32(1)
			if sum&64 != 0 {
				sign = -1
			}
			v[sum%dimensions] += sign
			sum >>= 8
		}
	}
	return unit(v)
}

func unit(v []float32) []float32 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		v[0] = 1 // an endpoint has a vector for everything
		return v
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

func embeddings(model string, texts []string) any {
	type item struct {
		Object    string    `json:"object"`
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	items, cost := []item{}, 0
	for i, t := range texts {
		items = append(items, item{"embedding", i, Vector(t)})
		cost += words(t)
	}
	return map[string]any{"object": "list", "model": model, "data": items, "usage": map[string]int{"prompt_tokens": cost, "total_tokens": cost}}
}

func (s *Server) models() any {
	names := s.Models
	if names == nil {
		names = []string{"llmtest"}
	}
	type item struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Created int64  `json:"created"`
		OwnedBy string `json:"owned_by"`
	}
	items := []item{}
	for _, n := range names {
		items = append(items, item{n, "model", 1700000000, "llmtest"})
	}
	return map[string]any{"object": "list", "data": items}
}
