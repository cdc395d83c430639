package analysis

import "time"

// When a conversation is analysed by itself.
const (
	LongEnough     = 10_000         // tokens after which it is, while it goes on
	QuietEnough    = 2_500          // tokens after which it is, once it has been quiet
	Least          = 500            // tokens below which it never is
	Quiet          = 24 * time.Hour // without a message
	Again          = 24 * time.Hour // from one analysis to the next
	SweepEvery     = 5 * time.Minute
	SweepCooldown  = 3 * time.Hour // from one look at quiet conversations to the next
	ByHandMessages = 5
	ByHandTokens   = 100
)

// Activity is how a conversation went so far.
type Activity struct {
	Tokens       int       // of the conversation
	Fresh        int       // of those, the ones after the last analysis
	LastMessage  time.Time // when it was said
	LastAnalysis time.Time // zero means never
	LastSweep    time.Time // when quiet conversations were last looked for; zero means never
}

// Due says whether a conversation should be analysed now, and why or why not.
func Due(c Activity, now time.Time) (due bool, reason string) {
	quiet := now.Sub(c.LastMessage) >= Quiet
	switch {
	case c.Tokens < Least || c.Fresh < Least:
		return false, "too short"
	case !c.LastAnalysis.IsZero() && now.Sub(c.LastAnalysis) < Again:
		return false, "analysed recently"
	case c.Tokens >= LongEnough && !quiet:
		return true, "long"
	case c.Tokens < QuietEnough:
		return false, "not long enough"
	case !quiet:
		return false, "still going on"
	case !c.LastSweep.IsZero() && now.Sub(c.LastSweep) < SweepCooldown:
		return false, "looked recently"
	}
	return true, "quiet"
}

// EnoughByHand says that a conversation is worth analysing for somebody who asks;
// below it they should be asked whether they are sure.
func EnoughByHand(messages, tokens int) bool {
	return messages >= ByHandMessages && tokens >= ByHandTokens
}
