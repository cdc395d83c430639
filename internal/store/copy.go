package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/souvenir-memory/souvenir"
)

// Report says what a copy moved.
type Report struct {
	Tables []Copied `json:"tables"`
}

// Copied is one table of a report. OK means that both databases were read and
// hold the same rows.
type Copied struct {
	Table    string `json:"table"`
	Rows     int64  `json:"rows"`
	Checksum string `json:"checksum"`
	OK       bool   `json:"ok"`
}

// Copy moves everything there is into an empty database of either dialect.
//
// It reads one snapshot and writes one transaction: the destination ends up
// whole and verified, or as empty as it was, so a copy that failed can simply be
// made again. What the source is given in the meantime stays behind, and jobs
// that were being worked on are queued. Progress, which may be nil, hears of
// one table after the other, from none to all of its rows.
func Copy(ctx context.Context, from, to *Store, progress func(table string, done, total int64)) (Report, error) {
	if progress == nil {
		progress = func(string, int64, int64) {}
	}
	snapshot, err := from.read.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return Report{}, fmt.Errorf("copy: begin reading: %w", err)
	}
	defer snapshot.Rollback()
	t, err := to.write.BeginTx(ctx, nil)
	if err != nil {
		return Report{}, fmt.Errorf("copy: begin writing: %w", err)
	}
	defer t.Rollback()
	c := &copying{from: session{ctx, from, snapshot}, to: to.in(ctx, t), progress: progress}
	if err := c.run(); err != nil {
		return c.report, err
	}
	return c.report, t.Commit()
}

// copying is a copy under way.
type copying struct {
	from     session
	to       tx
	progress func(table string, done, total int64)
	report   Report
}

func (c *copying) run() error {
	if err := c.holdEmpty(); err != nil {
		return err
	}
	for _, table := range tables {
		if err := c.table(table); err != nil {
			return err
		}
	}
	if err := c.words(); err != nil {
		return err
	}
	return c.freeJobs()
}

// holdEmpty keeps others from writing to the destination until we are done, and
// makes sure that nobody has done so before.
func (c *copying) holdEmpty() error {
	if err := c.to.hold(tables); err != nil {
		return fmt.Errorf("copy: hold the destination: %w", err)
	}
	for _, table := range tables {
		rows, err := c.to.count("(select 1 from " + table.name + " limit 1) as any_row")
		if err != nil {
			return fmt.Errorf("copy: look into %s: %w", table.name, err)
		}
		if rows > 0 {
			return souvenir.Errorf(souvenir.Conflict,
				"The destination is not empty: there is something in its table %q. Copy into a new file or an empty schema.", table.name)
		}
	}
	return nil
}

func (c *copying) table(table listed) error {
	err := copyPart(c, part[[]any]{
		name:  table.name,
		read:  func(q session, do func([]any) error) error { return q.everything(table, do) },
		same:  func(row []any) []any { return row },
		write: func(rows [][]any) error { return c.to.fill(table, rows) },
	})
	if err != nil {
		return err
	}
	return c.to.renumber(table)
}

// words makes findable at the destination what is findable at the source, from
// its text: the dialects do not understand each other's index.
func (c *copying) words() error {
	err := copyPart(c, part[numbered[turnOf]]{
		name: "message_words",
		read: func(q session, do func(numbered[turnOf]) error) error {
			return walk(q, withNumber(turnsOf), do, "indexed_messages")
		},
		same:  func(m numbered[turnOf]) []any { return []any{m.n} },
		write: c.indexTurns,
	})
	if err != nil {
		return err
	}
	return copyPart(c, part[numbered[memoryOf]]{
		name: "memory_words",
		read: func(q session, do func(numbered[memoryOf]) error) error {
			return walk(q, withNumber(memoriesOf), do, "indexed_memories")
		},
		same:  func(m numbered[memoryOf]) []any { return []any{m.n} },
		write: c.indexMemories,
	})
}

func (c *copying) indexTurns(ms []numbered[turnOf]) error {
	texts := make([]document, len(ms))
	for i, m := range ms {
		texts[i] = c.to.dialect.turn(m.row.tenant, m.row.user, m.row.Message)
		texts[i].n = m.n
	}
	return c.to.indexMessages(texts)
}

func (c *copying) indexMemories(ms []numbered[memoryOf]) error {
	for _, m := range ms {
		c.to.index(m.row.tenant, m.n, m.row.Memory)
	}
	return c.to.indexMemories()
}

// turnOf and memoryOf are what the index needs to know of a row.
type (
	turnOf struct {
		tenant, user string
		souvenir.Message
	}
	memoryOf struct {
		tenant string
		souvenir.Memory
	}
)

var (
	turnsOf    = table[turnOf]{fields: func(m *turnOf) []any { return messages.values(&m.Message, &m.tenant, &m.user) }}
	memoriesOf = table[memoryOf]{fields: func(m *memoryOf) []any { return memories.values(&m.Memory, &m.tenant) }}
)

// freeJobs takes the leases back: whoever holds them works on the source.
func (c *copying) freeJobs() error {
	if _, err := c.to.exec("queue_running_jobs"); err != nil {
		return err
	}
	_, err := c.to.exec("free_lanes")
	return err
}
