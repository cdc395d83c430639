package llm

import (
	"context"
	"fmt"
)

// Limit lets at most n calls through at the same time; the others wait their
// turn. 0 means any number.
func Limit(c Client, n int) Client {
	if n <= 0 {
		return c
	}
	turns := make(chan struct{}, n)
	return Func(func(ctx context.Context, r Request) (Reply, error) {
		select {
		case turns <- struct{}{}:
			defer func() { <-turns }()
			return c.Chat(ctx, r)
		case <-ctx.Done():
			return Reply{}, fmt.Errorf("wait for the model: %w", context.Cause(ctx))
		}
	})
}

// Meter tells what every reply cost. Count is called from many goroutines.
func Meter(c Client, count func(Usage)) Client {
	return Func(func(ctx context.Context, r Request) (Reply, error) {
		reply, err := c.Chat(ctx, r)
		if err == nil {
			count(reply.Usage)
		}
		return reply, err
	})
}
