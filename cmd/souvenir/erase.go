package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

type eraseCmd struct {
	Do     eraseDo     `cmd:"" default:"withargs" hidden:"" help:"Erase."`
	Verify eraseVerify `cmd:"" help:"Say whether a receipt is genuine."`
}

type eraseDo struct {
	Conversation string `placeholder:"ID" help:"Only this conversation and what came of it."`
	Site         string `placeholder:"HOST" help:"Only what was said and learnt on this site."`
	Since        string `placeholder:"TIME" help:"Only what was said or heard from then on: 2026-01-31, or with a time as in 2026-01-31T12:00:00Z."`
	Until        string `placeholder:"TIME" help:"Only what was said or heard before."`
	DryRun       bool   `help:"Say how much it is, and erase nothing."`
	Yes          bool   `help:"Do not ask."`
	Receipt      string `complete:"files" placeholder:"FILE" help:"Write the receipt into this file, too."`
}

// Run erases after asking, and prints the receipt.
func (e *eraseDo) Run(ctx context.Context, g *globals) error {
	what, err := e.what(g)
	if err != nil {
		return err
	}
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	if !e.DryRun && !e.Yes {
		if err := e.ask(ctx, g, c, what); err != nil {
			return err
		}
	}
	p := newProgress(g)
	done := p.wait("Erasing")
	r, err := c.Erase(ctx, what)
	done()
	if err != nil {
		return err
	}
	if err := e.write(r); err != nil {
		return err
	}
	return g.show(r, func(w io.Writer) { tellReceipt(w, r) })
}

// what says what is to be erased. Whose it is must be said: nobody erases the
// memory of whoever happens to be configured.
func (e *eraseDo) what(g *globals) (souvenir.Erasure, error) {
	what := souvenir.Erasure{User: g.User, Conversation: e.Conversation, Site: e.Site, DryRun: e.DryRun}
	if g.User == "" {
		return what, souvenir.Errorf(souvenir.Invalid, "Whose? Say it with --user NAME.")
	}
	var err error
	if what.Since, err = instant("--since", e.Since); err != nil {
		return what, err
	}
	if what.Until, err = instant("--until", e.Until); err != nil {
		return what, err
	}
	return what, what.Validate()
}

// instant reads a time, or a day, which is when it begins here.
func instant(flag, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if t, err := time.ParseInLocation("2006-01-02", text, time.Local); err == nil {
		return t, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, souvenir.Errorf(souvenir.Invalid, "%s %s is no time; write 2026-01-31 or 2026-01-31T12:00:00Z.", flag, text)
	}
	return t, nil
}

// ask shows what would go and wants the user's name typed. Where nobody is there
// to ask, --yes must say it.
func (e *eraseDo) ask(ctx context.Context, g *globals, c *connection, what souvenir.Erasure) error {
	if !terminal(g.program.in) {
		return souvenir.Errorf(souvenir.Invalid, "This erases for good. Look with --dry-run first, then say --yes.")
	}
	what.DryRun = true
	r, err := c.Erase(ctx, what)
	if err != nil {
		return err
	}
	tellReceipt(g.program.err, r)
	fmt.Fprintf(g.program.err, "This cannot be undone. Type %s to go on: ", oneLine(what.User))
	answer, err := bufio.NewReader(g.program.in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if strings.TrimSpace(answer) != what.User {
		return souvenir.Errorf(souvenir.Conflict, "Nothing was erased.")
	}
	return nil
}

func (e *eraseDo) write(r souvenir.Receipt) error {
	if e.Receipt == "" || r.DryRun {
		return nil
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(e.Receipt, append(text, '\n'), 0o600)
}

func tellReceipt(w io.Writer, r souvenir.Receipt) {
	said := "Erased"
	if r.DryRun {
		said = "Would erase"
	}
	if len(r.Erased)+len(r.Cleaned) == 0 {
		fmt.Fprintln(w, "There is nothing to erase.")
	} else {
		fmt.Fprintf(w, "%s %s:\n", said, plural(r.Rows(), "row", "rows"))
		columns(w, func(w io.Writer) { tellRows(w, r) })
	}
	if r.DryRun {
		return
	}
	searched := "Searched again: nothing is left."
	if len(r.Left) > 0 {
		searched = fmt.Sprintf("Something came in meanwhile and is still there: %s. Erase again.", counted(r.Left))
	}
	files := "The files of the database were written anew."
	if !r.Rewritten {
		files = oneLine(r.Note)
	}
	fmt.Fprintln(w, searched, files)
	fmt.Fprintf(w, "Receipt %s of %s, signed.\n", r.ID, minute(r.At))
}

func tellRows(w io.Writer, r souvenir.Receipt) {
	for _, table := range slices.Sorted(maps.Keys(r.Erased)) {
		fmt.Fprintf(w, "  %s\t%d\n", table, r.Erased[table])
	}
	for _, table := range slices.Sorted(maps.Keys(r.Cleaned)) {
		fmt.Fprintf(w, "  %s\t%d\tstay, without what they had of it\n", table, r.Cleaned[table])
	}
}

type eraseVerify struct {
	Receipt string `arg:"" complete:"files" help:"File with the receipt; - reads standard input."`
}

// Run checks a receipt. One that is not genuine makes it fail.
func (v *eraseVerify) Run(ctx context.Context, g *globals) error {
	r, err := v.read(g)
	if err != nil {
		return err
	}
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	found, err := c.VerifyReceipt(ctx, souvenir.VerifyReceipt{Receipt: r, User: g.User})
	if err != nil {
		return err
	}
	if err := g.show(found, func(w io.Writer) { tellVerification(w, r, found) }); err != nil {
		return err
	}
	if !found.Valid || !found.Ours || found.About != nil && !*found.About {
		return errors.New("the receipt does not hold")
	}
	return nil
}

func (v *eraseVerify) read(g *globals) (r souvenir.Receipt, err error) {
	var text []byte
	if v.Receipt == "-" {
		text, err = io.ReadAll(io.LimitReader(g.program.in, 1<<20))
	} else {
		text, err = os.ReadFile(v.Receipt)
	}
	if errors.Is(err, os.ErrNotExist) {
		return r, souvenir.Errorf(souvenir.NotFound, "There is no file %s.", v.Receipt)
	}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, souvenir.Errorf(souvenir.Invalid, "%s is no receipt: %v", v.Receipt, err)
	}
	return r, nil
}

func tellVerification(w io.Writer, r souvenir.Receipt, v souvenir.Verification) {
	if !v.Valid || !v.Ours {
		fmt.Fprintln(w, v.Reason)
		return
	}
	fmt.Fprintf(w, "Genuine: %s, %s, erased %s by %s.\n", r.What, plural(r.Rows(), "row", "rows"), minute(r.At), oneLine(r.By))
	if v.About != nil {
		fmt.Fprintln(w, map[bool]string{true: "It is about this user.", false: "It is about another user."}[*v.About])
	}
}
