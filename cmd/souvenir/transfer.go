package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/souvenir-memory/souvenir"
)

type exportCmd struct{}

// Run writes everything that is kept of the user to standard output.
func (e *exportCmd) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	w := bufio.NewWriter(g.program.out)
	if err := c.Export(ctx, c.user, w); err != nil {
		return err
	}
	return w.Flush()
}

type importCmd struct {
	File string `arg:"" optional:"" complete:"files" help:"JSON Lines: an export, or a plain list of memories or messages; standard input when absent or -."`
}

// Run brings a file in. Lines that are wrong are told and do not keep the others
// from being imported.
func (i *importCmd) Run(ctx context.Context, g *globals) error {
	from, err := i.open(g.program.in)
	if err != nil {
		return err
	}
	defer from.Close()
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	lines := bufio.NewReader(from)
	user := g.User
	if user == "" && !isExport(lines) {
		user = c.user
	}
	report, err := c.Import(ctx, user, lines)
	if err != nil {
		return err
	}
	c.catchUp(ctx)
	if err := g.show(report, func(w io.Writer) { tellImport(w, report) }); err != nil || report.Bad == 0 {
		return err
	}
	return souvenir.Errorf(souvenir.Invalid, "%s could not be imported.", plural(report.Bad, "line", "lines"))
}

func (i *importCmd) open(in io.Reader) (io.ReadCloser, error) {
	if i.File == "" || i.File == "-" {
		if terminal(in) {
			return nil, souvenir.Errorf(souvenir.Invalid, "What is to be imported? For example: souvenir import export.jsonl")
		}
		return io.NopCloser(in), nil
	}
	f, err := os.Open(i.File)
	if os.IsNotExist(err) {
		return nil, souvenir.Errorf(souvenir.NotFound, "There is no file %s.", i.File)
	}
	if err != nil {
		return nil, souvenir.Errorf(souvenir.Unavailable, "%s cannot be read: %v", i.File, err)
	}
	return f, nil
}

// isExport tells whether the file says by itself whose memory it is.
func isExport(r *bufio.Reader) bool {
	const start = `{"type":"souvenir"`
	begin, _ := r.Peek(len(start))
	return string(begin) == start
}

func tellImport(w io.Writer, r souvenir.ImportReport) {
	for _, p := range r.Problems {
		fmt.Fprintf(w, "line %d: %s\n", p.Line, oneLine(p.Reason))
	}
	columns(w, func(w io.Writer) {
		for _, kind := range slices.Sorted(maps.Keys(r.Counts)) {
			fmt.Fprintf(w, "  %s\t%d new\t%d known\n", kind, r.Counts[kind].New, r.Counts[kind].Known)
		}
	})
	fmt.Fprintf(w, "Imported for %s: %s.\n", oneLine(r.User), plural(r.Lines, "line", "lines"))
}
