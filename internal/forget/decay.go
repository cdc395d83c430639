// Package forget says what time ends, what somebody asks to be forgotten, and
// which todo is done. It takes values and returns values.
package forget

import (
	"fmt"
	"math"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Policy is how fast things fade. The zero value is the default.
type Policy struct {
	HalfLife  time.Duration // in which a temporary memory loses half its strength; 0 means 30 days
	Threshold float64       // the strength below which it ends; 0 means 0.05
	Session   time.Duration // silence after which a session is over; 0 means 24h
}

// WithDefaults is the policy with its zeros spelled out.
func (p Policy) WithDefaults() Policy {
	if p.HalfLife <= 0 {
		p.HalfLife = 30 * 24 * time.Hour
	}
	if p.Threshold <= 0 {
		p.Threshold = 0.05
	}
	if p.Session <= 0 {
		p.Session = 24 * time.Hour
	}
	return p
}

// Strength is what is left after an age: half after one half-life, a quarter
// after two.
func (p Policy) Strength(age time.Duration) float64 {
	return math.Pow(0.5, max(0, age.Hours())/p.WithDefaults().HalfLife.Hours())
}

// Life is the age at which strength falls below the threshold: some 130 days by
// default.
func (p Policy) Life() time.Duration {
	p = p.WithDefaults()
	return time.Duration(float64(p.HalfLife) * math.Log2(1/p.Threshold))
}

// Pinned is the priority that keeps a memory whatever happens.
const Pinned = 100

// Protected says that time never ends a memory: it is pinned, as important as can
// be, or part of who somebody is.
func Protected(m souvenir.Memory) bool {
	return m.Priority >= Pinned || m.Importance != nil && *m.Importance >= 10 || m.Origin == souvenir.Core
}

// Due says why a memory ends now, or nothing when it does not. SessionOver is
// whether the session that it belongs to has ended.
func (p Policy) Due(m souvenir.Memory, now time.Time, sessionOver bool) (why string) {
	switch {
	case m.Status != souvenir.Active && m.Status != souvenir.Waiting, Protected(m):
		return ""
	case m.ExpiresAt != nil && !m.ExpiresAt.After(now):
		return "It expired on " + m.ExpiresAt.UTC().Format("2006-01-02") + "."
	case m.Reach == souvenir.SessionOnly && sessionOver:
		return "Its session is over."
	case m.Expiry != souvenir.Temporary || m.ExpiresAt != nil || m.Origin == souvenir.Explicit:
		return ""
	}
	age := now.Sub(heard(m))
	if left := p.Strength(age); left < p.WithDefaults().Threshold {
		return fmt.Sprintf("It was temporary, and nobody came back to it for %d days.", int(age.Hours()/24))
	}
	return ""
}

// heard is when a memory was last confirmed or recalled.
func heard(m souvenir.Memory) time.Time {
	if m.LastRecalledAt != nil && m.LastRecalledAt.After(m.SaidAt) {
		return *m.LastRecalledAt
	}
	return m.SaidAt
}
