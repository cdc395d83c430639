package store

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/souvenir-memory/souvenir"
	sqlite3 "modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// outage marks an error that is the database's trouble and nobody's mistake, a
// full disk or a lost connection, as one that goes away: what was asked for can
// be tried again as it is.
func outage(err error) error {
	if err == nil || !isOutage(err) || souvenir.CodeOf(err) == souvenir.Unavailable {
		return err
	}
	return &trouble{souvenir.Errorf(souvenir.Unavailable, "The database is in trouble: %v. Try again; with the same message ids nothing is stored twice.", err), err}
}

// Trouble says in a few words why nothing can be stored, for whoever may ask: no
// host, no path and no text is in it.
func Trouble(err error) string {
	lite, _ := errors.AsType[*sqlite3.Error](err)
	pg, _ := errors.AsType[*pgconn.PgError](err)
	switch {
	case lite != nil && lite.Code()&0xff == sqlitelib.SQLITE_FULL, pg != nil && pg.Code == "53100":
		return "the disk is full"
	case lite != nil && lite.Code()&0xff == sqlitelib.SQLITE_READONLY, pg != nil && pg.Code == "25006":
		return "the database may only be read"
	case lite != nil || pg != nil:
		return "the database takes nothing"
	}
	return "the database does not answer"
}

// trouble is an error for people with the driver's own behind it.
type trouble struct{ shown, cause error }

func (t *trouble) Error() string   { return t.shown.Error() }
func (t *trouble) Unwrap() []error { return []error{t.shown, t.cause} }

func isOutage(err error) bool {
	if lite, ok := errors.AsType[*sqlite3.Error](err); ok {
		primary := lite.Code() & 0xff
		return slices.Contains([]int{sqlitelib.SQLITE_FULL, sqlitelib.SQLITE_IOERR, sqlitelib.SQLITE_BUSY, sqlitelib.SQLITE_LOCKED,
			sqlitelib.SQLITE_CANTOPEN, sqlitelib.SQLITE_READONLY, sqlitelib.SQLITE_NOMEM}, primary)
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		// Connection, resources, shutdown, and a server that cannot write.
		return slices.Contains([]string{"08", "53", "57", "58", "25"}, pg.Code[:2])
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
