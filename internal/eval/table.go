package eval

import (
	"cmp"
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// Write writes the report for people.
func (r Report) Write(w io.Writer) {
	fmt.Fprintf(w, "%s: %d of %d questions asked about %d messages in %d sessions of %s; vectors by %s\n",
		r.Benchmark, r.Asked, r.Of, r.Told.Messages, r.Told.Sessions, people(r.Told.People), cmp.Or(r.Embedding, "nobody"))
	r.table(w, "turns", r.Turns)
	r.table(w, "sessions", r.Sessions)
	fmt.Fprintf(w, "\ntokens per block %.0f, latency %v\n", r.Tokens, r.Latency)
	if r.Left != (Left{}) {
		fmt.Fprintf(w, "not in the tables of recall: %d questions without evidence, %d labels that name no turn\n", r.Left.Questions, r.Left.Evidence)
	}
	if r.Answers != nil {
		r.Answers.write(w)
	}
}

func people(n int) string {
	if n == 1 {
		return "1 person"
	}
	return fmt.Sprintf("%d people", n)
}

// String tells how long recalling took.
func (l Latency) String() string {
	first := fmt.Sprintf("p50 %v for the first question of a person", round(l.First))
	if l.P50 == 0 {
		return first
	}
	return fmt.Sprintf("p50 %v, p95 %v; %s", round(l.P50), round(l.P95), first)
}

func round(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }

// table writes evidence recall of one level.
func (r Report) table(w io.Writer, level string, rows []Row) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintln(w)
	columns(w, func(t io.Writer) {
		fmt.Fprintf(t, "%s\tquestions", level)
		for _, k := range r.K {
			fmt.Fprintf(t, "\trecall@%d", k)
		}
		fmt.Fprintln(t, "\tnDCG@10")
		for _, row := range rows {
			fmt.Fprintf(t, "%s\t%d", title(row.Group, row.Apart), row.Questions)
			for _, k := range r.K {
				fmt.Fprintf(t, "\t%.3f", row.Recall[k])
			}
			fmt.Fprintf(t, "\t%.3f\n", row.NDCG)
		}
	})
}

func (a Answers) write(w io.Writer) {
	fmt.Fprintln(w)
	columns(w, func(t io.Writer) {
		fmt.Fprintln(t, "answers\tquestions\tstrict\tlenient\tunreadable")
		for _, row := range a.Rows {
			fmt.Fprintf(t, "%s\t%d\t%.3f\t%.3f\t%d\n", title(row.Group, row.Apart), row.Questions, row.Strict, row.Lenient, row.Unreadable)
		}
	})
	fmt.Fprintf(w, "\nanswering: %v\njudging: %v\n", a.Answers, a.Judging)
}

// String tells the tokens of some calls.
func (t Tokens) String() string {
	about := ""
	if t.Estimated {
		about = ", estimated"
	}
	return fmt.Sprintf("%d calls of %s, %d tokens in, %d out%s", t.Calls, cmp.Or(t.Model, "the model"), t.In, t.Out, about)
}

func title(group string, apart bool) string {
	if apart {
		return group + " (apart)"
	}
	return group
}

// columns aligns what write puts into it at its tabs.
func columns(w io.Writer, write func(io.Writer)) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	write(t)
	t.Flush()
}
