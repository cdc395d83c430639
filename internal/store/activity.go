package store

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Activity is how a conversation went so far.
type Activity struct {
	Scope        souvenir.Scope
	Bytes        int64     // said in all
	Fresh        int64     // of these, since the last analysis
	LastMessage  time.Time // when it was said
	LastAnalysis time.Time // zero means never
}

// Activities are those of all tenants' conversations that were touched since a
// time, but for private ones and those whose analysis is on its way.
func (s *Store) Activities(ctx context.Context, since time.Time) ([]Activity, error) {
	t := table[Activity]{fields: func(a *Activity) []any {
		return []any{&a.Scope.Tenant, &a.Scope.User, &a.Scope.Conversation, &a.Bytes, &a.Fresh, micros(&a.LastMessage), sometime(&a.LastAnalysis)}
	}}
	return all(s.view(ctx), t, "activities", since.UnixMicro())
}
