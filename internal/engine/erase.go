package engine

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// EraseUser names a user of whom nothing is to stay.
type EraseUser struct {
	User   string `path:"user"`
	DryRun bool   `query:"dry_run" doc:"Count only; nothing is erased."`
}

// EraseUser erases everything of a user.
func (e *Engine) EraseUser(ctx context.Context, in *EraseUser) (*Answer[souvenir.Receipt], error) {
	return e.erase(ctx, souvenir.Erasure{User: in.User, DryRun: in.DryRun})
}

// Erase takes everything of a user out of the database, or of it a conversation, a
// site or a span of time, and gives a signed receipt.
func (e *Engine) Erase(ctx context.Context, in *struct{ Body souvenir.Erasure }) (*Answer[souvenir.Receipt], error) {
	return e.erase(ctx, in.Body)
}

func (e *Engine) erase(ctx context.Context, what souvenir.Erasure) (*Answer[souvenir.Receipt], error) {
	sc, err := e.scope(ctx, what.User)
	if err != nil {
		return nil, err
	}
	if err := what.Validate(); err != nil {
		return nil, err
	}
	if what.Conversation != "" {
		if err := souvenir.CheckID("conversation id", what.Conversation); err != nil {
			return nil, err
		}
	}
	sc.Conversation = what.Conversation
	key, err := e.eraseKey(ctx)
	if err != nil {
		return nil, err
	}
	done, err := e.store.Erase(ctx, store.Erasure{Scope: sc, Site: siteOf(what.Site), Since: what.Since, Until: what.Until}, what.DryRun)
	if err != nil {
		return nil, err
	}
	r := e.receipt(ctx, sc, what, key)
	r.Erased, r.Cleaned, r.Left = done.Rows, done.Cleaned, done.Left
	if what.DryRun {
		return &Answer[souvenir.Receipt]{r}, nil
	}
	e.dropKept()
	e.rewrite(ctx, &r)
	e.log.InfoContext(ctx, "erased", "receipt", r.ID, "what", r.What, "rows", r.Rows(), "left", len(r.Left), "rewritten", r.Rewritten)
	return &Answer[souvenir.Receipt]{r.Signed(key)}, nil
}

func siteOf(address string) string {
	if address == "" {
		return ""
	}
	return souvenir.SiteOf(address)
}

// receipt says what was asked for, without the words.
func (e *Engine) receipt(ctx context.Context, sc souvenir.Scope, what souvenir.Erasure, key ed25519.PrivateKey) souvenir.Receipt {
	r := souvenir.Receipt{
		ID: e.newID(), What: what.Kind(), User: userDigest(key, sc), By: by(ctx), At: e.now(), DryRun: what.DryRun,
		Database: e.store.Dialect(), Since: timeOf(what.Since), Until: timeOf(what.Until),
	}
	if r.By == sc.User {
		r.By = "the user"
	}
	if what.Conversation != "" {
		r.Conversation = souvenir.Digest(key, "conversation", what.Conversation)
	}
	if what.Site != "" {
		r.Site = souvenir.Digest(key, "site", siteOf(what.Site))
	}
	return r
}

func userDigest(key ed25519.PrivateKey, sc souvenir.Scope) string {
	return souvenir.Digest(key, "user", sc.Tenant+"\x00"+sc.User)
}

func timeOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return new(t.UTC())
}

// rewrite has the files written anew. The rows are gone by now, so a caller that
// goes away does not stop it; where it cannot be done, the receipt says why, and
// the server does it when it starts next.
func (e *Engine) rewrite(ctx context.Context, r *souvenir.Receipt) {
	err := e.store.Rewrite(context.WithoutCancel(ctx))
	if r.Rewritten = err == nil; err != nil {
		r.Note = fmt.Sprintf("The rows are gone; their bytes may still be in the files. Erase again to have them written anew, or restart the server: %v", err)
		e.log.WarnContext(ctx, "files not written anew after an erasure", "receipt", r.ID, "error", err)
	}
}

// keepers drop what they keep in memory of what people said.
type keepers struct {
	sync.Mutex
	drop []func()
}

// OnErase has drop called whenever something was erased, by whoever keeps texts in
// memory.
func (e *Engine) OnErase(drop func()) {
	e.keepers.Lock()
	defer e.keepers.Unlock()
	e.keepers.drop = append(e.keepers.drop, drop)
}

// dropKept lets everybody drop what they keep, and the embedder too.
func (e *Engine) dropKept() {
	e.keepers.Lock()
	drops := slices.Clone(e.keepers.drop)
	e.keepers.Unlock()
	if f, ok := e.embedder.(interface{ Forget() }); ok {
		drops = append(drops, f.Forget)
	}
	for _, drop := range drops {
		drop()
	}
}

// eraseKey is the key that signs receipts. It is made once, with the first
// erasure, and moves with the database.
func (e *Engine) eraseKey(ctx context.Context) (ed25519.PrivateKey, error) {
	seed := make([]byte, ed25519.SeedSize)
	rand.Read(seed)
	text, err := e.store.SettingOnce(ctx, "erase.key", base64.StdEncoding.EncodeToString(seed))
	if err != nil {
		return nil, err
	}
	if seed, err = base64.StdEncoding.DecodeString(text); err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("the setting erase.key is no key: %v", err)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// VerifyReceipt says whether a receipt is genuine, whether this database signed
// it, and whether it is about somebody.
func (e *Engine) VerifyReceipt(ctx context.Context, in *struct{ Body souvenir.VerifyReceipt }) (*Answer[souvenir.Verification], error) {
	r := in.Body.Receipt
	v := souvenir.Verification{Valid: true}
	if err := r.Check(); err != nil {
		return &Answer[souvenir.Verification]{souvenir.Verification{Reason: err.Error()}}, nil
	}
	key, err := e.eraseKey(ctx)
	if err != nil {
		return nil, err
	}
	public := base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
	if v.Ours = r.PublicKey == public; !v.Ours {
		v.Reason = "It was signed by another database."
	}
	if in.Body.User != "" && v.Ours {
		sc, err := e.scope(ctx, in.Body.User)
		if err != nil {
			return nil, err
		}
		v.About = new(r.User == userDigest(key, sc))
	}
	return &Answer[souvenir.Verification]{v}, nil
}
