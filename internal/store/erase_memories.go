package store

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// takes says whether a memory is of what goes: of its conversation, its site, or
// its time.
func (e *erasing) takes(m souvenir.Memory) bool {
	return e.everything() || m.Conversation != "" && e.whole[m.Conversation] || e.what.Site != "" && souvenir.SiteOf(m.Site) == e.what.Site ||
		e.spansTime(m.SaidAt) || e.spansTime(m.CreatedAt)
}

// survivor is a memory that stays, with what may have to be taken out of it.
type survivor struct {
	n                        int64
	id, conversation, byWhom string
	evidence                 []souvenir.Evidence
}

func (e *erasing) ofMemories() (ns []int64, err error) {
	var stay []survivor
	err = walk(e.session, withNumber(memories), func(r numbered[souvenir.Memory]) error {
		m := r.row
		if e.takes(m) {
			ns = append(ns, r.n)
			e.memories[m.ID], e.numbers[MemoryText][r.n] = true, true
		} else if len(m.Evidence) > 0 || m.SupersededBy != "" {
			stay = append(stay, survivor{r.n, m.ID, m.Conversation, m.SupersededBy, m.Evidence})
		}
		return nil
	}, "memories_to_erase", e.tenant(), e.user())
	if err != nil {
		return nil, err
	}
	for _, m := range stay {
		if err := e.clean(m); err != nil {
			return nil, err
		}
	}
	return ns, nil
}

// clean takes the evidence out of a memory that was said in what goes, and out of
// its history.
func (e *erasing) clean(m survivor) error {
	evidence, err := e.without(m.conversation, m.evidence)
	if err != nil {
		return err
	}
	byWhom := m.byWhom
	if e.memories[byWhom] {
		byWhom = ""
	}
	tainted := len(evidence) != len(m.evidence)
	if !tainted && byWhom == m.byWhom {
		return nil
	}
	e.cleaned["memories"]++
	if e.dry {
		return nil
	}
	if _, err := e.exec("clean_memory", m.n, asJSON(&evidence), byWhom); err != nil || !tainted {
		return err
	}
	return e.cleanHistory(m)
}

func (e *erasing) cleanHistory(m survivor) error {
	cs, err := all(e.session, withNumber(changes), "changes_to_clean", e.tenant(), m.id)
	if err != nil {
		return err
	}
	for _, c := range cs {
		for _, state := range []*souvenir.Memory{c.row.Before, c.row.After} {
			if state == nil {
				continue
			}
			if state.Evidence, err = e.without(m.conversation, state.Evidence); err != nil {
				return err
			}
		}
		if _, err := e.exec("clean_change", c.n, asJSON(&c.row.Before), asJSON(&c.row.After)); err != nil {
			return err
		}
		e.cleaned["changes"]++
	}
	return nil
}

// without is the evidence that stays. It names messages by ids that are theirs
// within a conversation only: where one that stays has the same id, the quote
// tells which of them it is of.
func (e *erasing) without(conversation string, es []souvenir.Evidence) (out []souvenir.Evidence, err error) {
	for _, ev := range es {
		keep := !e.goneIDs[ev.Message]
		if !keep && e.stays[saidAt{conversation, ev.Message}] {
			m, found, err := first(e.session, messages, "message", e.tenant(), e.user(), conversation, ev.Message)
			if err != nil {
				return nil, err
			}
			keep = found && (ev.Quote == "" || strings.Contains(souvenir.Normalize(m.Content), souvenir.Normalize(ev.Quote)))
		}
		if keep {
			out = append(out, ev)
		}
	}
	return out, nil
}

func (e *erasing) ofChanges() (ns []int64, err error) {
	type change struct {
		n      int64
		memory string
	}
	return ns, walk(e.session, table[change]{fields: func(c *change) []any { return []any{&c.n, &c.memory} }}, func(c change) error {
		if e.everything() || e.memories[c.memory] {
			ns = append(ns, c.n)
		}
		return nil
	}, "changes_to_erase", e.tenant(), e.user())
}

// laned is a job with its lane.
type laned struct {
	lane string
	souvenir.Job
}

var lanedJobs = table[laned]{fields: func(j *laned) []any { return jobs.values(&j.Job, &j.lane) }}

// ofJobs are the jobs all of whose messages go. One that has others too is
// begun anew, with those.
func (e *erasing) ofJobs() (ns []int64, err error) {
	found, err := all(e.session, withNumber(lanedJobs), "jobs_to_erase", e.tenant(), e.user())
	if err != nil {
		return nil, err
	}
	for _, r := range found {
		j := r.row
		left := slices.DeleteFunc(slices.Clone(j.Messages), func(id string) bool { return e.gone[saidAt{j.Conversation, id}] })
		if e.everything() || j.Conversation != "" && e.whole[j.Conversation] || len(j.Messages) > 0 && len(left) == 0 {
			ns = append(ns, r.n)
			e.lanes[j.lane] = e.lanes[j.lane] || false
			continue
		}
		open := j.State == souvenir.JobQueued || j.State == souvenir.JobRunning
		e.lanes[j.lane] = e.lanes[j.lane] || open
		if err := e.cleanJob(r.n, j, left); err != nil {
			return nil, err
		}
	}
	return ns, nil
}

// cleanJob keeps a job, and nothing that it was told about what goes.
func (e *erasing) cleanJob(n int64, j laned, left []string) error {
	if len(left) == len(j.Messages) && j.Reply == "" {
		return nil
	}
	e.cleaned["jobs"]++
	if e.dry {
		return nil
	}
	_, err := e.exec("clean_job", n, asJSON(&left))
	return err
}

// eraseLanes closes the lanes in which nothing is left to do.
func eraseLanes(e *erasing, _ listed) (gone int64, err error) {
	for lane, open := range e.lanes {
		if open {
			continue
		}
		if e.dry {
			continue // a lane is there only while something waits in it
		}
		n, err := e.exec("delete_lane", lane)
		if err != nil {
			return gone, err
		}
		gone += n
	}
	return gone, nil
}
