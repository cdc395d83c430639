package eval

// Answers is how good the model's answers were, by either judge.
type Answers struct {
	Rows    []Accuracy `json:"rows"`
	Answers Tokens     `json:"answering"`
	Judging Tokens     `json:"judging"`
}

// Accuracy is the share of right answers of a group. What a judge said that
// could not be read counts as wrong by that judge, and is told.
type Accuracy struct {
	Group      string  `json:"group"`
	Apart      bool    `json:"apart,omitempty"`
	Questions  int     `json:"questions"`
	Strict     float64 `json:"strict"`
	Lenient    float64 `json:"lenient"`
	Unreadable int     `json:"unreadable"` // verdicts, of both judges
}

func (r *run) answers() *Answers {
	out := &Answers{Answers: r.costs.answers, Judging: r.costs.judging}
	overall := Accuracy{Group: Overall}
	var groups []Accuracy
	for _, name := range r.groups() {
		row := Accuracy{Group: name}
		for _, a := range r.asked {
			if a.Group != name || a.answered == nil {
				continue
			}
			row.Apart = a.Apart
			row.add(*a.answered)
			if !a.Apart {
				overall.add(*a.answered)
			}
		}
		groups = append(groups, row)
	}
	for _, row := range append([]Accuracy{overall}, groups...) {
		if row.Questions > 0 {
			row.Strict /= float64(row.Questions)
			row.Lenient /= float64(row.Questions)
			out.Rows = append(out.Rows, row)
		}
	}
	return out
}

func (row *Accuracy) add(a answered) {
	row.Questions++
	row.hear(&row.Strict, a.Strict)
	row.hear(&row.Lenient, a.Lenient)
}

func (row *Accuracy) hear(sum *float64, v verdict) {
	switch v {
	case right:
		*sum++
	case unreadable:
		row.Unreadable++
	}
}
