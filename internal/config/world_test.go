package config

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestDirectories(t *testing.T) {
	t.Parallel()
	tests := []struct {
		os           string
		environ      []string
		data, config string
	}{
		{"linux", []string{"HOME=/home/ada"}, "/home/ada/.local/share/souvenir", "/home/ada/.config/souvenir"},
		{"linux", []string{"HOME=/home/ada", "XDG_DATA_HOME=/data", "XDG_CONFIG_HOME=/etc/xdg"}, "/data/souvenir", "/etc/xdg/souvenir"},
		{"linux", []string{"HOME=/home/ada", "XDG_DATA_HOME=data"}, "/home/ada/.local/share/souvenir", "/home/ada/.config/souvenir"},
		{"darwin", []string{"HOME=/Users/ada"}, "/Users/ada/Library/Application Support/Souvenir", "/Users/ada/Library/Application Support/Souvenir"},
		{"windows", []string{"LocalAppData=/local", "AppData=/roaming"}, "/local/Souvenir", "/roaming/Souvenir"},
	}
	for _, tt := range tests {
		o := Options{OS: tt.os, Environ: tt.environ}
		data, err := DataDir(o)
		if err != nil || data != filepath.FromSlash(tt.data) {
			t.Errorf("DataDir(%s, %q) = %q, %v, want %q", tt.os, tt.environ, data, err, tt.data)
		}
		config, err := ConfigDir(o)
		if err != nil || config != filepath.FromSlash(tt.config) {
			t.Errorf("ConfigDir(%s, %q) = %q, %v, want %q", tt.os, tt.environ, config, err, tt.config)
		}
	}
}

func TestNoDirectory(t *testing.T) {
	t.Parallel()
	for os, want := range map[string]string{"linux": "HOME is not set", "darwin": "HOME is not set", "windows": "%APPDATA% is not set"} {
		_, err := FilePath(Options{OS: os, Environ: []string{}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("FilePath on %s = %v, want %q in it", os, err, want)
		}
	}
}

func TestLocalUser(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	if got := m.load("SOUVENIR_USER=grace").LocalUser(); got != "grace" {
		t.Errorf("LocalUser = %q, want grace", got)
	}
	if got := m.load().LocalUser(); got != hostname()+":ada" {
		t.Errorf("LocalUser = %q, want %q", got, hostname()+":ada")
	}
}
