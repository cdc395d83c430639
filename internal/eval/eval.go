// Package eval measures recall through the product itself: it tells a past to a
// fresh memory, message by message, asks the benchmark's questions, and counts
// how much of what it should have found is in the answer. With a model it also
// answers from what was recalled, and has the answers judged.
package eval

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm"
)

// Product is what is measured, through the door that everyone uses. A
// client.Client is one.
type Product interface {
	Remember(ctx context.Context, conversation string, t souvenir.Talk, wait time.Duration) (souvenir.Accepted, error)
	Recall(ctx context.Context, q souvenir.Query) (souvenir.Recall, error)
	Embedding(ctx context.Context) (souvenir.EmbeddingState, error)
	Queue(ctx context.Context) (souvenir.QueueState, error)
}

// Benchmark is one kind of file with questions.
type Benchmark struct {
	Name     string
	Groups   []string // kinds of questions, in the order of the tables
	Sessions bool     // whole sessions are looked for as well as turns
	Read     func(io.Reader) iter.Seq2[Sample, error]
}

// Options of a run. The zero value asks everything and answers nothing.
type Options struct {
	K        []int                                // after how many hits to count; nil means 5, 10, 20, 50
	Limit    int                                  // questions at most; 0 means all
	Budget   int                                  // tokens of the block; 0 means the product's own
	Details  bool                                 // keep what came of every question
	Model    llm.Client                           // answers and judges; nil means that nobody does
	Tokens   int                                  // of one reply of the model; 0 means as many as it likes
	Parallel int                                  // questions that the model works on at a time; 0 means 4
	Pause    time.Duration                        // before a model that was away is asked again; 0 means 5s
	Patience time.Duration                        // with a product that does not get done; 0 means 2m
	Progress func(what string, done, total int64) // may be nil
}

func (o Options) complete() Options {
	if len(o.K) == 0 {
		o.K = []int{5, 10, 20, 50}
	}
	o.K = slices.Compact(slices.Sorted(slices.Values(o.K)))
	o.Parallel = cmp.Or(o.Parallel, 4)
	o.Pause = cmp.Or(o.Pause, 5*time.Second)
	o.Patience = cmp.Or(o.Patience, 2*time.Minute)
	if o.Progress == nil {
		o.Progress = func(string, int64, int64) {}
	}
	return o
}

// maxTurns is how many turns the product gives at most.
const maxTurns = 200

// depth is how many turns to recall: as many as are counted. To have as many
// sessions takes more, because several turns of one come together.
func (o Options) depth(sessions bool) int {
	most := o.K[len(o.K)-1]
	if sessions {
		most *= 4
	}
	return min(most, maxTurns)
}

// check refuses what could not be measured.
func (o Options) check() error {
	if o.K[0] < 1 || o.K[len(o.K)-1] > maxTurns {
		return souvenir.Errorf(souvenir.Invalid, "Hits can be counted after 1 to %d, not after %v.", maxTurns, o.K)
	}
	return nil
}

// Run measures. When it is interrupted, or the model stays away, the report
// tells of the questions that were done until then.
func Run(ctx context.Context, b Benchmark, data io.ReadSeeker, p Product, o Options) (Report, error) {
	o = o.complete()
	if err := o.check(); err != nil {
		return Report{}, err
	}
	total, err := count(b, data, o.Limit)
	if err != nil {
		return Report{}, souvenir.Errorf(souvenir.Invalid, "This is no %s file that could be read: %v", b.Name, err)
	}
	r := &run{Benchmark: b, Options: o, product: p, total: total}
	err = r.recallAll(ctx, data)
	if err == nil && o.Model != nil {
		err = r.answerAll(ctx)
	}
	return r.report(), err
}

// count reads the whole file once, so that what is wrong with it is found before
// the work and not after half of it.
func count(b Benchmark, data io.ReadSeeker, limit int) (questions int, err error) {
	for s, err := range b.Read(data) {
		if err != nil {
			return 0, err
		}
		if questions += len(s.Questions); limit > 0 && questions >= limit {
			questions = limit
			break
		}
	}
	if questions == 0 {
		return 0, fmt.Errorf("there is no question in it")
	}
	_, err = data.Seek(0, io.SeekStart)
	return questions, err
}
