package souvenir

// Forgetting asks to forget one thing, or everything about something.
type Forgetting struct {
	Query           string `json:"query,omitempty" doc:"What to forget, as it would be said: \"I live in Berlin\"."`
	EverythingAbout string `json:"everything_about,omitempty" doc:"Forget every memory with all of these words in it."`
	DryRun          bool   `json:"dry_run,omitempty" doc:"Say what would be forgotten, and forget nothing."`
}

// Forgotten is what was forgotten. It has ended and is in no recall; undoing the
// change brings it back.
type Forgotten struct {
	Forgotten []Memory `json:"forgotten" nullable:"false"`
	Ambiguous []Memory `json:"ambiguous" nullable:"false" doc:"What may have been meant too, and was left alone."`
	DryRun    bool     `json:"dry_run"`
}

// Sweeping asks to end what time has ended.
type Sweeping struct {
	DryRun bool `json:"dry_run,omitempty" doc:"Say what would end, and end nothing."`
}

// Swept is what time has ended.
type Swept struct {
	Memories []Ended `json:"memories" nullable:"false"`
	Topics   int64   `json:"topics" doc:"Pending topics that nobody addressed."`
	DryRun   bool    `json:"dry_run"`
}

// Ended is a memory that ended, and why.
type Ended struct {
	Memory Memory `json:"memory"`
	Reason string `json:"reason"`
}
