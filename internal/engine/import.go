package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/op"
)

// Import brings in what Export told, or a plain list of memories or messages. Each
// line is imported as a whole or not at all; what is there already stays as it is.
func (e *Engine) Import(ctx context.Context, in *struct {
	User string `query:"user" doc:"Whose memory it becomes; the user of the export when absent."`
	op.Lines
}) (*Answer[souvenir.ImportReport], error) {
	i := &importing{
		e: e, ctx: ctx, user: in.User, cause: souvenir.Cause{By: by(ctx), Reason: "Imported."}, seen: map[string]int64{}, said: map[string]int{},
		report: souvenir.ImportReport{Counts: map[string]souvenir.ImportCount{}, Problems: []souvenir.LineProblem{}},
	}
	defer e.written.raise()
	if err := i.readAll(bufio.NewReaderSize(&in.Lines, 64<<10)); err != nil {
		return nil, err
	}
	return &Answer[souvenir.ImportReport]{i.report}, nil
}

const (
	maxLine     = 16 << 20 // bytes; a memory of a megabyte, before and after, with every character escaped
	maxBatch    = 200      // lines in one transaction
	maxProblems = 100      // told one by one
)

// importing is an import under way.
type importing struct {
	e      *Engine
	ctx    context.Context
	user   string // as asked for, and then as it is
	scope  souvenir.Scope
	cause  souvenir.Cause
	header *souvenir.ExportHeader
	seen   map[string]int64 // lines by type
	waits  []arrival        // to be stored together
	talk   []turn           // messages of one conversation, to be posted together
	said   map[string]int   // how often a plain message without an id came up
	report souvenir.ImportReport
	rename func(id string) string // gives things ids of their own; nil: they keep theirs
}

// arrival is something that a line brings.
type arrival struct {
	line  int64
	kind  string
	thing any
}

func (i *importing) readAll(r *bufio.Reader) error {
	for {
		line, err := readLine(r)
		if len(bytes.TrimSpace(line)) > 0 || errors.Is(err, errLong) {
			if err := i.take(line, err); err != nil {
				return err
			}
		} else if err == nil {
			i.report.Lines++
		}
		switch {
		case errors.Is(err, io.EOF):
			return i.end()
		case err != nil && !errors.Is(err, errLong):
			return souvenir.Errorf(souvenir.Invalid, "The import broke off in line %d: %v. What came before is stored; import it again.", i.report.Lines+1, err)
		}
	}
}

var errLong = errors.New("too long")

// readLine reads up to the end of the line. Of one that is too long it keeps
// nothing, and goes on behind it.
func readLine(r *bufio.Reader) (line []byte, err error) {
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if !long {
			line = append(line, part...)
		}
		if len(line) > maxLine {
			line, long = nil, true
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long && err == nil {
			err = errLong
		}
		return line, err
	}
}

// take imports one line. Only what ends the whole import is an error.
func (i *importing) take(line []byte, err error) error {
	i.report.Lines++
	if errors.Is(err, errLong) {
		i.bad(i.report.Lines, souvenir.Errorf(souvenir.TooLarge, "The line is longer than %d MiB.", maxLine>>20))
		return nil
	}
	if i.report.Lines == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	var l struct {
		Type string          `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if err := readJSON(line, &l); err != nil {
		i.bad(i.report.Lines, err)
		return nil
	}
	if i.report.Lines == 1 && l.Type == "souvenir" {
		return i.begin(l.Data)
	}
	if i.scope.User == "" {
		if err := i.resolve(i.user); err != nil {
			return err
		}
	}
	if l.Data == nil {
		return i.plain(line)
	}
	return i.typed(l.Type, l.Data)
}

// readJSON reads what both databases can keep.
func readJSON(line []byte, into any) error {
	if !utf8.Valid(line) {
		return souvenir.Errorf(souvenir.Invalid, "The line is not valid UTF-8.")
	}
	var all any
	if err := json.Unmarshal(line, &all); err != nil {
		return souvenir.Errorf(souvenir.Invalid, "The line is not JSON: %v", err)
	}
	if hasNUL(all) {
		return souvenir.Errorf(souvenir.Invalid, "The line contains a NUL character.")
	}
	if err := json.Unmarshal(line, into); err != nil {
		return souvenir.Errorf(souvenir.Invalid, "The line cannot be understood: %v", err)
	}
	return nil
}

func hasNUL(v any) bool {
	switch v := v.(type) {
	case string:
		return bytes.ContainsRune([]byte(v), 0)
	case []any:
		return slices.ContainsFunc(v, hasNUL)
	case map[string]any:
		for key, value := range v {
			if hasNUL(key) || hasNUL(value) {
				return true
			}
		}
	}
	return false
}

// begin reads the first line of an export.
func (i *importing) begin(data json.RawMessage) error {
	var h souvenir.ExportHeader
	if err := json.Unmarshal(data, &h); err != nil {
		return souvenir.Errorf(souvenir.Invalid, "The first line cannot be understood: %v", err)
	}
	if h.Version != souvenir.ExportVersion {
		return souvenir.Errorf(souvenir.Invalid, "The export has version %d and this program knows only %d. Nothing was imported.", h.Version, souvenir.ExportVersion)
	}
	i.header = &h
	if i.user == "" {
		i.user = h.User
	}
	if err := i.resolve(i.user); err != nil || h.User == i.scope.User {
		return err
	}
	doubled, err := i.e.store.HasMemories(i.ctx, i.scope.Tenant, h.User)
	if doubled {
		i.rename = ownIDs(i.scope.User)
	}
	return err
}

func (i *importing) resolve(user string) (err error) {
	if i.scope, err = i.e.scope(i.ctx, user); err != nil {
		return err
	}
	if i.scope.User == souvenir.UnknownUser {
		return souvenir.Errorf(souvenir.Invalid, "Nothing is kept for the unknown user. Say with user whose memory it is to become.")
	}
	i.report.User = i.scope.User
	return nil
}

// typed takes a line that an export wrote.
func (i *importing) typed(kind string, data json.RawMessage) error {
	i.seen[kind]++
	read, known := importable[kind]
	if !known {
		i.bad(i.report.Lines, souvenir.Errorf(souvenir.Invalid, "There is no type %q.", kind))
		return nil
	}
	thing, err := read(data, i.scope.User)
	if err != nil {
		i.bad(i.report.Lines, err)
		return nil
	}
	if err := i.post(); err != nil {
		return err
	}
	if i.rename != nil {
		thing = renamed(thing, i.rename)
	}
	i.waits = append(i.waits, arrival{i.report.Lines, kind, thing})
	if len(i.waits) < maxBatch {
		return nil
	}
	return i.store()
}

// store writes what waits, in one transaction.
func (i *importing) store() error {
	things := make([]any, len(i.waits))
	for n, a := range i.waits {
		things[n] = a.thing
	}
	if len(things) == 0 {
		return nil
	}
	brought, err := i.e.store.Import(i.ctx, i.scope.Tenant, i.scope.User, things, i.cause)
	if err != nil {
		return fmt.Errorf("import lines %d to %d: %w", i.waits[0].line, i.waits[len(i.waits)-1].line, err)
	}
	for n, b := range brought {
		if b.Err != nil {
			i.bad(i.waits[n].line, b.Err)
		} else {
			i.good(i.waits[n].kind, b.New)
		}
	}
	i.waits = i.waits[:0]
	return nil
}

func (i *importing) good(kind string, isNew bool) {
	c := i.report.Counts[kind]
	if isNew {
		c.New++
	} else {
		c.Known++
	}
	i.report.Counts[kind] = c
}

func (i *importing) bad(line int64, why error) {
	i.report.Bad++
	if len(i.report.Problems) < maxProblems {
		i.report.Problems = append(i.report.Problems, souvenir.LineProblem{Line: line, Reason: why.Error()})
	}
}

// end stores the rest and looks whether all has come that was announced.
func (i *importing) end() error {
	if err := errors.Join(i.store(), i.post()); err != nil {
		return err
	}
	if i.report.Lines == 0 {
		return souvenir.Errorf(souvenir.Invalid, "There is nothing to import: the body is empty.")
	}
	if i.header == nil {
		return nil
	}
	for _, kind := range slices.Sorted(maps.Keys(i.header.Counts)) {
		if want, got := i.header.Counts[kind], i.seen[kind]; got < want {
			i.bad(i.report.Lines, souvenir.Errorf(souvenir.Invalid, "The export is not whole: it announces %d lines of type %s and has %d.", want, kind, got))
		}
	}
	return nil
}
