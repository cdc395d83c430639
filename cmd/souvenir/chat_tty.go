package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// tty is somebody at a terminal. It is in raw mode only while they type, so that
// Ctrl-C is a signal while an answer comes.
type tty struct {
	in, out *os.File
	edit    *term.Terminal

	mu     sync.Mutex
	before *term.State // how the terminal was; nil while it is so
}

func newTTY(in, out *os.File) *tty {
	t := &tty{in: in, out: out}
	t.edit = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{&pastes{from: in}, out}, "")
	return t
}

// read lets somebody type a message. A backslash at the end of a line, or a paste of
// several lines, makes it longer than one.
func (t *tty) read(prompt string) (string, error) {
	if err := t.raw(); err != nil {
		return "", err
	}
	defer t.cooked()
	var lines []string
	for t.edit.SetPrompt(prompt); ; t.edit.SetPrompt("… ") {
		line, err := t.edit.ReadLine()
		if err != nil && err != term.ErrPasteIndicator {
			io.WriteString(t.out, "\r\n")
			return "", io.EOF
		}
		line, more := strings.CutSuffix(strings.ReplaceAll(line, newline, "\n"), `\`)
		lines = append(lines, line)
		if !more {
			return strings.Join(lines, "\n"), nil
		}
	}
}

// Write writes above what is being typed.
func (t *tty) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.before != nil {
		return t.edit.Write(p)
	}
	return t.out.Write(p)
}

func (t *tty) raw() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	before, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return err
	}
	if width, height, err := term.GetSize(int(t.out.Fd())); err == nil {
		t.edit.SetSize(width, height)
	}
	t.edit.SetBracketedPasteMode(true)
	t.before = before
	return nil
}

func (t *tty) cooked() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.before == nil {
		return
	}
	t.edit.SetBracketedPasteMode(false)
	term.Restore(int(t.in.Fd()), t.before)
	t.before = nil
}

func (t *tty) close() { t.cooked() }

// newline is how the end of a line looks in what was pasted, until it is sent: the
// whole paste is one line that can be looked at and changed.
const newline = "⏎"

// pastes passes on what is typed. In a paste, ends of lines become a visible sign,
// tabs spaces, and whatever else a terminal would obey is left out.
type pastes struct {
	from   io.Reader
	inside bool
	rest   []byte // read and not passed on: it may be the beginning of a mark
	ready  []byte // to be passed on
}

var (
	pasteBegins = []byte("\x1b[200~")
	pasteEnds   = []byte("\x1b[201~")
)

func (p *pastes) Read(to []byte) (int, error) {
	for len(p.ready) == 0 {
		buffer := make([]byte, 4096)
		n, err := p.from.Read(buffer)
		p.rest = append(p.rest, buffer[:n]...)
		p.look()
		if err != nil && len(p.ready)+len(p.rest) == 0 {
			return 0, err
		}
		if err != nil {
			p.ready, p.rest = append(p.ready, p.rest...), nil
		}
	}
	n := copy(to, p.ready)
	p.ready = p.ready[n:]
	return n, nil
}

// look passes on what was read, up to what may be the beginning of a mark.
func (p *pastes) look() {
	for len(p.rest) > 0 {
		mark := pasteBegins
		if p.inside {
			mark = pasteEnds
		}
		if bytes.HasPrefix(p.rest, mark) {
			p.ready = append(p.ready, mark...)
			p.rest, p.inside = p.rest[len(mark):], !p.inside
			continue
		}
		if bytes.HasPrefix(mark, p.rest) || p.inside && string(p.rest) == "\r" {
			return // what comes next says what it is
		}
		p.ready = append(p.ready, p.one()...)
	}
}

// one is the next byte, as it is passed on.
func (p *pastes) one() string {
	b := p.rest[0]
	p.rest = p.rest[1:]
	switch {
	case !p.inside || b >= ' ' && b != 0x7f:
		return string([]byte{b})
	case b == '\r':
		if len(p.rest) > 0 && p.rest[0] == '\n' {
			p.rest = p.rest[1:]
		}
		return newline
	case b == '\n':
		return newline
	case b == '\t':
		return "    "
	}
	return ""
}
