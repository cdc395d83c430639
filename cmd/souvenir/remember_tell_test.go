package main

import (
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
)

func TestEveryOutcomeIsToldInPlainWords(t *testing.T) {
	known := map[string]souvenir.Memory{"01a1dec9-00000000cafe": {Content: "I like tea"}}
	for state, want := range map[souvenir.State]string{
		souvenir.Remembered: "Remembered: I like tea  [0000cafe]\n",
		souvenir.Duplicate:  "Known already: I like tea  [0000cafe]\n",
		souvenir.Pending:    "Waits for a decision: I like tea  [0000cafe]\n",
		souvenir.Nothing:    "Nothing remembered of it: because\n",
		souvenir.Filtered:   "Nothing remembered of it: because\n",
		souvenir.Skipped:    "Nothing remembered of it: because\n",
		souvenir.Private:    "Kept, and it stays unread: because\n",
		souvenir.Dropped:    "Kept, but it was dropped from the queue: because\n",
		souvenir.Failed:     "Kept, but it could not be read: because\n  'souvenir queue jobs' shows the job, 'souvenir queue retry ID' tries it again.\n",
		souvenir.Queued:     "Accepted; nobody has read it yet: the queue is paused.\n",
	} {
		o := souvenir.Outcome{State: state, Reason: "because"}
		if weighty := state == souvenir.Remembered || state == souvenir.Duplicate || state == souvenir.Pending; weighty {
			o.Memories = []string{"01a1dec9-00000000cafe"}
		}
		var b strings.Builder
		tellOutcome(&b, o, "it", known, ": the queue is paused")
		if b.String() != want {
			t.Errorf("%s is told as %q, want %q", state, b.String(), want)
		}
	}
}
