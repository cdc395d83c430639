package chat

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// Piece is a part of an answer as it comes.
type Piece struct {
	Text    string
	Thought bool // it is what the model thinks aloud, and not its answer
}

// chunk is as much of an event, or of a whole answer, as we look at.
type chunk struct {
	Choices []struct {
		Delta   delta   `json:"delta"`
		Message delta   `json:"message"`
		Finish  *string `json:"finish_reason"`
	} `json:"choices"`
	Error json.RawMessage `json:"error"`
}

type delta struct {
	Content   *string `json:"content"`
	Refusal   *string `json:"refusal"`
	Reasoning string  `json:"reasoning_content"`
	Thinking  string  `json:"reasoning"` // as others call it
}

// longest is how much of an answer is listened to, and how long a line of it may be.
const longest = 32 << 20

// listen reads an answer, whole or in pieces.
func listen(res *http.Response, a *Answer, hear func(Piece)) error {
	e := &hearing{answer: a, hear: hear}
	err := e.read(io.LimitReader(res.Body, longest), strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream"))
	switch {
	case res.Request != nil && res.Request.Context().Err() != nil:
		return res.Request.Context().Err()
	case err != nil:
		return err
	case !e.whole:
		return souvenir.Errorf(souvenir.Unavailable, "The answer broke off.")
	}
	return nil
}

// hearing is an answer while it comes.
type hearing struct {
	answer *Answer
	hear   func(Piece)
	whole  bool // it came to its end
}

func (h *hearing) read(body io.Reader, stream bool) error {
	if !stream {
		text, err := io.ReadAll(body)
		if err != nil {
			return nil // it broke off
		}
		return h.take(text)
	}
	lines := bufio.NewReader(body)
	for {
		line, err := lines.ReadBytes('\n')
		if data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:")); ok {
			if wrong := h.event(bytes.TrimSpace(data)); wrong != nil {
				return wrong
			}
		}
		if err != nil {
			return nil // the end, or a break, which is told by what is missing
		}
	}
}

func (h *hearing) event(data []byte) error {
	if string(data) == "[DONE]" {
		h.whole = true
		return nil
	}
	return h.take(data)
}

func (h *hearing) take(data []byte) error {
	var c chunk
	if json.Unmarshal(data, &c) != nil {
		return nil // something that we do not know
	}
	if len(c.Error) > 0 && string(c.Error) != "null" {
		return souvenir.Errorf(souvenir.Unavailable, "The model's server says: %s", complaint(data))
	}
	if len(c.Choices) == 0 {
		return nil
	}
	first := c.Choices[0]
	for _, d := range []delta{first.Delta, first.Message} {
		h.piece(d.Reasoning+d.Thinking, true)
		for _, text := range []*string{d.Content, d.Refusal} {
			if text != nil {
				h.piece(*text, false)
			}
		}
	}
	h.whole = h.whole || first.Finish != nil
	return nil
}

func (h *hearing) piece(text string, thought bool) {
	if text == "" {
		return
	}
	if thought {
		h.answer.Thought = true
	} else {
		h.answer.Text += text
	}
	h.hear(Piece{text, thought})
}
