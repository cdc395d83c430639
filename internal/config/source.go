package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// maxFile is more than any configuration needs; the parser's time grows with the
// square of deep nesting, so it is also what keeps a nonsense file harmless.
const maxFile = 64 << 10

// source is what a Config is made of, kept so that it can be made again.
type source struct {
	world   world
	flags   map[string]string
	path    string // of the YAML file; "" when there is nowhere to look
	named   string // who named the file, which must then exist; "" for the user's own
	content string // of the file when it was last read
}

func newSource(o Options) source {
	s := source{world: newWorld(o), flags: o.Flags}
	switch {
	case o.File != "":
		s.path, s.named = o.File, "--config"
	case s.world.vars[prefix+"CONFIG"] != "":
		s.path, s.named = s.world.vars[prefix+"CONFIG"], prefix+"CONFIG"
	default:
		if dir, err := s.world.configDir(); err == nil {
			s.path = filepath.Join(dir, "souvenir.yaml")
		}
	}
	s.path = s.world.expand(s.path)
	return s
}

// FilePath is the YAML file that Load would read, whether or not it exists.
func FilePath(o Options) (string, error) {
	if s := newSource(o); s.path != "" {
		return s.path, nil
	}
	_, err := ConfigDir(o)
	return "", fmt.Errorf("there is no configuration directory, because %w; name a file with --config", err)
}

// read returns the file's content, which is empty if there need not be a file.
func (s source) read() (string, error) {
	if s.path == "" {
		return "", nil
	}
	content, err := readSmall(s.path)
	switch {
	case err == nil:
		return content, nil
	case !errors.Is(err, fs.ErrNotExist):
		return "", Faults{{s.path, plain(err)}}
	case s.named != "":
		return "", Faults{{s.path, "there is no such file; it is named by " + s.named}}
	}
	return "", nil
}

func readSmall(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(content) > maxFile {
		err = errors.New("the file is larger than " + Size(maxFile).String())
	}
	return string(content), err
}

// plain is the reason without the path, which the fault already names.
func plain(err error) string {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return cmp.Or(e.Err.Error(), err.Error())
	}
	return err.Error()
}
