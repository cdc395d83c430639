package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

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
// each table by turns, from none to all of its rows.
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
	c := copying{from: session{ctx, from, snapshot}, to: to.in(ctx, t), progress: progress}
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
			return fmt.Errorf("copy %s: %w", table.name, err)
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
	names := make([]string, len(tables))
	for i, table := range tables {
		names[i] = table.name
	}
	if hold := c.to.dialect.hold; hold != "" {
		if _, err := c.to.db.ExecContext(c.to.ctx, fmt.Sprintf(hold, strings.Join(names, ", "))); err != nil {
			return fmt.Errorf("copy: hold the destination: %w", err)
		}
	}
	for _, name := range names {
		rows, err := c.to.count("(select 1 from " + name + " limit 1) as some")
		if err != nil {
			return fmt.Errorf("copy: look into %s: %w", name, err)
		}
		if rows > 0 {
			return souvenir.Errorf(souvenir.Conflict, "The destination is not empty: there is something in its table %q. Copy into a new file or an empty schema.", name)
		}
	}
	return nil
}

// table copies the rows and then reads them back.
func (c *copying) table(table listed) error {
	total, err := c.from.count(table.name)
	if err != nil {
		return err
	}
	c.progress(table.name, 0, total)
	var there, here checksum
	into := inserter{to: c.to, table: table}
	err = c.from.rows(table, func(row []any) error {
		if err := into.add(row); err != nil {
			return fmt.Errorf("after %d rows: %w", there.rows, err)
		}
		if err := there.add(row...); err != nil {
			return err
		}
		if there.rows%batch == 0 && there.rows < total {
			c.progress(table.name, there.rows, total)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := into.flush(); err != nil {
		return err
	}
	if err := c.to.rows(table, func(row []any) error { return here.add(row...) }); err != nil {
		return err
	}
	if err := c.verify(table.name, there, here); err != nil {
		return err
	}
	c.progress(table.name, total, total)
	return c.renumber(table)
}

func (c *copying) verify(table string, there, here checksum) error {
	c.report.Tables = append(c.report.Tables, Copied{Table: table, Rows: here.rows, Checksum: here.String(), OK: there == here})
	if there != here {
		return fmt.Errorf("%d rows (%s) became %d rows (%s); nothing was copied", there.rows, there, here.rows, here)
	}
	return nil
}

// renumber makes the next row continue the numbers that came with the rows.
func (c *copying) renumber(table listed) error {
	if c.to.dialect.renumber == "" || !strings.HasPrefix(table.columns, "n, ") {
		return nil
	}
	_, err := c.to.db.ExecContext(c.to.ctx, fmt.Sprintf(c.to.dialect.renumber, table.name))
	return err
}

// words makes findable at the destination what is findable at the source, from
// its text: the dialects do not understand each other's index.
func (c *copying) words() error {
	turn := func(m numbered[turnOf]) error {
		d := c.to.dialect.turn(m.row.tenant, m.row.user, m.row.Message)
		d.n = m.n
		return c.to.indexMessages([]document{d})
	}
	if err := copyWords(c, "message_words", "indexed_messages", withNumber(turnsOf), turn); err != nil {
		return err
	}
	memory := func(m numbered[memoryOf]) error { return c.to.index(m.row.tenant, m.n, m.row.Memory) }
	return copyWords(c, "memory_words", "indexed_memories", withNumber(memoriesOf), memory)
}

func copyWords[T any](c *copying, name, statement string, t table[numbered[T]], index func(numbered[T]) error) error {
	total, err := c.from.count(name)
	if err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	c.progress(name, 0, total)
	var there, here checksum
	err = each(c.from, t, statement, func(row numbered[T]) error {
		if err := there.add(row.n); err != nil {
			return err
		}
		if there.rows%batch == 0 && there.rows < total {
			c.progress(name, there.rows, total)
		}
		return index(row)
	})
	if err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	if err := each(c.to.session, t, statement, func(row numbered[T]) error { return here.add(row.n) }); err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	if err := c.verify(name, there, here); err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	c.progress(name, total, total)
	return nil
}

// freeJobs takes the leases back: who holds them works on the source.
func (c *copying) freeJobs() error {
	if _, err := c.to.exec("queue_running_jobs"); err != nil {
		return err
	}
	_, err := c.to.exec("free_lanes")
	return err
}

// turnOf and memoryOf are rows with their owner.
type turnOf struct {
	tenant, user string
	souvenir.Message
}

type memoryOf struct {
	tenant string
	souvenir.Memory
}

var turnsOf = table[turnOf]{fields: func(m *turnOf) []any { return messages.values(&m.Message, &m.tenant, &m.user) }}

var memoriesOf = table[memoryOf]{fields: func(m *memoryOf) []any { return memories.values(&m.Memory, &m.tenant) }}
