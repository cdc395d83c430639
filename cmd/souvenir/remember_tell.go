package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// tell says in plain words what came of each message.
func tell(w io.Writer, a souvenir.Accepted, texts []string, known map[string]souvenir.Memory, why string) {
	for i, m := range a.Messages {
		about := "it"
		if len(texts) > 1 {
			about = fmt.Sprintf("%q", excerpt(texts[i], 60))
		}
		tellOutcome(w, m.Outcome, about, known, why)
	}
	if len(a.Messages) > 1 {
		fmt.Fprintln(w, summary(a))
	}
	if len(a.Messages) == 1 && a.Messages[0].Outcome.State == souvenir.Nothing && strings.HasPrefix(a.Messages[0].Outcome.Reason, "Nothing") {
		fmt.Fprintln(w, "To keep it as it is, say so: souvenir remember --outright ...")
	}
}

func tellOutcome(w io.Writer, o souvenir.Outcome, about string, known map[string]souvenir.Memory, why string) {
	switch o.State {
	case souvenir.Remembered:
		tellMemories(w, "Remembered", o, known)
	case souvenir.Duplicate:
		tellMemories(w, "Known already", o, known)
	case souvenir.Pending:
		tellMemories(w, "Waits for a decision", o, known)
	case souvenir.Queued:
		fmt.Fprintf(w, "Accepted; nobody has read %s yet%s.\n", about, why)
	case souvenir.Failed:
		fmt.Fprintf(w, "Kept, but %s could not be read: %s\n  'souvenir queue jobs' shows the job, 'souvenir queue retry ID' tries it again.\n", about, oneLine(o.Reason))
	case souvenir.Dropped:
		fmt.Fprintf(w, "Kept, but %s was dropped from the queue: %s\n", about, oneLine(o.Reason))
	case souvenir.Private:
		fmt.Fprintf(w, "Kept, and %s stays unread: %s\n", about, cmp.Or(oneLine(o.Reason), "the conversation is private."))
	default: // nothing, filtered, skipped
		fmt.Fprintf(w, "Nothing remembered of %s: %s\n", about, cmp.Or(oneLine(o.Reason), string(o.State)+"."))
	}
}

func tellMemories(w io.Writer, how string, o souvenir.Outcome, known map[string]souvenir.Memory) {
	for _, id := range o.Memories {
		fmt.Fprintf(w, "%s: %s  [%s]\n", how, sentence(known[id]), short(id))
	}
	if len(o.Memories) == 0 {
		fmt.Fprintf(w, "%s. %s\n", how, oneLine(o.Reason))
	}
}

// summary counts the outcomes of several messages.
func summary(a souvenir.Accepted) string {
	count := map[souvenir.State]int64{}
	var order []souvenir.State
	for _, m := range a.Messages {
		if count[m.Outcome.State]++; !slices.Contains(order, m.Outcome.State) {
			order = append(order, m.Outcome.State)
		}
	}
	parts := make([]string, len(order))
	for i, s := range order {
		parts[i] = fmt.Sprint(count[s], " ", s)
	}
	return fmt.Sprintf("%s: %s.", plural(int64(len(a.Messages)), "message", "messages"), strings.Join(parts, ", "))
}

// whyQueued says why messages still wait, as far as we can know.
func (c *connection) whyQueued(ctx context.Context, a souvenir.Accepted) (string, error) {
	if !slices.ContainsFunc(a.Messages, func(m souvenir.MessageOutcome) bool { return m.Outcome.State == souvenir.Queued }) {
		return "", nil
	}
	return c.whyUnread(ctx)
}

func (c *connection) whyUnread(ctx context.Context) (string, error) {
	q, err := c.Queue(ctx)
	switch {
	case err != nil:
		return "", err
	case q.Paused:
		return ": the queue is paused ('souvenir queue resume')", nil
	case c.direct():
		return ": no server is running ('souvenir serve' goes on with it)", nil
	}
	return "", nil
}

// tellProposal shows candidates, refusals and plan of a dry run.
func tellProposal(w io.Writer, p souvenir.Proposal) {
	if len(p.Candidates)+len(p.Rejections) == 0 {
		fmt.Fprintln(w, "Nothing would be remembered.")
	}
	for _, s := range p.Plan.Steps {
		fmt.Fprintln(w, wouldBe(s))
	}
	for _, r := range p.Rejections {
		fmt.Fprintf(w, "Would be refused: %s (%s: %s)\n", sentence(r.Candidate.Memory), oneLine(r.Rule), oneLine(r.Reason))
	}
	fmt.Fprintln(w, "This was a dry run; nothing was stored.")
}

func wouldBe(s souvenir.Step) string {
	verb := map[souvenir.Operation]string{
		souvenir.Add: "be remembered", souvenir.Reinforce: "be confirmed", souvenir.Update: "refine what is known",
		souvenir.Supersede: "take the place of what is known", souvenir.Hold: "wait for a decision", souvenir.Noop: "change nothing",
	}[s.Operation]
	line := fmt.Sprintf("Would %s: %s (%s)", cmp.Or(verb, string(s.Operation)), sentence(s.Memory), s.Memory.Type)
	if s.Reason != "" {
		line += " " + oneLine(s.Reason)
	}
	return line
}

// sentence is what a memory says, in one line.
func sentence(m souvenir.Memory) string {
	switch {
	case m.Key != "":
		return oneLine(m.Key + ": " + m.Content)
	case m.Question != "":
		return oneLine(m.Question + " " + m.Content)
	}
	return oneLine(m.Content)
}
