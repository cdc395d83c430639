package eval

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// LoCoMo is ten long conversations of two people each.
var LoCoMo = Benchmark{Name: "LoCoMo", Groups: categories, Read: readLoCoMo}

// categories are LoCoMo's kinds of questions, from 1. The last asks for what was
// never said, and is not in the mean.
var categories = []string{"multi-hop", "temporal", "open-domain", "single-hop", "adversarial"}

type locomoSample struct {
	ID           string                     `json:"sample_id"`
	Conversation map[string]json.RawMessage `json:"conversation"`
	QA           []struct {
		Question string          `json:"question"`
		Answer   json.RawMessage `json:"answer"`
		Evidence []string        `json:"evidence"`
		Category int             `json:"category"`
	} `json:"qa"`
}

type locomoTurn struct {
	Speaker string `json:"speaker"`
	ID      string `json:"dia_id"`
	Text    string `json:"text"`
	Caption string `json:"blip_caption"` // of a picture that was shown
}

func readLoCoMo(data io.Reader) iter.Seq2[Sample, error] {
	return func(yield func(Sample, error) bool) {
		n := 0
		for raw, err := range objects[locomoSample](data) {
			n++
			s, err := raw.sample(n, err)
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

func (l locomoSample) sample(n int, err error) (Sample, error) {
	s := Sample{User: cmp.Or(l.ID, fmt.Sprintf("conversation-%d", n))}
	if err != nil {
		return s, err
	}
	if s.Talks, err = l.talks(); err != nil {
		return s, fmt.Errorf("%s: %w", s.User, err)
	}
	where := map[string]Place{}
	for _, t := range s.Talks {
		for _, m := range t.Messages {
			where[m.ID] = Place{t.Conversation, m.ID}
		}
	}
	for i, qa := range l.QA {
		if qa.Category < 1 || qa.Category > len(categories) {
			return s, fmt.Errorf("%s: there is no category %d", s.User, qa.Category)
		}
		q := Question{
			ID: fmt.Sprintf("%s/%d", s.User, i+1), Text: qa.Question, Answer: answerOf(qa.Answer),
			Group: categories[qa.Category-1], Apart: qa.Category == len(categories),
		}
		if q.Apart {
			q.Answer = "It was never said. A right answer says that this is not known."
		}
		for _, id := range evidence(qa.Evidence) {
			if at, ok := where[id]; ok {
				q.Turns = append(q.Turns, at)
			} else {
				q.Strays++
			}
		}
		s.Questions = append(s.Questions, q)
	}
	return s, nil
}

// evidence gives the ids in a list whose entries may hold several, each once.
func evidence(entries []string) []string {
	var ids []string
	for _, id := range strings.FieldsFunc(strings.Join(entries, " "), func(r rune) bool { return strings.ContainsRune(" ;,\t\n", r) }) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

var sessionName = regexp.MustCompile(`^session_(\d+)$`)

// talks gives the sessions in their order. Both people are users of a group
// chat: neither of them is an assistant.
func (l locomoSample) talks() ([]Talk, error) {
	var numbers []int
	for name := range maps.Keys(l.Conversation) {
		if m := sessionName.FindStringSubmatch(name); m != nil {
			n, _ := strconv.Atoi(m[1])
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	var out []Talk
	for _, n := range numbers {
		t, err := l.talk(fmt.Sprintf("session_%d", n))
		if err != nil {
			return nil, err
		}
		if len(t.Messages) > 0 {
			out = append(out, t)
		}
	}
	return out, nil
}

func (l locomoSample) talk(name string) (Talk, error) {
	t := Talk{Conversation: name}
	t.Source = "locomo"
	var turns []locomoTurn
	if err := json.Unmarshal(l.Conversation[name], &turns); err != nil {
		return t, fmt.Errorf("%s: %w", name, err)
	}
	if len(turns) == 0 {
		return t, nil
	}
	began, err := l.began(name)
	if err != nil {
		return t, fmt.Errorf("%s: %w", name, err)
	}
	for _, turn := range turns {
		if !slices.Contains(t.Participants, turn.Speaker) {
			t.Participants = append(t.Participants, turn.Speaker)
		}
		t.add(began, turn.ID, souvenir.User, turn.Speaker, turn.said())
	}
	return t, nil
}

func (t locomoTurn) said() string {
	if t.Caption == "" {
		return t.Text
	}
	return strings.TrimSpace(t.Text + " [" + t.Caption + "]")
}

// began is when a session began: "1:56 pm on 8 May, 2023".
func (l locomoSample) began(session string) (time.Time, error) {
	var text string
	json.Unmarshal(l.Conversation[session+"_date_time"], &text) // what is not there is no date
	return parseTime(strings.ToUpper(text), "3:04 PM ON 2 January, 2006", "3:04 PM ON 2 Jan, 2006")
}
