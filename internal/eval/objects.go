package eval

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode"
)

// objects reads a JSON array of objects, or objects one after the other, without
// having them all in memory: benchmarks come in gigabytes.
func objects[T any](data io.Reader) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		buffered := bufio.NewReaderSize(data, 1<<16)
		list := startsWith(buffered, '[')
		d := json.NewDecoder(buffered)
		if list {
			d.Token() // the bracket that we saw
		}
		for n := 1; !list || d.More(); n++ {
			var v T
			err := d.Decode(&v)
			if !list && errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				err = fmt.Errorf("entry %d: %w", n, err)
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
		if _, err := d.Token(); err != nil { // the bracket at the end
			var none T
			yield(none, fmt.Errorf("the list has no end: %w", err))
		}
	}
}

// startsWith looks at the first character that is not a space, and leaves it.
func startsWith(r *bufio.Reader, want rune) bool {
	for {
		c, _, err := r.ReadRune()
		if err != nil {
			return false
		}
		if !unicode.IsSpace(c) && c != '\ufeff' {
			r.UnreadRune()
			return c == want
		}
	}
}
