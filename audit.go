package souvenir

import (
	"fmt"
	"slices"
	"time"
)

// The checks of an audit.
const (
	Junk           = "junk"           // what should never have been remembered
	Duplicates     = "duplicates"     // two that say the same
	Contradictions = "contradictions" // two that cannot both be true
	Stale          = "stale"          // what time has ended
	Unfounded      = "unfounded"      // what nobody said, as far as can be seen
	Loops          = "loops"          // what may have come out of a recall
)

// AuditChecks lists every check there is.
var AuditChecks = []string{Junk, Duplicates, Contradictions, Stale, Unfounded, Loops}

// Audit is what was found wrong with the memories of a user, or of all of them.
type Audit struct {
	User        string       `json:"user,omitempty"`
	At          time.Time    `json:"at"`
	Memories    int          `json:"memories" doc:"Active memories looked at."`
	Checks      []AuditCheck `json:"checks" nullable:"false"`
	Findings    []Finding    `json:"findings" nullable:"false" doc:"The first of them; the checks count all."`
	Calibration Calibration  `json:"calibration"`
}

// AuditCheck is how one check went.
type AuditCheck struct {
	Check    string           `json:"check" enum:"junk,duplicates,contradictions,stale,unfounded,loops"`
	Findings int              `json:"findings"`
	Share    float64          `json:"share" doc:"Memories it concerns, as a share of all."`
	Rules    map[string]int64 `json:"rules" doc:"Findings by rule."`
}

// Finding is one thing that is wrong with a memory, and what to do about it.
type Finding struct {
	Check    string     `json:"check" enum:"junk,duplicates,contradictions,stale,unfounded,loops"`
	Rule     string     `json:"rule"`
	User     string     `json:"user"`
	Memory   string     `json:"memory"`
	Content  string     `json:"content"`
	Evidence []Evidence `json:"evidence,omitempty"`
	Other    string     `json:"other,omitempty" doc:"The memory that it says the same as, or contradicts."`
	Than     string     `json:"than,omitempty" doc:"What that one says."`
	Why      string     `json:"why"`
	Fix      Fix        `json:"fix" enum:"end,expire,merge,review,none"`
}

// Fix is what to do about a finding. All of it is in the history and can be undone.
type Fix string

const (
	FixEnd    Fix = "end"    // it is not recalled any more
	FixExpire Fix = "expire" // as what time has ended
	FixMerge  Fix = "merge"  // the other one takes its place, with the evidence of both
	FixReview Fix = "review" // a person decides; it is not recalled until then
	FixNone   Fix = "none"   // it is protected
)

// Over says which checks concern more than may be; a check that has no limit may
// concern any share.
func (a Audit) Over(limits map[string]float64) (over []string) {
	for _, c := range a.Checks {
		if limit, ok := limits[c.Check]; ok && c.Share > limit {
			over = append(over, fmt.Sprintf("%s: %.1f%% of the memories, at most %.1f%% are allowed", c.Check, 100*c.Share, 100*limit))
		}
	}
	slices.Sort(over)
	return over
}

// AuditFix asks to mend what an audit finds.
type AuditFix struct {
	User   string   `json:"user,omitempty" doc:"Whose memory; everybody's when absent."`
	Checks []string `json:"checks,omitempty" doc:"Only what these checks find; everything when absent."`
	DryRun bool     `json:"dry_run,omitempty" doc:"Say what would be done, and do nothing."`
}

// AuditFixed is what was done about what an audit found.
type AuditFixed struct {
	DryRun bool          `json:"dry_run"`
	Done   map[Fix]int64 `json:"done" doc:"Memories by what was done to them."`
	Items  []Finding     `json:"items" nullable:"false" doc:"The findings that were mended."`
	Failed []Unsettled   `json:"failed" nullable:"false"`
}

// ConsolidateRequest asks to merge what became redundant.
type ConsolidateRequest struct {
	User   string `json:"user,omitempty" doc:"Whose memory; everybody's when absent."`
	DryRun bool   `json:"dry_run,omitempty" doc:"Say what would be merged, and merge nothing."`
	Again  bool   `json:"again,omitempty" doc:"Look also where nothing changed since the last time."`
}

// Consolidation is what was merged.
type Consolidation struct {
	DryRun  bool    `json:"dry_run"`
	Users   int     `json:"users" doc:"Whose memories were looked at."`
	Skipped int     `json:"skipped" doc:"Users of whom nothing changed since the last time."`
	Merges  []Merge `json:"merges" nullable:"false"`
}

// Merge is one memory that takes the place of others that say the same.
type Merge struct {
	User   string   `json:"user"`
	Keeper string   `json:"keeper"`
	Says   string   `json:"says"`
	Others []Merged `json:"others" nullable:"false"`
}

// Merged is a memory that another one takes the place of.
type Merged struct {
	Memory string  `json:"memory"`
	Says   string  `json:"says"`
	Why    string  `json:"why"`
	Cosine float64 `json:"cosine,omitempty"`
}
