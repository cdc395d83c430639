package walindex

import (
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	_ "modernc.org/sqlite"
)

// open opens a database in the way of the store, with one connection that stays.
func open(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(wal)&_pragma=busy_timeout(5000)")
	must(t, err)
	db.SetMaxOpenConns(1)
	_, err = db.Exec("create table if not exists notes (text)")
	must(t, err)
	return db
}

func watched(t *testing.T, path string) (*Index, *sql.DB) {
	t.Helper()
	x, err := Hold(path)
	must(t, err)
	db := open(t, path)
	must(t, x.Watch())
	return x, db
}

func TestEveryCommitIsNoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	x, db := watched(t, path)
	defer x.Release()
	defer db.Close()
	last := x.Epoch()
	if last == 0 || x.Epoch() != last {
		t.Fatalf("Epoch = %d and %d without a commit between", last, x.Epoch())
	}
	for i := range 100 {
		statement := "insert into notes values (1)"
		if i%10 == 9 {
			statement = "pragma wal_checkpoint(truncate)" // the log begins anew
		}
		_, err := db.Exec(statement)
		must(t, err)
		var n int
		must(t, db.QueryRow("select count(*) from notes").Scan(&n))
		now := x.Epoch()
		if i%10 != 9 && now == last {
			t.Fatalf("commit %d is not noticed", i)
		}
		last = now
	}
	must(t, db.QueryRow("select count(*) from notes").Scan(new(int)))
	if x.Epoch() != last {
		t.Error("reading counts as a commit")
	}
}

func TestAnotherProcessIsNoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	if os.Getenv("WRITE_TO") != "" {
		db := open(t, os.Getenv("WRITE_TO"))
		defer db.Close()
		_, err := db.Exec("insert into notes values ('from elsewhere')")
		must(t, err)
		return
	}
	x, db := watched(t, path)
	defer x.Release()
	defer db.Close()
	last := x.Epoch()
	other := exec.Command(os.Args[0], "-test.run", "^TestAnotherProcessIsNoticed$")
	other.Env = append(os.Environ(), "WRITE_TO="+path)
	if out, err := other.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if x.Epoch() == last {
		t.Error("a commit of another process is not noticed")
	}
	var n int
	must(t, db.QueryRow("select count(*) from notes").Scan(&n))
	if n != 1 {
		t.Errorf("count = %d, want 1", n)
	}
}

// Closing a handle of the file would take SQLite's locks away, and another process
// could begin the log anew under a reader that stands in it.
func TestWhoStaysKeepsTheirLocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	if os.Getenv("CHECKPOINT") != "" {
		db := open(t, os.Getenv("CHECKPOINT"))
		defer db.Close()
		var busy, log, done int
		must(t, db.QueryRow("pragma busy_timeout(0)").Scan(new(int)))
		must(t, db.QueryRow("pragma wal_checkpoint(restart)").Scan(&busy, &log, &done))
		if busy != 1 {
			t.Errorf("the log could begin anew under a reader")
		}
		return
	}
	x, db := watched(t, path)
	defer x.Release()
	defer db.Close()
	second, other := watched(t, filepath.Join(filepath.Dir(path), ".", "notes.db"))
	_, err := db.Exec("insert into notes values (1)")
	must(t, err)
	reading, err := db.Begin()
	must(t, err)
	defer reading.Rollback()
	must(t, reading.QueryRow("select count(*) from notes").Scan(new(int)))
	must(t, other.Close())
	must(t, second.Release())
	checkpoint := exec.Command(os.Args[0], "-test.run", "^TestWhoStaysKeepsTheirLocks$")
	checkpoint.Env = append(os.Environ(), "CHECKPOINT="+path)
	if out, err := checkpoint.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func TestWhatCannotBeWatchedHasNoEpoch(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]*string{"missing": nil, "empty": new(string), "strange": new("this is not the header of an index, but it is long enough to be one: 96 bytes are not very many ...")} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			if content != nil {
				must(t, os.WriteFile(path+"-shm", []byte(*content), 0o600))
			}
			x, err := Hold(path)
			must(t, err)
			if err := x.Watch(); err == nil || x.Epoch() != 0 {
				t.Errorf("Watch = %v, Epoch = %d; want an error and 0", err, x.Epoch())
			}
			must(t, x.Release())
		})
	}
	if _, err := Hold(filepath.Join(dir, "no", "such", "directory")); err == nil {
		t.Error("Hold of a file in no directory succeeds")
	}
}

func TestAnIndexThatWasReplacedIsNotBelieved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	x, db := watched(t, path)
	defer x.Release()
	must(t, db.Close()) // the last connection: SQLite removes the file
	db = open(t, path)
	defer db.Close()
	if err := x.Watch(); err == nil || x.Epoch() != 0 {
		t.Errorf("Watch = %v, Epoch = %d: the index of before is taken for the one of now", err, x.Epoch())
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
