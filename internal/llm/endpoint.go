package llm

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Options of an Endpoint.
type Options struct {
	BaseURL  string        // http://host:port, with or without /v1
	Key      string        // sent as a bearer token; empty means none
	Model    string        // asked when a request names none; may be empty when all do
	Timeout  time.Duration // of one call; 0 means 60s
	MaxReply int64         // bytes of one reply; 0 means 8 MiB
	HTTP     *http.Client  // nil means a client of its own
}

// Endpoint speaks OpenAI's chat API: OpenAI, Ollama, vLLM, llama.cpp, LM Studio,
// OpenRouter and many more.
type Endpoint struct {
	url     string
	options Options
}

// New makes a client of an endpoint. It does not talk to it yet.
func New(o Options) (*Endpoint, error) {
	url, err := URL(o.BaseURL, "chat/completions")
	if err != nil {
		return nil, err
	}
	if strings.ContainsAny(o.Key, "\r\n\x00") {
		return nil, souvenir.Errorf(souvenir.Invalid, "The key of the model endpoint contains a line break.")
	}
	o.Timeout = cmp.Or(o.Timeout, time.Minute)
	o.MaxReply = cmp.Or(o.MaxReply, 8<<20)
	o.HTTP = cmp.Or(o.HTTP, &http.Client{})
	return &Endpoint{url: url, options: o}, nil
}

// Chat asks the model. An error is Unavailable when trying again may help: the
// network, a timeout, a busy or broken endpoint. It is Denied when the key is
// refused, and Invalid when the request or the configuration is wrong.
func (e *Endpoint) Chat(ctx context.Context, r Request) (Reply, error) {
	r.Model = cmp.Or(r.Model, e.options.Model)
	if r.Model == "" {
		return Reply{}, souvenir.Errorf(souvenir.Invalid, "The model endpoint needs the name of a model.")
	}
	body, err := writeRequest(r)
	if err != nil {
		return Reply{}, err
	}
	text, err := e.post(ctx, body)
	if err != nil {
		return Reply{}, err
	}
	reply, err := readReply(text)
	if err != nil {
		return Reply{}, e.unusable(err)
	}
	reply.Form = r.form()
	return counted(r, reply), nil
}

// post sends the request and gives the body of the reply.
func (e *Endpoint) post(ctx context.Context, body []byte) ([]byte, error) {
	asking, cancel := context.WithTimeout(ctx, e.options.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(asking, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("write model request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if e.options.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.options.Key)
	}
	resp, err := e.options.HTTP.Do(req)
	if err != nil {
		return nil, e.unreachable(ctx, err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, e.options.MaxReply+1))
	switch {
	case resp.StatusCode/100 != 2:
		return nil, e.refusal(resp, text)
	case err != nil:
		return nil, e.unreachable(ctx, err)
	case int64(len(text)) > e.options.MaxReply:
		return nil, e.unusable(fmt.Errorf("it is longer than %d bytes", e.options.MaxReply))
	}
	return text, nil
}
