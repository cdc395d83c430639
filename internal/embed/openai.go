package embed

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/vector"
)

// OpenAIOptions say which endpoint to ask and how much at a time.
type OpenAIOptions struct {
	URL        string        // of the method itself: http://host:port/v1/embeddings
	Key        string        // sent as a bearer token; empty means none
	Model      string        // what the endpoint calls its model
	Batch      int           // texts in one request; 0 means 64
	BatchBytes int           // of text in one request; 0 means 256 KiB. A longer text goes alone
	Timeout    time.Duration // of one request; 0 means 60s
	HTTP       *http.Client  // nil means a client of its own
}

// OpenAI asks an endpoint that speaks OpenAI's /v1/embeddings: OpenAI, Ollama,
// vLLM, llama.cpp and many more.
type OpenAI struct {
	options OpenAIOptions
	dim     atomic.Int64 // of the first vector that came; 0 before
}

// NewOpenAI makes a client. It does not talk to the endpoint yet.
func NewOpenAI(o OpenAIOptions) (*OpenAI, error) {
	if strings.TrimSpace(o.Model) == "" {
		return nil, souvenir.Errorf(souvenir.Invalid, "The embedding endpoint needs a model name.")
	}
	o.Batch = cmp.Or(o.Batch, 64)
	o.BatchBytes = cmp.Or(o.BatchBytes, 256<<10)
	o.Timeout = cmp.Or(o.Timeout, time.Minute)
	o.HTTP = cmp.Or(o.HTTP, &http.Client{})
	return &OpenAI{options: o}, nil
}

// Name is the model's name. The same model at another address makes the same
// vectors, so the address is no part of it.
func (c *OpenAI) Name() string { return c.options.Model }

// Embed asks for the texts, batch by batch. An error is Unavailable when trying
// again may help: the network, a timeout, a busy or broken endpoint.
func (c *OpenAI) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		n := c.fitting(texts)
		some, err := c.embedBatch(ctx, texts[:n])
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, some...)
		texts = texts[n:]
	}
	return vectors, nil
}

// fitting says how many texts go into the next request: always at least one.
func (c *OpenAI) fitting(texts []string) int {
	n, size := 1, len(texts[0])
	for n < min(len(texts), c.options.Batch) && size+len(texts[n]) <= c.options.BatchBytes {
		size += len(texts[n])
		n++
	}
	return n
}

func (c *OpenAI) embedBatch(ctx context.Context, texts []string) ([][]float32, error) {
	reply, err := c.post(ctx, texts)
	if err != nil {
		return nil, err
	}
	vectors, err := readVectors(reply, len(texts))
	if err != nil {
		return nil, unusable(err)
	}
	for i, v := range vectors {
		if err := vector.Normalize(v); err != nil {
			return nil, unusable(fmt.Errorf("vector %d: %w", i, err))
		}
		if isBlank(texts[i]) {
			clear(v)
		}
	}
	return vectors, c.checkDim(len(vectors[0]))
}

// checkDim refuses vectors that could not be compared with the earlier ones:
// somebody changed the model behind its name.
func (c *OpenAI) checkDim(dim int) error {
	c.dim.CompareAndSwap(0, int64(dim))
	if before := c.dim.Load(); before != int64(dim) {
		return souvenir.Errorf(souvenir.Conflict, "The embedding model %s made vectors of %d numbers and now makes %d.", c.options.Model, before, dim)
	}
	return nil
}

// post sends the texts and gives the body of the reply.
func (c *OpenAI) post(ctx context.Context, texts []string) ([]byte, error) {
	ask, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	req, err := c.request(ask, texts)
	if err != nil {
		return nil, err
	}
	resp, err := c.options.HTTP.Do(req)
	if err != nil {
		return nil, unreachable(ctx, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	switch {
	case resp.StatusCode/100 != 2:
		return nil, refusal(resp.StatusCode, body)
	case err != nil:
		return nil, unreachable(ctx, err)
	case len(body) > maxReply:
		return nil, souvenir.Errorf(souvenir.Unavailable, "The embedding endpoint sent a reply of more than %d MB.", maxReply>>20)
	}
	return body, nil
}

// maxReply is far above 64 vectors of any model.
const maxReply = 64 << 20

func (c *OpenAI) request(ctx context.Context, texts []string) (*http.Request, error) {
	input := make([]string, len(texts))
	for i, text := range texts {
		input[i] = text
		if isBlank(text) {
			input[i] = "." // one blank text makes OpenAI refuse all of them
		}
	}
	body, err := json.Marshal(map[string]any{"model": c.options.Model, "input": input})
	if err != nil {
		return nil, fmt.Errorf("write embedding request: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.options.URL, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("write embedding request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	if c.options.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.options.Key)
	}
	return req, nil
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }
