package llm

import (
	"cmp"
	"context"
	"fmt"
	"sync"
)

// AdaptOptions say what is known about models before anybody asks them, and who
// wants to know what is found out.
type AdaptOptions struct {
	Model  string                            // who is meant by a request that names nobody
	Known  func(model string) (Traits, bool) // asked once per model; nil means that nothing is known
	Learnt func(model string, traits Traits) // told one at a time, the latest last; nil means that nobody listens
}

// Adapt asks every model the way it wants to be asked. It tries the forms of a
// shape from the strictest to plain text, leaves out what the model refuses to be
// told, and remembers what worked. What is busy, broken or locked says nothing
// about a model: only a refusal of the request itself does.
func Adapt(c Client, o AdaptOptions) Client {
	return &adapter{client: c, options: o, models: map[string]*acquaintance{}}
}

type adapter struct {
	client  Client
	options AdaptOptions
	telling sync.Mutex // one Learnt at a time

	mu     sync.Mutex
	models map[string]*acquaintance
}

// acquaintance is what we know about a model. The adapter's mutex guards it.
type acquaintance struct {
	traits   Traits
	proven   bool          // a shaped reply came in this form
	wordy    int           // replies in a row that were text in place of a call
	scouting chan struct{} // closed when the one who tries first is back; nil when nobody does
}

// Chat asks the model, again and differently as long as it refuses the way.
func (a *adapter) Chat(ctx context.Context, r Request) (Reply, error) {
	model := cmp.Or(r.Model, a.options.Model)
	traits, done, err := a.meet(ctx, model, r.shaped())
	if err != nil {
		return Reply{}, err
	}
	defer done()
	r.Traits = traits
	n := negotiation{request: r, began: traits, tried: map[Traits]bool{traits: true}}
	for {
		reply, err := a.client.Chat(ctx, n.request)
		if err == nil {
			a.learn(model, n, reply)
			return reply, nil
		}
		if !n.differently(err) {
			return Reply{}, n.outcome(err)
		}
	}
}

// meet gives what is known about a model. While nobody has had a shaped reply of
// it, one caller goes ahead and the others wait for what they find out, once:
// should it be nothing, they go all the same.
func (a *adapter) meet(ctx context.Context, model string, shaped bool) (t Traits, done func(), err error) {
	a.introduce(model)
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.models[model]
	switch {
	case m.proven || !shaped:
		return m.traits, func() {}, nil
	case m.scouting == nil:
		m.scouting = make(chan struct{})
		return m.traits, func() { a.back(m) }, nil
	}
	ahead := m.scouting
	a.mu.Unlock()
	select {
	case <-ahead:
	case <-ctx.Done():
		err = fmt.Errorf("wait for the model: %w", context.Cause(ctx))
	}
	a.mu.Lock()
	return m.traits, func() {}, err
}

// introduce makes sure that we have heard of a model.
func (a *adapter) introduce(model string) {
	a.mu.Lock()
	_, met := a.models[model]
	a.mu.Unlock()
	if met {
		return
	}
	m := &acquaintance{}
	if a.options.Known != nil {
		if t, known := a.options.Known(model); known {
			m.traits, m.proven = t, t.Form != ""
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.models[model] == nil {
		a.models[model] = m
	}
}

// back lets those go who waited for the first.
func (a *adapter) back(m *acquaintance) {
	a.mu.Lock()
	defer a.mu.Unlock()
	close(m.scouting)
	m.scouting = nil
}

// learn takes over what worked, and tells it.
func (a *adapter) learn(model string, n negotiation, reply Reply) {
	a.mu.Lock()
	m := a.models[model]
	before := m.traits
	n.teach(m, reply)
	changed := m.traits != before
	a.mu.Unlock()
	if changed && a.options.Learnt != nil {
		a.tell(model)
	}
}

func (a *adapter) tell(model string) {
	a.telling.Lock()
	defer a.telling.Unlock()
	a.mu.Lock()
	latest := a.models[model].traits
	a.mu.Unlock()
	a.options.Learnt(model, latest)
}
