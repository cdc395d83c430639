package engine

import (
	"cmp"
	"context"

	"github.com/souvenir-memory/souvenir"
)

// Session says who the holder of a secret is. Whoever is not let in is told so, and
// nothing else.
func (e *Engine) Session(ctx context.Context, secret string) (souvenir.Session, error) {
	ctx, _, err := e.Authenticate(ctx, secret)
	if souvenir.CodeOf(err) == souvenir.Denied {
		return souvenir.Session{NeedsKey: true}, nil
	}
	if err != nil {
		return souvenir.Session{}, err
	}
	k := caller(ctx)
	s := souvenir.Session{NeedsKey: k.ID != "", SignedIn: true, Name: k.Name, Tenant: k.Tenant, User: cmp.Or(k.Name, e.settings().User), Users: k.Users, Admin: k.Admin}
	if !k.MayActFor(s.User) {
		s.User = k.Users[0]
	}
	return s, nil
}
