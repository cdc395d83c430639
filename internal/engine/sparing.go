package engine

import "context"

// sparing does something in the background when there is a processor to spare:
// whoever waits for an answer always finds one that is free. What waits for
// others, such as a model, should not be done in it.
func (e *Engine) sparing(ctx context.Context, do func() error) error {
	select {
	case e.spare <- struct{}{}:
		defer func() { <-e.spare }()
		return do()
	case <-ctx.Done():
		return ctx.Err()
	}
}
