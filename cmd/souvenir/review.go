package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

type reviewCmd struct {
	List      reviewList      `cmd:"" default:"withargs" help:"List what waits for a person, why, and what it would replace."`
	Approve   reviewApprove   `cmd:"" help:"Approve memories that wait."`
	Edit      reviewEdit      `cmd:"" help:"Correct a memory that waits, and approve it."`
	Reject    reviewReject    `cmd:"" help:"Reject memories that wait; the same may be learnt again."`
	Incorrect reviewIncorrect `cmd:"" help:"Say that memories are wrong, so that they do not come back."`
	Retired   reviewRetired   `cmd:"" help:"List what was said to be incorrect, or lift it."`
}

type reviewList struct{}

// Run lists what waits.
func (reviewList) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	all, err := c.waiting(ctx)
	if err != nil {
		return err
	}
	return g.show(all, func(w io.Writer) { tellReviews(w, all.Items) })
}

func tellReviews(w io.Writer, all []souvenir.Review) {
	if len(all) == 0 {
		fmt.Fprintln(w, "Nothing waits for review.")
	}
	for _, r := range all {
		tellReview(w, r)
	}
}

func tellReview(w io.Writer, r souvenir.Review) {
	fmt.Fprintf(w, "%s  %s\n", short(r.Memory.ID), excerpt(sentence(r.Memory), 200))
	if r.Reason != "" {
		fmt.Fprintf(w, "          why: %s\n", oneLine(r.Reason))
	}
	for _, old := range r.Replaces {
		fmt.Fprintf(w, "          %s %s: %s\n", wouldDo[r.Decision], short(old.Memory.ID), oneLine(marked(old.Diff)))
	}
}

// wouldDo says what approving does to a memory that is known.
var wouldDo = map[souvenir.Operation]string{
	souvenir.Supersede: "replaces", souvenir.Update: "refines", souvenir.Reinforce: "confirms", souvenir.Noop: "is older than",
}

// marked writes a diff the way people know it.
func marked(ws []souvenir.Word) string {
	parts := make([]string, len(ws))
	for i, word := range ws {
		switch word.Kind {
		case souvenir.Gone:
			parts[i] = "[-" + word.Text + "-]"
		case souvenir.New:
			parts[i] = "{+" + word.Text + "+}"
		default:
			parts[i] = word.Text
		}
	}
	return strings.Join(parts, " ")
}

// which names memories to decide on.
type which struct {
	IDs    []string `arg:"" name:"id" optional:"" help:"Their ids, or the ends of them."`
	All    bool     `help:"All that wait."`
	Reason string   `placeholder:"TEXT" help:"Why; the history keeps it."`
}

type reviewApprove struct{ which }

// Run approves.
func (a *reviewApprove) Run(ctx context.Context, g *globals) error {
	return a.judge(ctx, g, souvenir.Approve)
}

type reviewReject struct{ which }

// Run rejects.
func (r *reviewReject) Run(ctx context.Context, g *globals) error {
	return r.judge(ctx, g, souvenir.Reject)
}

type reviewIncorrect struct {
	IDs    []string `arg:"" name:"id" help:"Their ids, or the ends of them; they need not wait."`
	Reason string   `placeholder:"TEXT" help:"Why; the history keeps it."`
}

// Run retires.
func (i *reviewIncorrect) Run(ctx context.Context, g *globals) error {
	return (&which{IDs: i.IDs, Reason: i.Reason}).judge(ctx, g, souvenir.Incorrect)
}

func (s *which) judge(ctx context.Context, g *globals, decision souvenir.Judgement) error {
	if (len(s.IDs) == 0) != s.All {
		return souvenir.Errorf(souvenir.Invalid, "Name some memories, or say --all.")
	}
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	out, err := s.decide(ctx, c, decision)
	if err != nil {
		return err
	}
	c.catchUp(ctx)
	err = g.show(out, func(w io.Writer) { tellJudged(w, out) })
	if err == nil && len(out.Failed) > 0 {
		err = souvenir.Errorf(souvenir.Conflict, "%d could not be decided on.", len(out.Failed))
	}
	return err
}

func (s *which) decide(ctx context.Context, c *connection, decision souvenir.Judgement) (souvenir.Judged, error) {
	ids, err := s.find(ctx, c)
	if err != nil || len(ids) == 0 {
		return souvenir.Judged{Failed: []souvenir.Unsettled{}}, err
	}
	return c.Judge(ctx, souvenir.Judgements{IDs: ids, Decision: decision, Reason: s.Reason})
}

func tellJudged(w io.Writer, out souvenir.Judged) {
	fmt.Fprintf(w, "%d approved, %d rejected.\n", out.Approved, out.Rejected)
	for _, f := range out.Failed {
		fmt.Fprintf(w, "  %s: %s\n", short(f.ID), f.Reason)
	}
}

// waiting is everything that waits for a person.
func (c *connection) waiting(ctx context.Context) (souvenir.List[souvenir.Review], error) {
	return everyPage(func(cursor string) (souvenir.List[souvenir.Review], error) { return c.Reviews(ctx, c.user, cursor) })
}

func (s *which) find(ctx context.Context, c *connection) (ids []string, err error) {
	for _, given := range s.IDs {
		m, err := c.memory(ctx, given)
		if err != nil {
			return nil, err
		}
		ids = append(ids, m.ID)
	}
	if !s.All {
		return ids, nil
	}
	all, err := c.waiting(ctx)
	for _, r := range all.Items {
		ids = append(ids, r.Memory.ID)
	}
	return ids, err
}

type reviewEdit struct {
	ID     string   `arg:"" help:"Its id, or the end of it."`
	Text   []string `arg:"" help:"What it should say."`
	Reason string   `placeholder:"TEXT" help:"Why; the history keeps it."`
}

// Run corrects and approves.
func (e *reviewEdit) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	m, err := c.memory(ctx, e.ID)
	if err != nil {
		return err
	}
	d, err := c.Approve(ctx, m.ID, souvenir.MemoryEdit{Content: new(strings.Join(e.Text, " ")), Reason: e.Reason})
	if err != nil {
		return err
	}
	c.catchUp(ctx)
	return g.show(d, func(w io.Writer) { fmt.Fprintln(w, became(d)) })
}

type reviewRetired struct {
	Lift string `placeholder:"ID" help:"Let this be learnt again."`
}

// Run lists retirements, or lifts one.
func (r *reviewRetired) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	all, err := everyPage(func(cursor string) (souvenir.List[souvenir.Retirement], error) {
		return c.Retirements(ctx, c.user, cursor)
	})
	if err != nil {
		return err
	}
	if r.Lift == "" {
		return g.show(all, func(w io.Writer) { tellRetired(w, all.Items) })
	}
	ids := make([]string, len(all.Items))
	for i, t := range all.Items {
		ids[i] = t.ID
	}
	id, err := pick("retirement", r.Lift, ids)
	if err != nil {
		return err
	}
	if err := c.Lift(ctx, id); err != nil {
		return err
	}
	return g.show(map[string]string{"lifted": id}, func(w io.Writer) { fmt.Fprintln(w, "It can be learnt again.") })
}

func tellRetired(w io.Writer, all []souvenir.Retirement) {
	if len(all) == 0 {
		fmt.Fprintln(w, "Nothing was said to be incorrect.")
	}
	columns(w, func(w io.Writer) {
		for _, t := range all {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", short(t.ID), day(t.CreatedAt), excerpt(t.Content, 100), oneLine(t.Reason))
		}
	})
}
