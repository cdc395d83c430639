package llm

import (
	"context"
	"fmt"
	"time"

	"github.com/souvenir-memory/souvenir"
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

// Cap asks before each call whether it may be made, such as by what was spent
// today, and refuses with what it says.
func Cap(c Client, allowed func(ctx context.Context) error) Client {
	return Func(func(ctx context.Context, r Request) (Reply, error) {
		if err := allowed(ctx); err != nil {
			return Reply{}, err
		}
		return c.Chat(ctx, r)
	})
}

// Retry asks a model again that was away, for callers without a queue behind
// them: so many attempts in all, with a wait in between that is longer when the
// endpoint asks for it.
func Retry(c Client, attempts int, wait time.Duration) Client {
	return Func(func(ctx context.Context, r Request) (Reply, error) {
		for attempt := 1; ; attempt++ {
			reply, err := c.Chat(ctx, r)
			if souvenir.CodeOf(err) != souvenir.Unavailable || attempt >= attempts {
				return reply, err
			}
			if err := sleep(ctx, max(wait, RetryAfter(err))); err != nil {
				return Reply{}, err
			}
		}
	})
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return fmt.Errorf("wait for the model: %w", context.Cause(ctx))
	case <-timer.C:
		return nil
	}
}
