package souvenir

import (
	"testing"
	"time"
)

func TestAPendingTopicExpiresByItself(t *testing.T) {
	made := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	topic := PendingTopic{Status: TopicPending, CreatedAt: made, ExpiresAt: made.Add(TopicLife)}
	for after, want := range map[time.Duration]TopicStatus{0: TopicPending, TopicLife - 1: TopicPending, TopicLife: TopicExpired} {
		if got := topic.Standing(made.Add(after)); got != want {
			t.Errorf("after %v: %s, want %s", after, got, want)
		}
	}
	topic.Status = TopicAddressed
	if got := topic.Standing(made.Add(2 * TopicLife)); got != TopicAddressed {
		t.Errorf("an addressed topic is %s", got)
	}
}

func TestProcessedCounts(t *testing.T) {
	var p Processed
	for _, s := range []DetailStatus{DetailProcessed, DetailFailed, DetailSkipped, DetailProcessed} {
		p.Add(Detail{Status: s})
	}
	if p.Total != 4 || p.Processed != 2 || p.Failed != 1 || p.Skipped != 1 || len(p.Details) != 4 {
		t.Errorf("%+v", p)
	}
}
