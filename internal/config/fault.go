package config

import (
	"fmt"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// Fault is one thing that is wrong, where, and what would be right.
type Fault struct {
	Where   string // souvenir.yaml:3, SOUVENIR_LISTEN or --listen; "" when the caller knows
	Problem string
}

func (f Fault) String() string {
	if f.Where == "" {
		return f.Problem
	}
	return f.Where + ": " + f.Problem
}

// Faults is everything that is wrong at once. Its code is [souvenir.Invalid].
type Faults []Fault

func (fs Faults) Error() string {
	if len(fs) == 1 {
		return fs[0].String()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "the configuration has %d faults:", len(fs))
	for _, f := range fs {
		b.WriteString("\n  " + f.String())
	}
	return b.String()
}

func (fs Faults) Unwrap() error { return souvenir.Errorf(souvenir.Invalid, "%s", fs.Error()) }

// mismatch says that the value does not suit the setting. A secret is not repeated.
func mismatch(s setting, value string, expected error) string {
	if s.secret {
		return fmt.Sprintf("%s must be %s", s.name, expected)
	}
	return fmt.Sprintf("%s is %q; it must be %s", s.name, redact(value), expected)
}
