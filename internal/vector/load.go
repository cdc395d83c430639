package vector

// Loader puts many rows into one partition. It belongs to one goroutine; several
// loaders may fill the same partition side by side.
type Loader struct {
	index     *Index
	partition string
	digits    digits
}

// Load prepares for many rows.
func (x *Index) Load(partition string) *Loader {
	return &Loader{index: x, partition: partition}
}

// Put is Index.Put with less to do for each row. It does not keep v.
func (l *Loader) Put(id int64, v []float32) error {
	// The arithmetic is most of the work, and happens outside the lock.
	if err := l.digits.set(v, rowBits); err != nil {
		return err
	}
	l.index.writing.Lock()
	defer l.index.writing.Unlock()
	s, err := l.index.segmentFor(l.partition, len(v))
	if err != nil {
		return err
	}
	s.put(id, &l.digits)
	return nil
}
