//go:build unix

package main_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
)

// fact is one thing that somebody asks to be remembered, in a message of its own.
type fact struct{ user, conversation, message, content string }

// load is what a number of clients post: facts of which no two are the same.
type load struct {
	clients [][]fact // by client, in the order in which it posts them

	mu           sync.Mutex
	acknowledged []fact // the server said that it has them
}

// newLoad gives each client a user of its own, whose facts are spread over some
// conversations in turn.
func newLoad(clients, conversations, facts int) *load {
	l := &load{clients: make([][]fact, clients)}
	for i := range facts {
		c := i % clients
		n := len(l.clients[c])
		l.clients[c] = append(l.clients[c], fact{
			user:         fmt.Sprint("user-", c),
			conversation: fmt.Sprint("talk-", c, "-", n%conversations),
			message:      fmt.Sprint("m-", n),
			content:      fmt.Sprintf("box %d of room %d holds a %s", n, c, things[i%len(things)]),
		})
	}
	return l
}

var things = []string{"lamp", "red scarf", "broken clock", "map of Lyon", "jar of honey", "茶壶", "cello bow"}

// another adds a fact, in a conversation of its own, that somebody else will post.
func (l *load) another() fact {
	n := len(l.clients[0])
	f := fact{l.clients[0][0].user, fmt.Sprint("aside-", n), fmt.Sprint("m-", n), fmt.Sprintf("box %d is empty", n)}
	l.clients[0] = append(l.clients[0], f)
	return f
}

// all are the facts of every client.
func (l *load) all() []fact { return slices.Concat(l.clients...) }

// byUser sorts out whose facts they are.
func byUser(fs []fact) map[string][]fact {
	out := map[string][]fact{}
	for _, f := range fs {
		out[f.user] = append(out[f.user], f)
	}
	return out
}

// post lets all clients post at once, each until all it has is acknowledged.
// Server gives the server as it is now: it may be another one at the next try.
func (l *load) post(t *testing.T, server func() *client.Client) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var posting sync.WaitGroup
	for _, facts := range l.clients {
		posting.Go(func() {
			for _, f := range facts {
				if err := l.postOne(ctx, server, f); err != nil {
					t.Errorf("post %s of %s: %v", f.message, f.user, err)
					return
				}
			}
		})
	}
	posting.Wait()
}

// postOne posts a fact until it is acknowledged. Only the silence of a server is
// answered by trying again; what it says counts.
func (l *load) postOne(ctx context.Context, server func() *client.Client, f fact) error {
	var refused error
	err := poll(ctx, func() bool {
		_, err := server().Remember(ctx, f.conversation, f.talk(), 0)
		if err == nil {
			l.acknowledge(f)
			return true
		}
		if e, ok := errors.AsType[*souvenir.Error](err); ok && e.Code != souvenir.Unavailable {
			refused = err
		}
		return refused != nil
	})
	return errors.Join(err, refused)
}

func (f fact) talk() souvenir.Talk {
	return souvenir.Talk{User: f.user, Messages: []souvenir.Said{
		{ID: f.message, Role: souvenir.User, Content: "Remember that " + f.content, At: time.Now().UTC()},
	}}
}

func (l *load) acknowledge(f fact) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acknowledged = append(l.acknowledged, f)
}

// acknowledgedSoFar are the facts that must never be lost from here on.
func (l *load) acknowledgedSoFar() []fact {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.acknowledged)
}

// stored checks that the messages of these facts are there.
func stored(t *testing.T, c *client.Client, facts []fact) {
	t.Helper()
	type place struct{ user, conversation string }
	there := map[place]map[string]string{} // content by message
	for _, f := range facts {
		at := place{f.user, f.conversation}
		if there[at] == nil {
			there[at] = map[string]string{}
			for _, m := range pages(t, func(cursor string) (souvenir.List[souvenir.Message], error) {
				return c.Messages(t.Context(), f.user, f.conversation, cursor)
			}) {
				there[at][m.ID] = m.Content
			}
		}
		if got, want := there[at][f.message], "Remember that "+f.content; got != want {
			t.Errorf("message %s of %s is %q after it was acknowledged as %q", f.message, f.conversation, got, want)
		}
	}
}

// drained waits until there is nothing left to work on.
func drained(t *testing.T, c *client.Client) {
	t.Helper()
	until(t, "the queue is empty", func() bool {
		q, err := c.Queue(t.Context())
		return err == nil && q.Queued == 0 && q.Running == 0
	})
}

// rememberedOnce checks that every fact became exactly one memory, by one change,
// that its message has its outcome, and that there is nothing else.
func rememberedOnce(t *testing.T, c *client.Client, facts []fact) {
	t.Helper()
	stats, err := c.Stats(t.Context(), 30)
	if err != nil {
		t.Fatal(err)
	}
	n := int64(len(facts))
	if want := map[string]int64{"active": n}; !maps.Equal(stats.Memories, want) {
		t.Errorf("memories are %v, want %v", stats.Memories, want)
	}
	if want := map[string]int64{"remembered": n}; !maps.Equal(stats.Outcomes, want) {
		t.Errorf("outcomes are %v, want %v", stats.Outcomes, want)
	}
	if want := map[string]int64{"done": n}; !maps.Equal(stats.Jobs, want) {
		t.Errorf("jobs are %v, want %v", stats.Jobs, want)
	}
	var checking sync.WaitGroup
	for user, facts := range byUser(facts) {
		checking.Go(func() { userRemembersOnce(t, c, user, facts) })
	}
	checking.Wait()
}

// userRemembersOnce is rememberedOnce for one user. It runs beside the others, so
// it never ends the test.
func userRemembersOnce(t *testing.T, c *client.Client, user string, facts []fact) {
	memories := pages(t, func(cursor string) (souvenir.List[souvenir.Memory], error) {
		return c.Memories(t.Context(), client.Filter{User: user, Cursor: cursor, Limit: 500})
	})
	slices.Reverse(memories) // oldest first
	byContent := map[string]souvenir.Memory{}
	got := map[string][]string{} // contents by conversation, in the order in which they were learnt
	for _, m := range memories {
		byContent[m.Content] = m
		got[m.Conversation] = append(got[m.Conversation], m.Content)
		if m.Confirmations != 1 {
			t.Errorf("%q has %d confirmations, want the one of its message", m.Content, m.Confirmations)
		}
	}
	want := map[string][]string{}
	for _, f := range facts {
		want[f.conversation] = append(want[f.conversation], f.content)
	}
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%s remembers %v, want %v", user, got, want)
		return
	}
	outcomesPoint(t, c, user, want, byContent)
	for _, f := range facts {
		createdOnce(t, c, byContent[f.content], f)
	}
}

// outcomesPoint checks that each message has one outcome, which leads to its memory.
func outcomesPoint(t *testing.T, c *client.Client, user string, conversations map[string][]string, byContent map[string]souvenir.Memory) {
	for conversation, contents := range conversations {
		outcomes := pages(t, func(cursor string) (souvenir.List[souvenir.Outcome], error) {
			return c.Outcomes(t.Context(), user, conversation, cursor)
		})
		var got, want [][]string
		for _, o := range outcomes {
			got = append(got, append([]string{string(o.State)}, o.Memories...))
		}
		for _, content := range contents {
			want = append(want, []string{"remembered", byContent[content].ID})
		}
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("outcomes of %s are %v, want %v", conversation, got, want)
		}
	}
}

func createdOnce(t *testing.T, c *client.Client, m souvenir.Memory, f fact) {
	history, err := c.History(t.Context(), m.ID)
	if err != nil {
		t.Error(err)
		return
	}
	var operations []string
	for _, change := range history.Items {
		operations = append(operations, change.Operation)
	}
	if !slices.Equal(operations, []string{"create"}) {
		t.Errorf("history of %q is %v, want one create", f.content, operations)
		return
	}
	if cause := history.Items[0].Cause.Messages; !slices.Equal(cause, []string{f.message}) {
		t.Errorf("%q came of messages %v, want %s", f.content, cause, f.message)
	}
}

// pages reads a list to its end.
func pages[T any](t *testing.T, page func(cursor string) (souvenir.List[T], error)) []T {
	t.Helper()
	var all []T
	for cursor := ""; ; {
		p, err := page(cursor)
		if err != nil {
			t.Error(err)
			return all
		}
		all = append(all, p.Items...)
		if p.Next == "" {
			return all
		}
		cursor = p.Next
	}
}
