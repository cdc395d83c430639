// Package chat is a conversation with a model through Souvenir's proxy, as somebody
// at a terminal has it: it keeps what was said, streams the answers, and says what
// was recalled for them.
package chat

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// Endpoint is where the proxy is.
type Endpoint struct {
	URL  string       // without /v1
	Key  string       // "" means none
	HTTP *http.Client // nil means http.DefaultClient
}

// Options of a Talk.
type Options struct {
	Endpoint
	User, Agent, Conversation string
	Model                     string
	System                    string // what the model is told first; "" means nothing
}

// Talk is one conversation. It is for one goroutine.
type Talk struct {
	Options
	Private bool // nothing is recalled for what is said now, and nothing of it kept

	said []message
}

// message is what one side said.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`

	private bool
}

// Answer is what came back.
type Answer struct {
	Text     string   `json:"answer"`
	Memory   string   `json:"memory"`             // on, or off and why
	Recalled []string `json:"recalled,omitempty"` // what the model was told about the user
	Thought  bool     `json:"-"`                  // the model thought aloud, apart from its answer
}

// Remembers says that the exchange is kept.
func (a Answer) Remembers() bool { return a.Memory == "on" }

// New begins a conversation.
func New(o Options) *Talk { return &Talk{Options: o} }

// Again begins another conversation in the same way.
func (t *Talk) Again(conversation string) *Talk {
	another := &Talk{Options: t.Options, Private: t.Private}
	another.Conversation = conversation
	return another
}

// Continue takes up what was said before.
func (t *Talk) Continue(ms []souvenir.Message) {
	for _, m := range ms {
		if m.Role == souvenir.User || m.Role == souvenir.Assistant {
			t.said = append(t.said, message{Role: string(m.Role), Content: m.Content})
		}
	}
}

// Publish leaves out from now on what was said in private, so that nothing of it
// gets into an answer that is kept.
func (t *Talk) Publish() {
	t.Private = false
	var open []message
	for _, m := range t.said {
		if !m.private {
			open = append(open, m)
		}
	}
	t.said = open
}

// Hearer hears an answer while it comes.
type Hearer struct {
	Begin func(Answer) // before its first piece: what was recalled
	Piece func(Piece)
}

// Say says something and gives the answer; h hears it as it comes. An
// answer that breaks off is given as far as it came, with an error, and is part of
// the conversation. What got no answer at all was not said.
func (t *Talk) Say(ctx context.Context, text string, h Hearer) (Answer, error) {
	before := len(t.said)
	t.said = append(t.said, message{Role: "user", Content: text, private: t.Private})
	a, err := t.ask(ctx, h)
	if a.Text == "" {
		t.said = t.said[:before]
		return a, err
	}
	t.said = append(t.said, message{Role: "assistant", Content: a.Text, private: t.Private})
	return a, err
}

func (t *Talk) ask(ctx context.Context, h Hearer) (Answer, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	said := t.said
	if t.System != "" {
		said = append([]message{{Role: "system", Content: t.System}}, said...)
	}
	body, err := json.Marshal(map[string]any{"model": t.Model, "messages": said, "stream": true})
	if err != nil {
		return Answer{}, err
	}
	r, err := t.request(ctx, http.MethodPost, "/v1/chat/completions", body)
	if err != nil {
		return Answer{}, err
	}
	for name, value := range t.headers() {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	res, err := t.do(r)
	if err != nil {
		return Answer{}, err
	}
	defer res.Body.Close()
	a := Answer{Memory: cmp.Or(res.Header.Get("X-Souvenir-Memory"), "off: nobody says that it is on")}
	_ = json.Unmarshal([]byte(res.Header.Get("X-Souvenir-Recalled")), &a.Recalled) // none where it is not there
	h.Begin(a)
	err = listen(res, &a, h.Piece)
	return a, err
}

func (t *Talk) headers() map[string]string {
	memory := "on"
	if t.Private {
		memory = "off"
	}
	return map[string]string{
		"X-Souvenir-User": t.User, "X-Souvenir-Agent": t.Agent, "X-Souvenir-Conversation": t.Conversation,
		"X-Souvenir-Memory": memory, "X-Souvenir-Incremental": "on", "X-Souvenir-Explain": "on",
	}
}

// Models are the names of the models that can be talked to.
func (e Endpoint) Models(ctx context.Context) ([]string, error) {
	r, err := e.request(ctx, http.MethodGet, "/v1/models", nil)
	if err != nil {
		return nil, err
	}
	res, err := e.do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	var list struct{ Data []struct{ ID string } }
	if err := json.NewDecoder(io.LimitReader(res.Body, 8<<20)).Decode(&list); err != nil {
		return nil, souvenir.Errorf(souvenir.Unavailable, "The upstream's list of models cannot be read.")
	}
	var names []string
	for _, m := range list.Data {
		names = append(names, m.ID)
	}
	return names, nil
}

func (e Endpoint) request(ctx context.Context, method, path string, body []byte) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimRight(e.URL, "/")+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if e.Key != "" {
		r.Header.Set("Authorization", "Bearer "+e.Key)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r, nil
}

// do gives an answer that is no refusal.
func (e Endpoint) do(r *http.Request) (*http.Response, error) {
	res, err := cmp.Or(e.HTTP, http.DefaultClient).Do(r)
	switch {
	case r.Context().Err() != nil:
		if err == nil {
			res.Body.Close()
		}
		return nil, r.Context().Err()
	case err != nil:
		return nil, souvenir.Errorf(souvenir.Unavailable, "Souvenir does not answer at %s: %v", e.URL, unwrapped(err))
	case res.StatusCode >= 300:
		defer res.Body.Close()
		return nil, refused(res)
	}
	return res, nil
}
