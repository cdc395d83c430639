package persona

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// fields are those of which a reply must have one to be a digest at all.
var fields = []string{
	"summary", "topicSummary", "keyTopics", "facts", "emotionalJourney", "memorableMoments", "pendingTopics", "personalityFiltered", "tags",
}

var errNoDigest = errors.New("the reply must be one JSON object with summary, topicSummary, keyTopics, facts, emotionalJourney, memorableMoments, pendingTopics, personalityFiltered and tags")

// read makes findings of a reply about a window.
func read(value any, w souvenir.Window) (extract.Findings, error) {
	o, ok := object(value)
	if !ok {
		return extract.Findings{}, errNoDigest
	}
	d := digest(o, w)
	f := candidates(o, d, w)
	f.Episode, f.Topics = episode(w, d), Topics(d)
	return f, nil
}

// object is the first object with a field that we know: the reply itself, one of
// several, or one that the model wrapped in another.
func object(value any) (reply.Object, bool) {
	items, _ := reply.Items(value)
	for _, o := range items {
		if o.Has(fields...) {
			return o, true
		}
	}
	for _, o := range items {
		for _, key := range slices.Sorted(maps.Keys(o)) {
			if inner, ok := o.Object(key); ok && inner.Has(fields...) {
				return inner, true
			}
		}
	}
	return nil, false
}

// digest reads field by field. What is missing or of the wrong type is as if
// nobody had said anything.
func digest(o reply.Object, w souvenir.Window) Digest {
	d := defaultDigest(w)
	d.Summary = cmp.Or(o.Text("summary"), d.Summary)
	d.TopicSummary = fileName(o.Text("topicSummary"), d.TopicSummary)
	d.KeyTopics = texts(o, "keyTopics", d.KeyTopics)
	for _, f := range facts(o) {
		if f.content != "" {
			d.Facts = append(d.Facts, f.content)
		}
	}
	d.EmotionalJourney = journey(o)
	for _, m := range moments(o) {
		d.MemorableMoments = append(d.MemorableMoments, m.Moment)
	}
	d.PendingTopics = openTopics(o)
	d.HasUnfinished = len(d.PendingTopics) > 0
	d.PersonalityFiltered = filtered(o)
	d.Tags = withoutMarkers(texts(o, "tags", d.Tags))
	return d
}

func journey(o reply.Object) EmotionalJourney {
	j, _ := o.Object("emotionalJourney")
	return EmotionalJourney{Start: j.Text("start"), Peak: j.Text("peak"), End: j.Text("end")}
}

func filtered(o reply.Object) PersonalityFiltered {
	p, _ := o.Object("personalityFiltered")
	return PersonalityFiltered{
		RetentionScore: share(p, "retentionScore", defaultRetention),
		LikelyToRecall: texts(p, "likelyToRecall", []string{}),
		LikelyToForget: texts(p, "likelyToForget", []string{}),
		ForgetReason:   p.Text("forgetReason"),
	}
}

func openTopics(o reply.Object) []OpenTopic {
	out := []OpenTopic{}
	items, _ := list(o, "pendingTopics")
	for _, item := range items {
		t, ok := part(item, "topic")
		if !ok {
			continue
		}
		out = append(out, OpenTopic{
			Topic: t.Text("topic"), Context: t.Text("context"), SuggestedFollowUp: t.Text("suggestedFollowUp"), Urgency: urgency(t.Text("urgency")),
		})
	}
	return out
}

// part is an item of a list: an object, or a text that is the object's main field.
func part(item any, main string) (reply.Object, bool) {
	if inside, ok := item.(map[string]any); ok {
		return inside, true
	}
	text := scalar(item)
	return reply.Object{main: text}, text != ""
}

func urgency(said string) souvenir.Urgency {
	switch strings.ToLower(said) {
	case "high", "高":
		return souvenir.HighUrgency
	case "low", "低":
		return souvenir.LowUrgency
	}
	return souvenir.MediumUrgency
}

// withoutMarkers leaves out the tags that mean something to us: only we set them.
func withoutMarkers(tags []string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return t == tagPending || t == tagNeedsCard })
}
