package souvenir

import (
	"slices"
	"time"
)

// Key lets a program in. Its secret is shown once and only its hash is kept.
type Key struct {
	ID         string     `json:"id"`
	Tenant     string     `json:"tenant"`
	Name       string     `json:"name"`
	Users      []string   `json:"users,omitempty"` // whom it may act for; empty means its own name only
	Admin      bool       `json:"admin"`           // may act for every user of its tenant, and manage keys
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at,omitempty"`
	RevokedAt  *time.Time `json:"revoked_at,omitempty"`
}

// MayActFor says whether the key reaches the user's memory.
func (k Key) MayActFor(user string) bool {
	if k.Admin {
		return true
	}
	if len(k.Users) == 0 {
		return user == k.Name
	}
	return slices.Contains(k.Users, user)
}

// KeyRequest asks for a key.
type KeyRequest struct {
	Name   string   `json:"name" minLength:"1" maxLength:"256" doc:"Who it is for. A key without users acts for the user of this name."`
	Users  []string `json:"users,omitempty" doc:"The users it may act for."`
	Admin  bool     `json:"admin,omitempty" doc:"It may act for every user of its tenant and manage keys."`
	Tenant string   `json:"tenant,omitempty" doc:"Another tenant than the caller's. Possible from the machine itself only."`
}

// NewKey is a key with its secret, which is shown this once.
type NewKey struct {
	Key
	Secret string `json:"secret"`
}
