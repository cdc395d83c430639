package config

import (
	"errors"
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
)

// text is a kind whose field is a string and which only checks it.
func text(word string, at field[string], check func(string) error) kind {
	parse := func(text string) (string, error) {
		if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
			return "", errors.New("one line of readable text")
		}
		return text, check(text)
	}
	return kindOf(word, at, parse, verbatim)
}

func verbatim(s string) string { return s }

// line is any text.
func line(at field[string]) kind {
	return text("text", at, func(string) error { return nil })
}

// id is what a caller may be called, or nothing.
func id(at field[string]) kind {
	return text("text", at, func(text string) error {
		if text == "" || souvenir.CheckID("user", text) == nil {
			return nil
		}
		return errors.New("at most " + strconv.Itoa(souvenir.MaxID) + " bytes of readable text")
	})
}

// address is host:port; no host means all interfaces, port 0 any free one.
func address(at field[string]) kind {
	return text("host:port", at, func(text string) error {
		_, port, err := net.SplitHostPort(text)
		if err == nil {
			_, err = strconv.ParseUint(port, 10, 16)
		}
		if err != nil {
			return errors.New("a host and a port such as 127.0.0.1:7007")
		}
		return nil
	})
}

// web is a base URL, or nothing.
func web(at field[string]) kind {
	return text("URL", at, func(text string) error {
		u, err := url.Parse(text)
		if text == "" || err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
			return nil
		}
		return errors.New("a URL that starts with http:// or https://, such as http://127.0.0.1:11434/v1")
	})
}

// zone is a time zone by its name, or nothing.
func zone(at field[string]) kind {
	return text("time zone", at, func(text string) error {
		if _, err := time.LoadLocation(text); err != nil {
			return errors.New("a time zone such as Europe/Paris")
		}
		return nil
	})
}

// database is a path, a PostgreSQL URL, or nothing.
func database(at field[string]) kind {
	return text("path or URL", at, func(text string) error {
		if isPostgres(text) {
			return checkPostgres(text)
		}
		if strings.Contains(text, "://") || strings.HasPrefix(text, "file:") || strings.Contains(text, "host=") {
			return errors.New("the path of an SQLite file such as ~/souvenir.db, or a URL such as postgres://souvenir@localhost/souvenir")
		}
		return nil
	})
}

func isPostgres(db string) bool {
	return strings.HasPrefix(db, "postgres://") || strings.HasPrefix(db, "postgresql://")
}

func checkPostgres(db string) error {
	if _, err := url.Parse(db); err != nil {
		return errors.New("a URL such as postgres://souvenir@localhost/souvenir, with special characters in the password written as %xx")
	}
	return nil
}

// A password may itself contain : / and @, so all up to the last @ is hidden.
var (
	passwords  = regexp.MustCompile(`(://[^:/@]*):.*@`)
	parameters = regexp.MustCompile(`(?i)((?:password|secret|token|key)=)[^&\s]+`)
)

// redact hides the passwords and keys that people put into URLs.
func redact(value string) string {
	value = passwords.ReplaceAllString(value, "$1:***@")
	return parameters.ReplaceAllString(value, "$1***")
}
