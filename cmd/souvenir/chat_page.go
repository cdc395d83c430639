package main

import (
	"bufio"
	"io"
	"os"
	"strings"
	"sync"
	"unicode"

	"github.com/souvenir-memory/souvenir/internal/chat"
)

// page is what stands on the screen: prompts, answers, and notes about memory. Where
// nobody reads along, answers go to standard output and notes to standard error.
type page struct {
	g     *globals
	in    typist
	alive bool // somebody types, and reads along

	mu       sync.Mutex
	busy     bool     // an answer is being written
	held     []string // notes that wait for its end
	column   bool     // the answer's last line is open
	thinking bool     // it was said that the model thinks
}

// typist gives messages: lines, or what was pasted.
type typist interface {
	read(prompt string) (string, error) // io.EOF when there are no more
	Write([]byte) (int, error)          // also while somebody types
	close()
}

func newPage(g *globals) *page {
	in, isFile := g.program.in.(*os.File)
	out, alsoFile := g.program.out.(*os.File)
	if !g.JSON && isFile && alsoFile && terminal(in) && terminal(out) && g.program.variable("TERM") != "dumb" {
		return &page{g: g, in: newTTY(in, out), alive: true}
	}
	return &page{g: g, in: &plain{bufio.NewReader(g.program.in), g.program.out}}
}

// next is the next message, or io.EOF when there is none or somebody leaves. A read
// cannot be called back: one that is under way then ends with the process.
func (p *page) next(prompt string, leave <-chan struct{}) (string, error) {
	type read struct {
		text string
		err  error
	}
	done := make(chan read, 1)
	go func() {
		text, err := p.in.read(prompt)
		done <- read{text, err}
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-leave:
		return "", io.EOF
	}
}

func (p *page) close() { p.in.close() }

// print writes what somebody asked for.
func (p *page) print(text string) {
	if p.g.JSON {
		io.WriteString(p.g.program.err, text)
		return
	}
	io.WriteString(p.in, text)
}

// note writes a line about memory, after the answer if one is being written.
func (p *page) note(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.busy && p.column {
		p.held = append(p.held, line)
		return
	}
	p.write(line)
}

func (p *page) write(line string) {
	if p.alive {
		io.WriteString(p.in, "  "+line+"\n")
		return
	}
	io.WriteString(p.g.program.err, line+"\n")
}

// begin says that an answer comes; end closes its last line.
func (p *page) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy, p.thinking = true, false
}

func (p *page) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.column {
		io.WriteString(p.in, "\n")
	}
	p.busy, p.column = false, false
	for _, line := range p.held {
		p.write(line)
	}
	p.held = nil
}

// ended notes that an answer was interrupted, on a line of its own: a terminal shows
// the ^C that was typed.
func (p *page) ended(note string) {
	p.mu.Lock()
	p.column = p.column || p.alive
	p.mu.Unlock()
	p.note(note)
}

// piece writes a part of an answer as it comes.
func (p *page) piece(c chat.Piece) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.g.JSON:
	case c.Thought && p.alive && !p.thinking:
		p.thinking = true
		p.write(p.g.colour(dim, "thinking …"))
	case !c.Thought:
		io.WriteString(p.in, shown(c.Text))
		p.column = !strings.HasSuffix(c.Text, "\n")
	}
}

// shown is an answer without what a terminal would obey; tabs stay.
func shown(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return -1
		case r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)):
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// plain reads lines from a file or a pipe. A line that ends in a backslash goes on.
type plain struct {
	in  *bufio.Reader
	out io.Writer
}

func (p *plain) read(string) (string, error) {
	var lines []string
	for {
		line, err := p.in.ReadString('\n')
		if err != nil && line == "" {
			if len(lines) > 0 {
				return strings.Join(lines, "\n"), nil
			}
			return "", io.EOF
		}
		line, more := strings.CutSuffix(strings.TrimRight(line, "\r\n"), `\`)
		lines = append(lines, line)
		if !more {
			return strings.ToValidUTF8(strings.Join(lines, "\n"), "\uFFFD"), nil
		}
	}
}

func (p *plain) Write(text []byte) (int, error) { return p.out.Write(text) }
func (p *plain) close()                         {}
