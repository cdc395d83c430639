package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/souvenir-memory/souvenir"
)

// refuse says no in the words of OpenAI's API.
func refuse(w http.ResponseWriter, status int, message string) {
	kind := "souvenir_error"
	if status < 500 {
		kind = "invalid_request_error"
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": message, "type": kind, "param": nil, "code": nil}})
}

// safely makes an error of a panic: memory must not break a chat.
func safely(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return do()
}

// newReader is nil for no body, so that none is sent.
func newReader(body []byte) io.Reader {
	if len(body) == 0 {
		return nil
	}
	return bytes.NewReader(body)
}

// sentence is what a person, or a model, may read of an error.
func sentence(err error) string {
	if e, ok := errors.AsType[*souvenir.Error](err); ok {
		return e.Message
	}
	return "something went wrong."
}
