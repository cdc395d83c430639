package config

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"
)

// kind is one sort of value: how it is read into its field, written out and
// copied. What set returns as an error completes the sentence "it must be ...".
type kind struct {
	word string
	set  func(c *Config, text string) error
	get  func(c *Config) string
	copy func(to, from *Config)
}

// field points at the place in a Config where a value lives.
type field[T any] func(c *Config) *T

func kindOf[T any](word string, at field[T], parse func(string) (T, error), format func(T) string) kind {
	return kind{
		word: word,
		set: func(c *Config, text string) error {
			v, err := parse(text)
			if err == nil {
				*at(c) = v
			}
			return err
		},
		get:  func(c *Config) string { return format(*at(c)) },
		copy: func(to, from *Config) { *at(to) = *at(from) },
	}
}

func toggle(at field[bool]) kind {
	return kindOf("true or false", at, parseBool, strconv.FormatBool)
}

func parseBool(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "true", "yes", "on", "1":
		return true, nil
	case "false", "no", "off", "0":
		return false, nil
	}
	return false, errors.New("true or false")
}

func number(at field[int], least int) kind {
	parse := func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < least {
			return 0, fmt.Errorf("a whole number, %d or more", least)
		}
		return n, nil
	}
	return kindOf("number", at, parse, strconv.Itoa)
}

func decimal(at field[float64], least, most float64) kind {
	parse := func(text string) (float64, error) {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || !(n >= least && n <= most) { // written so that NaN is refused
			return 0, fmt.Errorf("a number from %g to %g", least, most)
		}
		return n, nil
	}
	format := func(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }
	return kindOf("decimal", at, parse, format)
}

// maybe is a kind whose value may be left out.
func maybe[T any](k func(field[T]) kind, at field[*T]) kind {
	var place T
	whole := k(func(*Config) *T { return &place })
	return kind{
		word: whole.word,
		set: func(c *Config, text string) error {
			if text == "" {
				*at(c) = nil
				return nil
			}
			var value T
			if err := k(func(*Config) *T { return &value }).set(c, text); err != nil {
				return err
			}
			*at(c) = &value
			return nil
		},
		get: func(c *Config) string {
			if *at(c) == nil {
				return ""
			}
			return k(func(*Config) *T { return *at(c) }).get(c)
		},
		copy: func(to, from *Config) { *at(to) = *at(from) },
	}
}

func maybeNumber(at field[*int], least int) kind {
	return maybe(func(f field[int]) kind { return number(f, least) }, at)
}

func maybeDecimal(at field[*float64], least, most float64) kind {
	return maybe(func(f field[float64]) kind { return decimal(f, least, most) }, at)
}

func duration(at field[time.Duration], least time.Duration) kind {
	parse := func(text string) (time.Duration, error) {
		d, err := parseDuration(text)
		if err != nil || d < least {
			return 0, errors.New("a duration such as 5s or 3m, or a whole number of seconds" + orMore(least))
		}
		return d, nil
	}
	return kindOf("duration", at, parse, formatDuration)
}

func orMore(least time.Duration) string {
	if least == 0 {
		return ", 0 or more"
	}
	return ", " + formatDuration(least) + " or more"
}

// parseDuration reads Go's durations, and plain whole numbers as seconds.
func parseDuration(text string) (time.Duration, error) {
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		text += "s" // time.ParseDuration then notices an overflow for us
	}
	return time.ParseDuration(text)
}

// formatDuration leaves out the zeros that Duration.String adds: 3m, not 3m0s.
func formatDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func size(at field[Size]) kind {
	return kindOf("size", at, parseSize, Size.String)
}

func oneOf(at field[string], words ...string) kind {
	parse := func(text string) (string, error) {
		word := strings.ToLower(text)
		if !slices.Contains(words, word) {
			return "", errors.New(strings.Join(words, " or "))
		}
		return word, nil
	}
	return kindOf(strings.Join(words, " or "), at, parse, verbatim)
}

func level(at field[slog.Level]) kind {
	levels := []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError}
	parse := func(text string) (slog.Level, error) {
		for _, l := range levels {
			if strings.EqualFold(l.String(), text) {
				return l, nil
			}
		}
		return 0, errors.New("debug, info, warn or error")
	}
	format := func(l slog.Level) string { return strings.ToLower(l.String()) }
	return kindOf("level", at, parse, format)
}
