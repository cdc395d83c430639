package eval

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// run is one measurement on its way.
type run struct {
	Benchmark
	Options
	product Product
	total   int // questions to ask
	asked   []asked
	told    Told
	costs   costs
	model   string // of the vectors
}

// asked is what came of one question.
type asked struct {
	Question
	turns    []int // rank of each wanted turn
	sessions []int
	tokens   int
	took     time.Duration
	first    bool   // of its person
	block    string // kept for whoever answers
	answered *answered
}

// Told counts what the product was told.
type Told struct {
	People   int `json:"people"`
	Sessions int `json:"sessions"`
	Messages int `json:"messages"`
}

// recallAll tells every past and asks what is asked about it.
func (r *run) recallAll(ctx context.Context, data io.Reader) error {
	for s, err := range r.Read(data) {
		if err != nil {
			return err
		}
		if err := r.tell(ctx, s); err != nil {
			return err
		}
		for i, q := range s.Questions {
			if len(r.asked) == r.total {
				return nil
			}
			if err := r.ask(ctx, s.User, q); err != nil {
				return err
			}
			r.asked[len(r.asked)-1].first = i == 0
			r.Progress("questions asked", int64(len(r.asked)), int64(r.total))
		}
	}
	return nil
}

// tell has a past remembered, and waits until it is.
func (r *run) tell(ctx context.Context, s Sample) error {
	r.told.People++
	for _, t := range s.Talks {
		r.told.Sessions++
		for part := range slices.Chunk(t.Messages, 500) {
			some := t.Talk
			some.User, some.Messages = s.User, part
			if _, err := r.product.Remember(ctx, t.Conversation, some, 0); err != nil {
				return fmt.Errorf("tell %s of %s: %w", t.Conversation, s.User, err)
			}
			r.told.Messages += len(part)
		}
	}
	return r.settle(ctx)
}

// settle waits until every text has its vector and nothing waits to be extracted.
// It gives up when nothing moves any more: numbers without vectors would look
// like a result.
func (r *run) settle(ctx context.Context) error {
	least, most, moved := int64(-1), int64(0), time.Now()
	for {
		left, err := r.unsettled(ctx)
		if err != nil || left == 0 {
			return err
		}
		if least < 0 || left < least {
			least, moved = left, time.Now()
		}
		if time.Since(moved) > r.Patience {
			return souvenir.Errorf(souvenir.Unavailable, "%d texts and jobs are waiting for vectors or extraction, and none was done for %v. Is the embedding model away?", left, r.Patience)
		}
		if most = max(most, left); most > 5000 {
			r.Progress("texts and jobs worked on", most-left, most)
		}
		if err := sleep(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}

func (r *run) unsettled(ctx context.Context) (int64, error) {
	e, err := r.product.Embedding(ctx)
	if err != nil {
		return 0, err
	}
	r.model = e.Model
	q, err := r.product.Queue(ctx)
	return e.Pending + q.Queued + q.Running, err
}

// ask asks one question and looks at what is found.
func (r *run) ask(ctx context.Context, user string, q Question) error {
	began := time.Now()
	found, err := r.product.Recall(ctx, souvenir.Query{User: user, Query: q.Text, Turns: new(r.depth(r.Sessions)), Budget: r.Budget})
	took := time.Since(began)
	if err != nil {
		return fmt.Errorf("ask %s: %w", q.ID, err)
	}
	a := asked{Question: q, tokens: found.Tokens, took: took, turns: turnRanks(q.Turns, found.Turns), sessions: sessionRanks(q.Sessions, found.Turns)}
	if r.Model != nil {
		a.block = found.Block
	}
	r.asked = append(r.asked, a)
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
