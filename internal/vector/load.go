package vector

// Loader puts many rows into one partition. It belongs to one goroutine; several
// loaders may fill the same partition side by side.
type Loader struct {
	index     *Index
	partition string
	rows      int
	digits    digits
}

// Load prepares for about so many rows; 0 means unknown.
func (x *Index) Load(partition string, rows int) *Loader {
	return &Loader{index: x, partition: partition, rows: rows}
}

// Put is Index.Put with less to do for each row. It does not keep v.
func (l *Loader) Put(id int64, v []float32) error {
	// The arithmetic is most of the work, and happens outside the lock.
	if err := l.digits.set(v, rowBits); err != nil {
		return err
	}
	l.index.writing.Lock()
	defer l.index.writing.Unlock()
	s, err := l.index.segmentFor(l.partition, len(v), l.rows)
	if err != nil {
		return err
	}
	s.put(id, &l.digits)
	return nil
}
