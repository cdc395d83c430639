package store

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// table maps a Go value to its columns, once, for reading and for writing.
// Columns and fields are in the same order.
type table[T any] struct {
	columns string
	fields  func(*T) []any
}

// values are a row's fields as arguments of a statement.
func (t table[T]) values(row *T, before ...any) []any { return append(before, t.fields(row)...) }

var memories = table[souvenir.Memory]{
	columns: "id, user_id, agent, conversation, thread, subject_user, style, origin, type, category, subject, key, question, content, language, " +
		"confidence, importance, retention, emotional_weight, priority, scope, site, expiry, expires_at, valid_from, valid_to, " +
		"tags, participants, key_moments, reasoning, source_context, evidence, status, superseded_by, trust, content_hash, embedding_model, " +
		"said_at, created_at, updated_at, ended_at, last_recalled_at, recall_count, confirmations",
	fields: func(m *souvenir.Memory) []any {
		return []any{
			&m.ID, &m.User, &m.Agent, &m.Conversation, &m.Thread, &m.SubjectUser, &m.Style, &m.Origin, &m.Type, &m.Category, &m.Subject, &m.Key, &m.Question, &m.Content, &m.Language,
			&m.Confidence, &m.Importance, &m.Retention, &m.EmotionalWeight, &m.Priority, &m.Reach, &m.Site, &m.Expiry, maybe(&m.ExpiresAt), maybe(&m.ValidFrom), maybe(&m.ValidTo),
			asJSON(&m.Tags), asJSON(&m.Participants), asJSON(&m.KeyMoments), &m.Reasoning, &m.SourceContext, asJSON(&m.Evidence), &m.Status, &m.SupersededBy, &m.Trust, &m.ContentHash, &m.EmbeddingModel,
			micros(&m.SaidAt), micros(&m.CreatedAt), micros(&m.UpdatedAt), maybe(&m.EndedAt), maybe(&m.LastRecalledAt), &m.RecallCount, &m.Confirmations,
		}
	},
}

var messages = table[souvenir.Message]{
	columns: "id, seq, role, name, content, at",
	fields: func(m *souvenir.Message) []any {
		return []any{&m.ID, &m.Seq, &m.Role, &m.Name, &m.Content, micros(&m.At)}
	},
}

var conversations = table[souvenir.Conversation]{
	columns: "id, user_id, agent, source, title, participants, partner, relation, url, private, messages, created_at, updated_at",
	fields: func(c *souvenir.Conversation) []any {
		return []any{&c.ID, &c.User, &c.Agent, &c.Source, &c.Title, asJSON(&c.Participants), &c.Partner, &c.Relation, &c.URL, &c.Private, &c.Messages, micros(&c.CreatedAt), micros(&c.UpdatedAt)}
	},
}

var outcomes = table[souvenir.Outcome]{
	columns: "message, state, reason, memories, updated_at",
	fields: func(o *souvenir.Outcome) []any {
		return []any{&o.Message, &o.State, &o.Reason, asJSON(&o.Memories), micros(&o.UpdatedAt)}
	},
}

var changes = table[souvenir.Change]{
	columns: "id, memory, operation, before, after, cause, at, step",
	fields: func(c *souvenir.Change) []any {
		return []any{&c.ID, &c.Memory, &c.Operation, asJSON(&c.Before), asJSON(&c.After), asJSON(&c.Cause), micros(&c.At), &c.Step}
	},
}

var rejections = table[souvenir.Rejection]{
	columns: "id, user_id, conversation, style, rule, reason, candidate, job, restored_at, created_at",
	fields: func(r *souvenir.Rejection) []any {
		return []any{&r.ID, &r.User, &r.Conversation, &r.Style, &r.Rule, &r.Reason, asJSON(&r.Candidate), &r.Job, maybe(&r.RestoredAt), micros(&r.CreatedAt)}
	},
}

var jobs = table[souvenir.Job]{
	columns: "id, kind, tenant, user_id, conversation, messages, styles, state, attempts, reason, ready_at, turns, usage, reply, created_at, updated_at",
	fields: func(j *souvenir.Job) []any {
		return []any{&j.ID, &j.Kind, &j.Tenant, &j.User, &j.Conversation, asJSON(&j.Messages), asJSON(&j.Styles), &j.State, &j.Attempts, &j.Reason, sometime(&j.ReadyAt), &j.Turns, asJSON(&j.Usage), &j.Reply, micros(&j.CreatedAt), micros(&j.UpdatedAt)}
	},
}

var agents = table[souvenir.Agent]{
	columns: "id, name, model, immersion, overrides, styles, temperature, created_at, updated_at",
	fields: func(a *souvenir.Agent) []any {
		return []any{&a.ID, &a.Name, &a.Model, &a.Immersion, asJSON(&a.Overrides), asJSON(&a.Styles), &a.Temperature, micros(&a.CreatedAt), micros(&a.UpdatedAt)}
	},
}

var keys = table[souvenir.Key]{
	columns: "tenant, id, name, users, admin, created_at, last_used_at, revoked_at",
	fields: func(k *souvenir.Key) []any {
		return []any{&k.Tenant, &k.ID, &k.Name, asJSON(&k.Users), &k.Admin, micros(&k.CreatedAt), maybe(&k.LastUsedAt), maybe(&k.RevokedAt)}
	},
}

var episodes = table[souvenir.Episode]{
	columns: "id, user_id, agent, conversation, style, pending, body, messages, created_at, updated_at",
	fields: func(e *souvenir.Episode) []any {
		return []any{&e.ID, &e.User, &e.Agent, &e.Conversation, &e.Style, &e.Pending, asJSON(&e.Body), asJSON(&e.Messages), micros(&e.CreatedAt), micros(&e.UpdatedAt)}
	},
}

var topics = table[souvenir.PendingTopic]{
	columns: "id, user_id, partner, topic, context, suggested_follow_up, urgency, status, episode, conversation, check_count, last_checked, expires_at, created_at, updated_at",
	fields: func(p *souvenir.PendingTopic) []any {
		return []any{&p.ID, &p.User, &p.Partner, &p.Topic, &p.Context, &p.SuggestedFollowUp, &p.Urgency, &p.Status, &p.Episode, &p.Conversation, &p.CheckCount, maybe(&p.LastChecked), sometime(&p.ExpiresAt), micros(&p.CreatedAt), micros(&p.UpdatedAt)}
	},
}

var retirements = table[souvenir.Retirement]{
	columns: "id, user_id, memory, subject_user, key, question, content, content_hash, reason, said_by, created_at",
	fields: func(r *souvenir.Retirement) []any {
		return []any{&r.ID, &r.User, &r.Memory, &r.SubjectUser, &r.Key, &r.Question, &r.Content, &r.Hash, &r.Reason, &r.By, micros(&r.CreatedAt)}
	},
}

// expand puts the columns into the SQL: {{memories}} is their list, {{m.memories}}
// the same with an alias, {{memories values}} the parameters $2... for them.
var expand = func() *strings.Replacer {
	var pairs []string
	for name, columns := range map[string]string{
		"memories": memories.columns, "messages": messages.columns, "conversations": conversations.columns, "outcomes": outcomes.columns,
		"changes": changes.columns, "rejections": rejections.columns, "jobs": jobs.columns, "agents": agents.columns, "keys": keys.columns,
		"episodes": episodes.columns, "topics": topics.columns, "retirements": retirements.columns,
	} {
		list := strings.Split(columns, ", ")
		alias := name[:1] + "."
		params := make([]string, len(list))
		for i := range list {
			params[i] = "$" + strconv.Itoa(i+2)
		}
		pairs = append(pairs,
			"{{"+name+"}}", columns,
			"{{"+alias+name+"}}", alias+strings.Join(list, ", "+alias),
			"{{"+name+" values}}", strings.Join(params, ", "))
	}
	return strings.NewReplacer(pairs...)
}()

// column reads and writes a Go value that the database knows as something else.
type column struct {
	scan  func(any) error
	value func() (driver.Value, error)
}

func (c column) Scan(src any) error           { return c.scan(src) }
func (c column) Value() (driver.Value, error) { return c.value() }

// micros is a time, to the microsecond, in UTC.
func micros(t *time.Time) column {
	return column{
		scan: func(src any) error {
			n, ok := src.(int64)
			if !ok {
				return fmt.Errorf("time is %T", src)
			}
			*t = time.UnixMicro(n).UTC()
			return nil
		},
		value: func() (driver.Value, error) { return t.UnixMicro(), nil },
	}
}

// sometime is a time whose absence is the zero time here and 0 there.
func sometime(t *time.Time) column {
	c := micros(t)
	return column{
		scan: func(src any) error {
			if src == int64(0) {
				*t = time.Time{}
				return nil
			}
			return c.scan(src)
		},
		value: func() (driver.Value, error) {
			if t.IsZero() {
				return int64(0), nil
			}
			return c.value()
		},
	}
}

// maybe is a time that may be absent.
func maybe(t **time.Time) column {
	return column{
		scan: func(src any) error {
			if src == nil {
				*t = nil
				return nil
			}
			*t = new(time.Time)
			return micros(*t).scan(src)
		},
		value: func() (driver.Value, error) {
			if *t == nil {
				return nil, nil
			}
			return (*t).UnixMicro(), nil
		},
	}
}

// asJSON is a list or an object. An empty list is written as [] and not as null.
func asJSON[T any](v *T) column {
	return column{
		scan: func(src any) error {
			switch text := src.(type) {
			case nil:
				return nil
			case string:
				return json.Unmarshal([]byte(text), v)
			case []byte:
				return json.Unmarshal(text, v)
			}
			return fmt.Errorf("JSON is %T", src)
		},
		value: func() (driver.Value, error) {
			text, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			if string(text) != "null" {
				return string(text), nil
			}
			switch any(v).(type) {
			case *[]string, *[]souvenir.Evidence:
				return "[]", nil
			case *map[string]bool:
				return "{}", nil
			}
			return nil, nil
		},
	}
}

// scanTo hands a text column to a function.
func scanTo(do func(string)) column {
	return column{scan: func(src any) error {
		switch text := src.(type) {
		case string:
			do(text)
		case []byte:
			do(string(text))
		default:
			return fmt.Errorf("text is %T", src)
		}
		return nil
	}}
}
