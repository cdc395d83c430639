package store

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/souvenir-memory/souvenir/internal/vector"
)

// batch is how many rows are in memory at once; a message may have a megabyte.
const batch = 100

// part is one table's share of a copy.
type part[R any] struct {
	name  string
	read  func(q session, do func(R) error) error
	same  func(R) []any // what both databases must have alike
	write func([]R) error
}

// copyPart copies the rows, reads them back, and compares.
func copyPart[R any](c *copying, p part[R]) error {
	there, err := transfer(c, p)
	if err != nil {
		return fmt.Errorf("copy %s after %d rows: %w", p.name, there.rows, err)
	}
	var here checksum
	if err := p.read(c.to.session, func(row R) error { return here.add(p.same(row)) }); err != nil {
		return fmt.Errorf("copy: read %s back: %w", p.name, err)
	}
	c.report.Tables = append(c.report.Tables, Copied{Table: p.name, Rows: here.rows, Checksum: here.String(), OK: there == here})
	if there != here {
		return fmt.Errorf("copy %s: %d rows with checksum %s became %d rows with checksum %s", p.name, there.rows, there, here.rows, here)
	}
	return nil
}

func transfer[R any](c *copying, p part[R]) (read checksum, err error) {
	total, err := c.from.count(p.name)
	if err != nil {
		return read, err
	}
	c.progress(p.name, 0, total)
	var waiting []R
	flush := func() error {
		if len(waiting) == 0 {
			return nil
		}
		err := p.write(waiting)
		waiting = waiting[:0]
		c.progress(p.name, read.rows, total)
		return err
	}
	err = p.read(c.from, func(row R) error {
		waiting = append(waiting, row)
		if err := read.add(p.same(row)); err != nil || len(waiting) < batch {
			return err
		}
		return flush()
	})
	if err != nil {
		return read, err
	}
	return read, flush()
}

// checksum tells whether two databases hold the same rows, in whatever order.
type checksum struct {
	rows int64
	sum  uint64
}

func (c *checksum) add(row []any) error {
	var b []byte
	for _, value := range row {
		switch v := value.(type) {
		case nil:
			b = append(b, '-')
		case bool:
			b = fmt.Appendf(b, "b%t", v)
		case int64:
			b = binary.BigEndian.AppendUint64(append(b, 'i'), uint64(v))
		case float64:
			b = binary.BigEndian.AppendUint64(append(b, 'f'), math.Float64bits(v))
		case string:
			b = append(binary.AppendUvarint(append(b, 's'), uint64(len(v))), v...)
		case []float32:
			b = append(binary.AppendUvarint(append(b, 'v'), uint64(len(v))), vector.Encode(v)...)
		default:
			return fmt.Errorf("a column holds a %T", v)
		}
	}
	hash := sha256.Sum256(b)
	c.sum += binary.BigEndian.Uint64(hash[:])
	c.rows++
	return nil
}

func (c checksum) String() string { return fmt.Sprintf("%016x", c.sum) }
