// Package walindex tells whether anything was committed to a SQLite database, by this
// process or another, for the price of reading memory. SQLite keeps an index of its
// write-ahead log in a file that all processes map, DATABASE-shm, and writes its
// header anew at every commit (https://sqlite.org/walformat.html, section 2.1).
//
// That file has a trap: SQLite locks parts of it, and a process that closes any handle
// of a file loses all its locks on it. So whoever opens a database holds it first, and
// our handle is closed when nobody in this process holds the database any more.
package walindex

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Index is the header of a database's index as it changes. It is safe for concurrent
// use.
type Index struct {
	db string

	mu      sync.Mutex
	holders int
	file    *os.File // nil until somebody watches
	mapped  []byte   // the file's header
	seen    header
	epoch   int64
}

// header is both copies that SQLite writes, one after the other.
type header [96]byte

// format is the version that the header has had since there is one.
const format = 3007000

// written says that SQLite has written it, in a way that we know.
func (h header) written() bool { return binary.NativeEndian.Uint32(h[:]) == format && h[12] == 1 }

// held are the databases that this process works with, by their files.
var (
	mu   sync.Mutex
	held = map[string]*Index{}
)

// Hold says that this process is about to open a database. Its file need not exist
// yet, but its directory must. Release follows when the database is closed.
func Hold(db string) (*Index, error) {
	path, err := resolved(db)
	if err != nil {
		return nil, err
	}
	mu.Lock()
	defer mu.Unlock()
	x := held[path]
	if x == nil {
		x = &Index{db: path}
		held[path] = x
	}
	x.holders++
	return x, nil
}

// resolved is where SQLite looks for the file, and so for those beside it.
func resolved(db string) (string, error) {
	path, err := filepath.Abs(db)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	return filepath.Join(dir, filepath.Base(path)), err
}

// Watch begins to look. The caller has a connection that has read from the database,
// and keeps it open until Release: SQLite removes the file with the last connection.
func (x *Index) Watch() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.open(); err != nil {
		return fmt.Errorf("look at the index of the write-ahead log: %w", err)
	}
	return nil
}

func (x *Index) open() (err error) {
	if !mappable {
		return errors.ErrUnsupported
	}
	name := x.db + "-shm"
	if x.file == nil {
		if x.file, err = os.Open(name); err != nil {
			return err
		}
	}
	ours, err := x.file.Stat()
	if err != nil {
		return err
	}
	if theirs, err := os.Stat(name); err != nil || !os.SameFile(ours, theirs) {
		return errors.Join(errors.New("the file is another one by now"), err, x.unmap())
	}
	if x.mapped != nil {
		return nil
	}
	if ours.Size() < int64(len(header{})) {
		return errors.New("the file is empty")
	}
	mapped, err := mapFile(x.file, len(header{}))
	if err != nil {
		return err
	}
	x.mapped = mapped
	if !header(mapped).written() {
		return errors.Join(errors.New("its format is not known"), x.unmap())
	}
	return nil
}

// unmap leaves the file open: closing it is for the last who holds the database.
func (x *Index) unmap() error {
	if x.mapped == nil {
		return nil
	}
	mapped := x.mapped
	x.mapped = nil
	return unmap(mapped)
}

// Epoch is a number that goes up when something was committed since somebody asked
// last. Whatever is read from the database afterwards is at least as new. It is 0
// where nobody watches.
func (x *Index) Epoch() int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.mapped == nil {
		return 0
	}
	if now := header(x.mapped); x.epoch == 0 || now != x.seen {
		x.seen = now
		x.epoch++
	}
	return x.epoch
}

// Release says that the caller has closed the database, and that none of its connections
// is in use any more. It is called once for each Hold.
func (x *Index) Release() error {
	mu.Lock()
	defer mu.Unlock()
	if x.holders--; x.holders > 0 {
		return nil
	}
	if held[x.db] == x {
		delete(held, x.db)
	}
	return x.close()
}

func (x *Index) close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	err := x.unmap()
	if x.file != nil {
		err = errors.Join(err, x.file.Close())
		x.file = nil
	}
	return err
}
