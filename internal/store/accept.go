package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// Post is what a caller wants remembered: messages of one conversation.
type Post struct {
	Scope        souvenir.Scope
	Source       string
	Participants []string
	Partner      string
	Relation     string
	URL          string
	Messages     []souvenir.Message
	Styles       []string // empty means the configured ones, chosen when the job runs
	MaxTurns     int      // user turns of one job at most; 0 means all
	Skip         string   // when not empty, nothing is queued, for this reason
	QueueLimit   int      // jobs that may wait; 0 means any number
	Gather       *Gather  // when not nil, read it together with what comes next
	Again        bool     // ids are made of what was said: one that came before, and not last, was said again
}

// Receipt says how each message of a post stands.
type Receipt struct {
	Outcomes []souvenir.Outcome // in the order of the post
	Queued   int                // jobs enqueued
	Dropped  []souvenir.Job     // jobs that had to make room
}

// Accept stores the messages and their jobs in one transaction, so a message
// that was acknowledged is always going to be extracted, even if we crash right
// after. A message that is already there is left as it is.
func (s *Store) Accept(ctx context.Context, p Post) (Receipt, error) {
	var r Receipt
	texts := s.documents(p) // cut into words here, where nobody waits for us
	err := s.update(ctx, func(t tx) error {
		r = Receipt{}
		return t.accept(p, texts, &r)
	})
	return r, err
}

func (t tx) accept(p Post, texts []document, r *Receipt) error {
	sc := p.Scope
	conv, _, err := first(t.session, conversations, "touch_conversation",
		sc.Tenant, sc.User, sc.Conversation, sc.Agent, p.Source, asJSON(&p.Participants), p.Partner, p.Relation, p.URL, t.now.UnixMicro())
	if err != nil {
		return err
	}
	state, reason := souvenir.Queued, ""
	switch {
	case conv.Private:
		state, reason = souvenir.Private, "The conversation is private."
	case p.Skip != "":
		state, reason = souvenir.Skipped, p.Skip
	}
	var fresh []souvenir.Message
	for i, m := range p.Messages {
		m.Seq = conv.Messages + int64(len(fresh)) + 1
		if p.Again && m.Role == souvenir.User {
			if m.ID, err = t.again(sc, m); err != nil {
				return err
			}
		}
		o, n, err := t.acceptMessage(sc, m, souvenir.Outcome{Message: m.ID, State: state, Reason: reason, UpdatedAt: t.now})
		if err != nil {
			return err
		}
		if texts[i].n = n; n != 0 {
			fresh = append(fresh, m)
		}
		r.Outcomes = append(r.Outcomes, o)
	}
	if _, err := t.exec("count_messages", sc.Tenant, sc.User, sc.Conversation, len(fresh)); err != nil {
		return err
	}
	if state != souvenir.Private {
		if err := t.indexMessages(texts); err != nil {
			return err
		}
	}
	if state != souvenir.Queued {
		return nil
	}
	return t.enqueueMessages(p, fresh, r)
}

// again gives what a user says an id of its own if it was said before. What they
// said last is the same once more: somebody tries again, or goes on with a tool.
func (t tx) again(sc souvenir.Scope, m souvenir.Message) (string, error) {
	var last string
	var before bool
	if _, err := t.one("said_last", []any{sc.Tenant, sc.User, sc.Conversation, m.ID}, &last, &before); err != nil {
		return "", err
	}
	switch {
	case last == m.ID || strings.HasPrefix(last, m.ID+"~"):
		return last, nil
	case before:
		return fmt.Sprintf("%s~%d", m.ID, m.Seq), nil
	}
	return m.ID, nil
}

// acceptMessage stores a message that is new and gives its number. For one that
// is already there it gives the outcome that one has, and no number.
func (t tx) acceptMessage(sc souvenir.Scope, m souvenir.Message, o souvenir.Outcome) (souvenir.Outcome, int64, error) {
	var n int64
	model := ""
	if o.State == souvenir.Private {
		model = "-" // never embedded
	}
	isNew, err := t.one("insert_message", []any{sc.Tenant, sc.User, sc.Conversation, m.ID, m.Seq, m.Role, m.Name, m.Content, micros(&m.At), t.now.UnixMicro(), model}, &n)
	if err != nil {
		return o, 0, err
	}
	if !isNew {
		o, err := t.known(sc, m)
		return o, 0, err
	}
	_, err = t.exec("insert_outcome", sc.Tenant, sc.User, sc.Conversation, m.ID, o.State, o.Reason, "", t.now.UnixMicro())
	return o, n, err
}

func (s *Store) documents(p Post) []document {
	texts := make([]document, len(p.Messages))
	for i, m := range p.Messages {
		texts[i] = s.dialect.turn(p.Scope.Tenant, p.Scope.User, m)
	}
	return texts
}

// indexMessages makes those messages findable that have a number, in one go.
func (t tx) indexMessages(texts []document) error {
	var rows [][]any
	for _, d := range texts {
		if d.n != 0 {
			rows = append(rows, []any{d.n, d.owner, d.body})
		}
	}
	return t.execMany("index_message", rows)
}

// known gives the outcome of a message that came before, if it is the same one.
func (t tx) known(sc souvenir.Scope, m souvenir.Message) (souvenir.Outcome, error) {
	old, _, err := first(t.session, messages, "message", sc.Tenant, sc.User, sc.Conversation, m.ID)
	if err != nil {
		return souvenir.Outcome{}, err
	}
	if old.Content != m.Content || old.Role != m.Role {
		return souvenir.Outcome{}, souvenir.Errorf(souvenir.Conflict,
			"Message %q of conversation %q is already there with another text. Nothing of this request was stored; give the new message an id of its own.", m.ID, sc.Conversation)
	}
	o, _, err := first(t.session, outcomes, "outcome", sc.Tenant, sc.User, sc.Conversation, m.ID)
	return o, err
}

func (t tx) enqueueMessages(p Post, fresh []souvenir.Message, r *Receipt) error {
	if p.Gather != nil {
		gathered, err := t.gather(p, fresh)
		if err != nil || gathered {
			return err
		}
	} else if err := t.flush(laneOf(jobOf(p))); err != nil {
		return err
	}
	for _, window := range souvenir.SplitTurns(fresh, p.MaxTurns) {
		job := jobOf(p)
		job.Messages, job.Turns = ids(window), turns(window)
		if p.Gather != nil {
			job.ReadyAt = p.Gather.ready(t.now, job.Turns)
		}
		if err := t.enqueue(job); err != nil {
			return err
		}
		r.Queued++
	}
	if p.QueueLimit <= 0 || r.Queued == 0 {
		return nil
	}
	var err error
	r.Dropped, err = t.makeRoom(p.Scope.Tenant, p.QueueLimit)
	return err
}

func (t tx) enqueue(j souvenir.Job) error {
	_, err := t.enqueueJob(j)
	return err
}

func (t tx) enqueueJob(j souvenir.Job) (souvenir.Job, error) {
	j.ID, j.State, j.CreatedAt, j.UpdatedAt = t.newID(), souvenir.JobQueued, t.now, t.now
	lane := laneOf(j)
	if _, err := t.exec("insert_job", jobs.values(&j, lane)...); err != nil {
		return j, err
	}
	_, err := t.exec("open_lane", lane, t.now.UnixMicro())
	return j, err
}

// laneOf names the queue of a conversation.
func laneOf(j souvenir.Job) string {
	h := sha256.New()
	for _, part := range []string{j.Tenant, j.User, j.Conversation} {
		fmt.Fprintf(h, "%d:%s,", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// makeRoom drops the oldest waiting jobs beyond the limit. Their messages stay,
// their outcome says what happened, and the jobs can be retried by hand.
func (t tx) makeRoom(tenant string, limit int) ([]souvenir.Job, error) {
	var waiting int
	if _, err := t.one("count_queued", []any{tenant}, &waiting); err != nil || waiting <= limit {
		return nil, err
	}
	reason := fmt.Sprintf("The queue held its limit of %d jobs and this one was the oldest.", limit)
	dropped, err := all(t.session, jobs, "drop_oldest_jobs", tenant, reason, t.now.UnixMicro(), waiting-limit)
	if err != nil {
		return nil, err
	}
	for _, j := range dropped {
		if err := t.setOutcomes(j, everyMessage(j, souvenir.Dropped, reason)); err != nil {
			return nil, err
		}
	}
	return dropped, nil
}

// everyMessage is the same outcome for each message of a job.
func everyMessage(j souvenir.Job, state souvenir.State, reason string) []souvenir.Outcome {
	out := make([]souvenir.Outcome, len(j.Messages))
	for i, id := range j.Messages {
		out[i] = souvenir.Outcome{Message: id, State: state, Reason: reason}
	}
	return out
}

func (t tx) setOutcomes(j souvenir.Job, os []souvenir.Outcome) error {
	for _, o := range os {
		if _, err := t.exec("set_outcome", j.Tenant, j.User, j.Conversation, o.Message, o.State, o.Reason, asJSON(&o.Memories), t.now.UnixMicro()); err != nil {
			return err
		}
	}
	return nil
}
