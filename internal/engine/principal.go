package engine

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

type principalKey struct{}

// As puts the caller's key into the context.
func As(ctx context.Context, k souvenir.Key) context.Context {
	return context.WithValue(ctx, principalKey{}, k)
}

// caller is who asks. Without keys it is the person at this machine, who may do
// everything in the default tenant.
func caller(ctx context.Context) souvenir.Key {
	if k, ok := ctx.Value(principalKey{}).(souvenir.Key); ok {
		return k
	}
	return souvenir.Key{Tenant: souvenir.DefaultTenant, Admin: true}
}

// Authenticate finds the key of a secret. Without any key in the database
// everybody who reaches us is let in, and open says so: we then listen on this
// machine only.
func (e *Engine) Authenticate(ctx context.Context, secret string) (_ context.Context, open bool, err error) {
	needed, err := e.store.HasKeys(ctx)
	if err != nil {
		return ctx, false, err
	}
	if e.door.note(!needed); !needed {
		return ctx, true, nil
	}
	k, found, err := e.store.KeyBySecret(ctx, secret)
	if err != nil {
		return ctx, false, err
	}
	if !found {
		return ctx, false, souvenir.Errorf(souvenir.Denied, "A valid API key is needed: send it as \"Authorization: Bearer ...\". `souvenir keys add NAME` makes one.")
	}
	e.door.let(secret, k, e.now())
	return As(ctx, k), false, e.store.UseKey(ctx, secret, k)
}

// scope resolves whose memory a request is about: the named user, the key's own
// name, or the configured user when there are no keys.
func (e *Engine) scope(ctx context.Context, user string) (souvenir.Scope, error) {
	k := caller(ctx)
	if user == "" {
		user = k.Name
	}
	if user == "" {
		user = e.settings().User
	}
	if user == "" {
		return souvenir.Scope{}, souvenir.Errorf(souvenir.Invalid, "The user is missing. Say whose memory this is about, or set SOUVENIR_USER on the server.")
	}
	if err := souvenir.CheckID("user", user); err != nil {
		return souvenir.Scope{}, err
	}
	if !k.MayActFor(user) {
		return souvenir.Scope{}, souvenir.Errorf(souvenir.Denied, "This key may not act for user %q.", user)
	}
	return souvenir.Scope{Tenant: k.Tenant, User: user}, nil
}

// conversation resolves a conversation of a user.
func (e *Engine) conversation(ctx context.Context, user, id string) (souvenir.Scope, error) {
	sc, err := e.scope(ctx, user)
	if err != nil {
		return sc, err
	}
	sc.Conversation = id
	return sc, souvenir.CheckID("conversation id", id)
}

// memory finds a memory that the caller may see. Somebody else's is not there.
func (e *Engine) memory(ctx context.Context, id string) (souvenir.Memory, error) {
	m, err := e.store.Memory(ctx, caller(ctx).Tenant, id)
	if err == nil && !caller(ctx).MayActFor(m.User) {
		err = souvenir.Errorf(souvenir.NotFound, "No memory with id %s.", id)
	}
	return m, err
}

// needAdmin refuses a key that was made for some users only.
func needAdmin(ctx context.Context) error {
	if !caller(ctx).Admin {
		return souvenir.Errorf(souvenir.Denied, "This needs an admin key.")
	}
	return nil
}

// ListKeys shows who may come in.
func (e *Engine) ListKeys(ctx context.Context, _ *struct{}) (*Page[souvenir.Key], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	ks, err := e.store.Keys(ctx, caller(ctx).Tenant)
	return listOf(ks, ""), err
}

// AddKey makes a key.
func (e *Engine) AddKey(ctx context.Context, in *struct {
	Body souvenir.KeyRequest
}) (*Answer[souvenir.NewKey], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	if err := souvenir.CheckID("name", in.Body.Name); err != nil {
		return nil, err
	}
	k := souvenir.Key{Tenant: caller(ctx).Tenant, Name: in.Body.Name, Users: in.Body.Users, Admin: in.Body.Admin}
	if in.Body.Tenant != "" {
		if caller(ctx).ID != "" && in.Body.Tenant != k.Tenant {
			return nil, souvenir.Errorf(souvenir.Denied, "A key can make keys of its own tenant only.")
		}
		k.Tenant = in.Body.Tenant
	}
	secret := "sk-souvenir-" + strings.ToLower(rand.Text()+rand.Text())
	k, err := e.store.AddKey(ctx, k, secret)
	return &Answer[souvenir.NewKey]{souvenir.NewKey{Key: k, Secret: secret}}, err
}

// RevokeKey shuts a key out.
func (e *Engine) RevokeKey(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*struct{}, error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	return nil, e.store.RevokeKey(ctx, caller(ctx).Tenant, in.ID)
}
