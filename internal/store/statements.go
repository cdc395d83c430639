package store

import (
	"fmt"
	"strings"
)

// statements holds the SQL of the files by name. A statement begins with a line
// "-- name: what_it_does" and may use {{columns}} of the tables in columns.go.
type statements map[string]string

func (all statements) read(path string) error {
	text, err := files.ReadFile(path)
	if err != nil {
		return err
	}
	parts := strings.Split(string(text), "-- name: ")
	for _, part := range parts[1:] {
		name, body, ok := strings.Cut(part, "\n")
		name = strings.TrimSpace(name)
		if !ok || name == "" {
			return fmt.Errorf("%s: a statement without a name", path)
		}
		body, _, _ = strings.Cut(body+"\n", ";\n") // what follows is said of the next one
		all[name] = strings.TrimSpace(expand.Replace(body))
	}
	return nil
}

// get finds a statement. Asking for one that is not in the files is a mistake
// of ours that the first test run shows.
func (all statements) get(name string) string {
	text, ok := all[name]
	if !ok {
		panic("store: no SQL statement named " + name)
	}
	return text
}
