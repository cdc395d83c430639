package llm

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"
)

// recorded is one line of a record.
type recorded struct {
	Time    time.Time `json:"time"` // when it was asked
	Took    float64   `json:"took"` // seconds
	Request Request   `json:"request"`
	Reply   *Reply    `json:"reply,omitempty"`
	Error   string    `json:"error,omitempty"`
}

// Record writes down what was asked and what came of it, a line of JSON for each
// call, in the order in which they end. The key is no part of either. What cannot
// be written is lost: a full disk must not keep a model from being asked.
func Record(c Client, w io.Writer) Client {
	var mu sync.Mutex // a line at a time
	return Func(func(ctx context.Context, r Request) (Reply, error) {
		began := time.Now()
		reply, err := c.Chat(ctx, r)
		line := recorded{Time: began.UTC(), Took: time.Since(began).Seconds(), Request: r}
		if err != nil {
			line.Error = err.Error()
		} else {
			line.Reply = &reply
		}
		if text, failed := json.Marshal(line); failed == nil {
			mu.Lock()
			defer mu.Unlock()
			w.Write(append(text, '\n'))
		}
		return reply, err
	})
}
