package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// LongMemEval is questions about chats with an assistant, each with its own
// haystack of sessions. A file without haystacks holds only the sessions that
// matter; those of all its questions together are then one person's past.
var LongMemEval = Benchmark{
	Name: "LongMemEval",
	Groups: []string{"single-session-user", "single-session-assistant", "single-session-preference",
		"multi-session", "temporal-reasoning", "knowledge-update", abstention},
	Sessions: true,
	Read:     readLongMemEval,
}

// abstention is the group of questions whose answer was never said.
const abstention = "abstention"

type longQuestion struct {
	ID             string          `json:"question_id"`
	Type           string          `json:"question_type"`
	Abstention     bool            `json:"abstention"`
	Question       string          `json:"question"`
	Date           string          `json:"question_date"`
	Answer         json.RawMessage `json:"answer"`
	AnswerSessions []string        `json:"answer_session_ids"`

	Sessions   [][]longTurn `json:"haystack_sessions"`
	SessionIDs []string     `json:"haystack_session_ids"`
	Dates      []string     `json:"haystack_dates"`

	Evidence []struct { // in files without haystacks
		Date  string     `json:"date"`
		Turns []longTurn `json:"turns"`
	} `json:"evidence_sessions"`
}

type longTurn struct {
	Role      souvenir.Role `json:"role"`
	Content   string        `json:"content"`
	HasAnswer bool          `json:"has_answer"`
}

// pooled is the person whose past is all the evidence there is.
const pooled = "everyone"

func readLongMemEval(data io.Reader) iter.Seq2[Sample, error] {
	return func(yield func(Sample, error) bool) {
		pool := Sample{User: pooled}
		for q, err := range objects[longQuestion](data) {
			if err == nil && len(q.Sessions) == 0 {
				err = q.pour(&pool)
				if err == nil {
					continue
				}
			}
			s, err := q.sample(err)
			if !yield(s, err) || err != nil {
				return
			}
		}
		if len(pool.Questions) > 0 {
			yield(pool, nil)
		}
	}
}

// sample is a question with its own haystack.
func (q longQuestion) sample(err error) (Sample, error) {
	s := Sample{User: q.ID}
	if err != nil {
		return s, err
	}
	if len(q.SessionIDs) != len(q.Sessions) || len(q.Dates) != len(q.Sessions) {
		return s, fmt.Errorf("%s: %d sessions have %d ids and %d dates", q.ID, len(q.Sessions), len(q.SessionIDs), len(q.Dates))
	}
	asked := q.ask()
	for i, turns := range q.Sessions {
		places, err := s.tell(q.SessionIDs[i], q.Dates[i], turns)
		if err != nil {
			return s, fmt.Errorf("%s: %w", q.ID, err)
		}
		for j, turn := range turns {
			if turn.HasAnswer {
				asked.Turns = append(asked.Turns, places[j])
			}
		}
	}
	asked.Sessions = q.AnswerSessions
	s.Questions = append(s.Questions, asked)
	return s, nil
}

// pour adds a question and its evidence to a past that all of them share.
func (q longQuestion) pour(s *Sample) error {
	asked := q.ask()
	for i, e := range q.Evidence {
		id := fmt.Sprintf("%s/%d", q.ID, i+1)
		places, err := s.tell(id, e.Date, e.Turns)
		if err != nil {
			return fmt.Errorf("%s: %w", q.ID, err)
		}
		asked.Turns = append(asked.Turns, places...)
		asked.Sessions = append(asked.Sessions, id)
	}
	s.Questions = append(s.Questions, asked)
	return nil
}

func (q longQuestion) ask() Question {
	out := Question{ID: q.ID, Text: q.Question, Asked: q.Date, Group: q.Type, Answer: answerOf(q.Answer)}
	if q.Abstention || strings.HasSuffix(q.ID, "_abs") {
		out.Group, out.Apart = abstention, true
	}
	return out
}

// tell adds a session to a past and says where each of its turns is.
func (s *Sample) tell(id, date string, turns []longTurn) ([]Place, error) {
	began, err := parseTime(date, "2006/01/02 (Mon) 15:04", "2006/01/02 15:04", "2006/01/02", time.RFC3339)
	if err != nil {
		return nil, fmt.Errorf("session %s: %w", id, err)
	}
	t := Talk{Conversation: id}
	t.Source = "longmemeval"
	var places []Place
	for i, turn := range turns {
		message := fmt.Sprintf("%d.%d", len(s.Talks)+1, i+1)
		t.add(began, message, turn.Role, "", turn.Content)
		places = append(places, Place{id, message})
	}
	s.Talks = append(s.Talks, t)
	return places, nil
}
