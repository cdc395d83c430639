package persona

import "github.com/souvenir-memory/souvenir"

// Topics are what a digest left open, to be stored beside its episode. A digest
// that waits to be processed knows of none.
func Topics(d Digest) []souvenir.PendingTopic {
	var out []souvenir.PendingTopic
	for _, t := range d.PendingTopics {
		if t.Topic == "" {
			continue
		}
		out = append(out, souvenir.PendingTopic{
			Partner: d.Raw.Partner, Topic: t.Topic, Context: t.Context, SuggestedFollowUp: t.SuggestedFollowUp,
			Urgency: t.Urgency, Status: souvenir.TopicPending,
			CreatedAt: d.ExtractedAt, UpdatedAt: d.ExtractedAt, ExpiresAt: d.ExtractedAt.Add(souvenir.TopicLife),
		})
	}
	return out
}
