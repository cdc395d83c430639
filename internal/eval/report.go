package eval

import (
	"slices"
	"time"
)

// Report is what was measured.
type Report struct {
	Benchmark string   `json:"benchmark"`
	Embedding string   `json:"embedding"` // model of the vectors
	Asked     int      `json:"asked"`
	Of        int      `json:"of"` // questions to ask; more than asked when it was interrupted
	Told      Told     `json:"told"`
	Left      Left     `json:"left_out"`
	K         []int    `json:"k"`
	Turns     []Row    `json:"turns"`
	Sessions  []Row    `json:"sessions,omitempty"`
	Tokens    float64  `json:"tokens_per_block"`
	Latency   Latency  `json:"latency"`
	Answers   *Answers `json:"answers,omitempty"`
	Details   []Detail `json:"details,omitempty"`
}

// Left counts what cannot be looked for, and is in no table of recall.
type Left struct {
	Questions int `json:"questions"` // without evidence; they are still asked and answered
	Evidence  int `json:"evidence"`  // labels that name no turn of their conversation
}

// Overall is the name of the row that is the mean of all questions.
const Overall = "overall"

// Row is how well one group of questions was answered. Those apart are not in
// the mean.
type Row struct {
	Group     string          `json:"group"`
	Apart     bool            `json:"apart,omitempty"`
	Questions int             `json:"questions"`
	Recall    map[int]float64 `json:"recall"` // after k hits: the mean share of the evidence
	NDCG      float64         `json:"ndcg@10"`
}

// Latency is how long recalling took, with everything around it. The first
// question of a person counts by itself: it brings their texts into memory.
type Latency struct {
	P50   time.Duration `json:"p50_ns"` // 0 when nobody was asked twice
	P95   time.Duration `json:"p95_ns"`
	First time.Duration `json:"first_p50_ns"`
}

// Detail is what came of one question.
type Detail struct {
	Question string    `json:"question"` // its id
	Group    string    `json:"group"`
	Turns    []int     `json:"turn_ranks,omitempty"` // of each piece of evidence, from 1; 0 means not found
	Sessions []int     `json:"session_ranks,omitempty"`
	Tokens   int       `json:"tokens"`
	Took     float64   `json:"took_ms"`
	Answer   *answered `json:"answer,omitempty"`
}

func (r *run) report() Report {
	out := Report{Benchmark: r.Name, Embedding: r.model, Asked: len(r.asked), Of: r.total, Told: r.told, K: r.K}
	out.Turns = r.rows(func(a asked) []int { return a.turns })
	if r.Benchmark.Sessions {
		out.Sessions = r.rows(func(a asked) []int { return a.sessions })
	}
	var first, later []time.Duration
	for _, a := range r.asked {
		if a.first {
			first = append(first, a.took)
		} else {
			later = append(later, a.took)
		}
		out.Left.Evidence += a.Strays
		if len(a.Turns) == 0 && len(a.Question.Sessions) == 0 {
			out.Left.Questions++
		}
		out.Tokens += float64(a.tokens) / float64(len(r.asked))
		if r.Options.Details {
			out.Details = append(out.Details, Detail{a.ID, a.Group, a.turns, a.sessions, a.tokens, float64(a.took) / 1e6, a.answered})
		}
	}
	out.Latency = Latency{quantile(0.50, later), quantile(0.95, later), quantile(0.50, first)}
	if r.Model != nil {
		out.Answers = r.answers()
	}
	return out
}

// rows are the mean first, and then the groups in their order.
func (r *run) rows(ranks func(asked) []int) []Row {
	overall := Row{Group: Overall}
	var groups []Row
	for _, name := range r.groups() {
		row := Row{Group: name}
		for _, a := range r.asked {
			if a.Group != name || len(ranks(a)) == 0 {
				continue
			}
			row.Apart = a.Apart
			row.add(r.K, ranks(a))
			if !a.Apart {
				overall.add(r.K, ranks(a))
			}
		}
		groups = append(groups, row)
	}
	var out []Row
	for _, row := range append([]Row{overall}, groups...) {
		if row.Questions > 0 {
			out = append(out, row.mean())
		}
	}
	return out
}

// groups are those of the benchmark, and then any others that there are.
func (r *run) groups() []string {
	names := slices.Clone(r.Groups)
	for _, a := range r.asked {
		if !slices.Contains(names, a.Group) {
			names = append(names, a.Group)
		}
	}
	return names
}

func (row *Row) add(ks []int, ranks []int) {
	if row.Recall == nil {
		row.Recall = map[int]float64{}
	}
	row.Questions++
	for _, k := range ks {
		row.Recall[k] += recallAt(k, ranks)
	}
	row.NDCG += ndcg(10, ranks)
}

func (row Row) mean() Row {
	for k := range row.Recall {
		row.Recall[k] /= float64(row.Questions)
	}
	row.NDCG /= float64(row.Questions)
	return row
}
