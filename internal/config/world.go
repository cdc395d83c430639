package config

import (
	"cmp"
	"errors"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// world is the environment as the process found it: its variables and its
// operating system.
type world struct {
	vars map[string]string
	os   string
}

func newWorld(o Options) world {
	environ := o.Environ
	if environ == nil {
		environ = os.Environ()
	}
	w := world{vars: make(map[string]string, len(environ)), os: cmp.Or(o.OS, runtime.GOOS)}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		w.vars[w.key(name)] = value
	}
	return w
}

// key is how a variable is looked up: Windows does not mind the case.
func (w world) key(name string) string {
	if w.os == "windows" {
		return strings.ToUpper(name)
	}
	return name
}

// DataDir is the directory where Souvenir keeps a user's data.
func DataDir(o Options) (string, error) { return newWorld(o).dataDir() }

// ConfigDir is the directory where Souvenir looks for a user's configuration.
func ConfigDir(o Options) (string, error) { return newWorld(o).configDir() }

func (w world) dataDir() (string, error) {
	return w.directory("LOCALAPPDATA", "XDG_DATA_HOME", ".local/share")
}

func (w world) configDir() (string, error) {
	return w.directory("APPDATA", "XDG_CONFIG_HOME", ".config")
}

// directory is ours within the one that each system keeps for such things. A
// relative XDG path is ignored, as their specification asks.
func (w world) directory(windows, xdg, unix string) (string, error) {
	switch {
	case w.os == "windows" && w.vars[windows] != "":
		return filepath.Join(w.vars[windows], "Souvenir"), nil
	case w.os != "windows" && w.os != "darwin" && filepath.IsAbs(w.vars[xdg]):
		return filepath.Join(w.vars[xdg], "souvenir"), nil
	case w.os == "windows":
		return "", errors.New("%" + windows + "% is not set")
	case w.vars["HOME"] == "":
		return "", errors.New("HOME is not set")
	case w.os == "darwin":
		return filepath.Join(w.vars["HOME"], "Library/Application Support/Souvenir"), nil
	}
	return filepath.Join(w.vars["HOME"], unix, "souvenir"), nil
}

// expand replaces a leading ~ by the home directory, as a shell would have done.
func (w world) expand(path string) string {
	home := cmp.Or(w.vars["HOME"], w.vars["USERPROFILE"])
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || home == "" || rest != "" && !os.IsPathSeparator(rest[0]) {
		return path
	}
	return filepath.Join(home, rest)
}

// LocalUser is whose memory a command on this machine works with: the setting
// user, or else hostname:username.
func (c *Config) LocalUser() string {
	return cmp.Or(c.User, hostname()+":"+c.source.world.username())
}

func hostname() string {
	name, _ := os.Hostname()
	return cmp.Or(name, "localhost")
}

func (w world) username() string {
	if name := cmp.Or(w.vars["USER"], w.vars["LOGNAME"], w.vars["USERNAME"]); name != "" {
		return name
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return strconv.Itoa(os.Getuid())
}
