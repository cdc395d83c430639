package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Set writes one setting into the YAML file, which need not exist yet. Everything
// else in the file stays as it is, to the byte; only a missing newline at its end
// is added. A file that holds a secret is made readable by its owner alone. What
// stands in the file may be faulty elsewhere, so that several faults can be mended
// one after the other.
func Set(file, name, value string) error {
	value, err := check(name, value)
	if err != nil {
		return err
	}
	file, content, mode, err := open(file)
	if err != nil {
		return Faults{{file, plain(err)}}
	}
	content, faults := edit(file, content, name, value)
	if len(faults) > 0 {
		return faults
	}
	if holdsSecret(file, content) {
		mode &= 0o700
	}
	return replace(file, content, mode)
}

// check returns the value as it will be written, or why it cannot be.
func check(name, value string) (string, error) {
	s, ok := find(name)
	if !ok {
		return "", Faults{{Problem: hint(name)}}
	}
	value = strings.TrimSpace(value)
	if err := s.kind.set(&Config{}, value); err != nil {
		return "", Faults{{Problem: mismatch(s, value, err)}}
	}
	return value, nil
}

// open reads the file that a link may point at, so that the link survives.
func open(file string) (path, content string, mode fs.FileMode, err error) {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return file, "", 0o644, nil
	}
	if err != nil {
		return file, "", 0, err
	}
	content, err = readSmall(file)
	return file, content, info.Mode().Perm(), err
}

func holdsSecret(file, content string) bool {
	values, _ := readYAML(file, content)
	return slices.ContainsFunc(values, func(g given) bool {
		s, _ := find(g.name)
		return s.shown(g.text) != g.text
	})
}

// replace puts the content in the file's place at once, so that a reader or a
// crash finds the old file or the new one.
func replace(file, content string, mode fs.FileMode) error {
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, ".souvenir-*.yaml")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // of no effect once it is renamed
	if err := fill(temp, content, mode); err != nil {
		return err
	}
	return os.Rename(temp.Name(), file)
}

func fill(f *os.File, content string, mode fs.FileMode) error {
	_, err := f.WriteString(content)
	return errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
}
