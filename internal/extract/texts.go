package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"text/template"

	"github.com/souvenir-memory/souvenir"
)

// Text is one file of a style as it is in effect.
type Text struct {
	Name    string
	Content string
	Own     bool // the operator's, in place of ours
}

// Texts are the files of a style. A file of the operator's with the same name
// takes the place of ours; a list, whose name ends in .list, is added to ours.
type Texts struct {
	style string
	files []Text
}

// ReadTexts reads all of a style's files. Own may be nil.
func ReadTexts(style string, builtin, own fs.FS) (Texts, error) {
	t := Texts{style: style}
	err := fs.WalkDir(builtin, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := readText(name, builtin, own)
		t.files = append(t.files, text)
		return err
	})
	if err != nil {
		return t, souvenir.Errorf(souvenir.Invalid, "The texts of the style %s cannot be read: %v", style, err)
	}
	return t, nil
}

func readText(name string, builtin, own fs.FS) (Text, error) {
	ours, err := fs.ReadFile(builtin, name)
	if err != nil || own == nil {
		return Text{Name: name, Content: string(ours)}, err
	}
	theirs, err := fs.ReadFile(own, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Text{Name: name, Content: string(ours)}, nil
	case err != nil:
		return Text{}, err
	case strings.HasSuffix(name, ".list"):
		theirs = append(append(bytes.TrimRight(ours, "\n"), '\n'), theirs...)
	}
	return Text{Name: name, Content: string(theirs), Own: true}, nil
}

// All are the files, for people to look at.
func (t Texts) All() []Text { return t.files }

// Get is one file. It must be there: the names are ours.
func (t Texts) Get(name string) string {
	for _, f := range t.files {
		if f.Name == name {
			return f.Content
		}
	}
	panic(fmt.Sprintf("style %s has no text %s", t.style, name))
}

// List is a file of lines, without empty ones and those that begin with #.
func (t Texts) List(name string) []string { return Text{Content: t.Get(name)}.Lines() }

// Lines are the lines of a list, without empty ones and those that begin with #.
func (t Text) Lines() []string {
	var out []string
	for line := range strings.Lines(t.Content) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

// Template is a prompt with places for values. A value is put in as it is: what
// looks like a place inside it stays what it is.
func (t Texts) Template(name string) (*Template, error) {
	parsed, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{"join": strings.Join}).Parse(t.Get(name))
	if err != nil {
		return nil, souvenir.Errorf(souvenir.Invalid, "The text %s of the style %s is not a template: %v", name, t.style, err)
	}
	return &Template{parsed}, nil
}

// Template is a prompt with places for values.
type Template struct{ parsed *template.Template }

// Fill puts values into the places.
func (t *Template) Fill(values any) (string, error) {
	var b strings.Builder
	if err := t.parsed.Execute(&b, values); err != nil {
		return "", souvenir.Errorf(souvenir.Invalid, "The text %s cannot be filled in: %v", t.parsed.Name(), err)
	}
	return strings.TrimSpace(b.String()), nil
}
