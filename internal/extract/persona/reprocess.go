package persona

import (
	"fmt"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Again is the window to make a digest again with a role card. Where nobody knows
// what the partner is called, the id has to do.
func Again(d Digest, s souvenir.Scope, card *souvenir.RoleCard, ms []souvenir.Message, now time.Time) souvenir.Window {
	w := souvenir.Window{Scope: s, Card: card, Partner: d.Raw.Partner, Relation: d.Raw.Relation, Messages: ms, Now: now}
	if w.Partner == "" && d.Raw.PartnerID != "" {
		w.Partner = fmt.Sprintf(tongueOf(card).stranger, d.Raw.PartnerID)
	}
	return w
}

// again takes a second reading into an episode.
func again(old, fresh souvenir.Episode) (souvenir.Episode, bool) {
	before, err := ReadDigest(old.Body)
	if err != nil {
		return old, false
	}
	now, err := ReadDigest(fresh.Body)
	if err != nil {
		return old, false
	}
	merged, ok := Reprocessed(before, now)
	if !ok {
		return old, false
	}
	old.Body, old.Pending = merged.Body(), false
	return old, true
}

// Reprocessed is an old digest after it was made again. It is not ok when the
// fresh one is not a real one either: then the old one waits on, as it was.
func Reprocessed(old, fresh Digest) (merged Digest, ok bool) {
	if NeedsProcessing(fresh) || !fresh.HasRoleCard {
		return old, false
	}
	merged = fresh
	merged.Raw = old.Raw
	merged.Tags = withoutMarkers(fresh.Tags)
	merged.HasUnfinished = len(fresh.PendingTopics) > 0
	merged.ProcessedAt = fresh.ExtractedAt
	return merged, true
}
