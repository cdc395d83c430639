package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/souvenir-memory/souvenir/internal/config"
)

// completeWord is how completion scripts ask what can be typed: the shell and
// the words so far follow, the last of which is being typed. The answer is one
// candidate a line, with a tab and its meaning, or :files.
const completeWord = "__complete"

func complete(p program, model *kong.Application, args []string) int {
	if len(args) < 2 {
		return exitUsage
	}
	shell, words := args[0], args[1:]
	if shell == "bash" {
		words = joined(words)
	}
	l := line{node: model.Node}
	for _, w := range words[:len(words)-1] {
		l.read(w)
	}
	typing := words[len(words)-1]
	for _, c := range l.candidates(typing) {
		switch {
		case c.word == files:
			fmt.Fprintln(p.out, files)
		case strings.HasPrefix(c.word, typing):
			fmt.Fprintf(p.out, "%s\t%s\n", c.word[replaced(shell, typing):], c.meaning)
		}
	}
	return 0
}

// replaced is where in the word that is typed a candidate takes over: bash keeps
// what stands before the last =.
func replaced(shell, typing string) int {
	if shell != "bash" {
		return 0
	}
	return strings.LastIndex(typing, "=") + 1
}

// joined undoes that bash takes --state=failed for three words.
func joined(words []string) []string {
	var out []string
	for _, w := range words {
		if n := len(out); n > 0 && (w == "=" || strings.HasSuffix(out[n-1], "=")) {
			out[n-1] += w
			continue
		}
		out = append(out, w)
	}
	return out
}

// candidate is something that can be typed next.
type candidate struct{ word, meaning string }

// files stands for whatever files there are.
const files = ":files"

// line is how far a command line has been read.
type line struct {
	node       *kong.Node
	flag       *kong.Flag // whose value comes next
	positional int
	noFlags    bool // after --
}

// read takes in a word that is complete.
func (l *line) read(word string) {
	switch {
	case l.flag != nil:
		l.flag = nil
	case word == "--":
		l.noFlags = true
	case !l.noFlags && strings.HasPrefix(word, "-") && word != "-":
		if f := l.find(word); f != nil && !f.IsBool() {
			l.flag = f
		}
	default:
		l.argument(word)
	}
}

func (l *line) argument(word string) {
	for _, child := range l.node.Children {
		if child.Name == word {
			l.node, l.positional = child, 0
			return
		}
	}
	l.positional++
}

func (l *line) flags() []*kong.Flag { return slices.Concat(l.node.AllFlags(true)...) }

func (l *line) find(word string) *kong.Flag {
	for _, f := range l.flags() {
		if word == "--"+f.Name || word == "-"+string(f.Short) {
			return f
		}
	}
	return nil
}

// candidates are what can stand where typing is.
func (l *line) candidates(typing string) []candidate {
	name, _, given := strings.Cut(typing, "=")
	switch f := l.find(name); {
	case l.flag != nil:
		return values(l.flag.Value, "")
	case !l.noFlags && given && f != nil:
		return values(f.Value, name+"=")
	case !l.noFlags && strings.HasPrefix(typing, "-"):
		return l.flagNames()
	case len(l.node.Children) > 0 && l.positional == 0:
		return l.commands()
	case l.positional < len(l.node.Positional):
		return values(l.node.Positional[l.positional], "")
	}
	return nil
}

func (l *line) flagNames() (all []candidate) {
	for _, f := range l.flags() {
		all = append(all, candidate{"--" + f.Name, f.Help})
	}
	return all
}

func (l *line) commands() (all []candidate) {
	for _, child := range l.node.Children {
		if !child.Hidden {
			all = append(all, candidate{child.Name, child.Help})
		}
	}
	return all
}

// values are what a flag or an argument can be: its tag "complete" says so, or
// its enum.
func values(v *kong.Value, before string) (all []candidate) {
	switch kind := v.Tag.Get("complete"); {
	case kind == "files":
		return []candidate{{files, ""}}
	case kind != "":
		for _, s := range config.Known() {
			all = append(all, candidate{before + s.Name + strings.TrimPrefix(kind, "setting"), s.Doc})
		}
	case v.Enum != "":
		for _, word := range v.EnumSlice() {
			all = append(all, candidate{before + word, ""})
		}
	}
	return all
}
