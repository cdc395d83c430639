package main

import (
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// maxInput is the most that is read from standard input, in bytes.
const maxInput = 64 << 20

// texts are the messages that were given, as arguments or on standard input.
func (r *remember) texts(in io.Reader) ([]string, error) {
	text := strings.Join(r.Text, " ")
	if len(r.Text) == 0 && terminal(in) {
		return nil, souvenir.Errorf(souvenir.Invalid, "What is there to remember? For example: souvenir remember \"Remember that I am allergic to peanuts\"")
	}
	if len(r.Text) == 0 || text == "-" {
		var err error
		if text, err = readText(in); err != nil {
			return nil, err
		}
	}
	texts := []string{strings.TrimSpace(text)}
	if r.Lines {
		texts = lines(text)
	}
	if len(texts) == 0 || texts[0] == "" {
		return nil, souvenir.Errorf(souvenir.Invalid, "There is nothing to remember: the text is empty.")
	}
	for _, t := range texts {
		if err := souvenir.CheckText("message", t); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

func readText(in io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	if err != nil {
		return "", souvenir.Errorf(souvenir.Unavailable, "Standard input cannot be read: %v", err)
	}
	if len(text) > maxInput {
		return "", souvenir.Errorf(souvenir.TooLarge, "There is more than %d MiB on standard input. Split it.", maxInput>>20)
	}
	return string(text), nil
}

// lines are the lines of a text that say something.
func lines(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// inBatches keeps requests small, in number of messages and in bytes.
func inBatches(texts []string, most int) iter.Seq[[]string] {
	const bytes = 4 << 20
	return func(yield func([]string) bool) {
		for len(texts) > 0 {
			n, size := 0, 0
			for n < min(most, len(texts)) && (n == 0 || size+len(texts[n]) <= bytes) {
				size += len(texts[n])
				n++
			}
			if !yield(slices.Clip(texts[:n])) {
				return
			}
			texts = texts[n:]
		}
	}
}
