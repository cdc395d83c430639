package config

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
)

// edit returns the content with one setting changed or added. It refuses a file
// whose form it does not understand rather than risk another setting.
func edit(file, content, name, value string) (string, Faults) {
	root, faults := parseYAML(file, content)
	if len(faults) > 0 {
		return "", faults
	}
	edited := splice(content, root, strings.Split(name, "."), quote(value))
	if !onlyChanged(file, content, edited, name, value) {
		return "", Faults{{file, "the file is written in a way that cannot be edited safely; change it by hand: " + nested(name) + " " + quote(value)}}
	}
	return edited, nil
}

// onlyChanged reports whether the two contents say the same but for one setting.
func onlyChanged(file, before, after, name, value string) bool {
	old, oldFaults := readYAML(file, before)
	now, nowFaults := readYAML(file, after)
	want := texts(old)
	want[name] = value
	return maps.Equal(want, texts(now)) && len(nowFaults) <= len(oldFaults)
}

func texts(values []given) map[string]string {
	m := make(map[string]string, len(values))
	for _, g := range values {
		m[g.name] = g.text
	}
	return m
}

// plainText needs no quotes in YAML, wherever it stands.
var plainText = regexp.MustCompile(`^[A-Za-z0-9_/.]([A-Za-z0-9_/.:+@%=?&-]*[A-Za-z0-9_/.+@%=?&-])?$`)

func quote(value string) string {
	if plainText.MatchString(value) && !strings.EqualFold(value, "null") {
		return value
	}
	return strconv.Quote(value)
}
