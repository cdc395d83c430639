package llm

import (
	"context"
	"time"
)

// Watch tells how every call ended and how long it took. Told is called from many
// goroutines.
func Watch(c Client, told func(took time.Duration, err error)) Client {
	return Func(func(ctx context.Context, r Request) (Reply, error) {
		began := time.Now()
		reply, err := c.Chat(ctx, r)
		if err == nil || ctx.Err() == nil { // who gave up says nothing about the model
			told(time.Since(began), err)
		}
		return reply, err
	})
}
