package souvenir

import "time"

// ExportVersion is the version of the export format that this program writes.
const ExportVersion = 1

// Line is one line of an export: what kind of thing it is, and the thing.
type Line struct {
	Type string `json:"type" enum:"souvenir,conversation,outcome,message,change,memory,retirement,rejection,episode,topic,rolecard"`
	Data any    `json:"data"`
}

// ExportHeader is what the first line of an export holds.
type ExportHeader struct {
	Version int              `json:"version"`
	User    string           `json:"user"`
	Counts  map[string]int64 `json:"counts" doc:"How many lines of each type follow."`
}

// ExportedMessage is a message with what is known around it.
type ExportedMessage struct {
	Conversation string `json:"conversation"`
	Message
	ReceivedAt time.Time `json:"received_at"`
}

// ExportedOutcome is how a message of a conversation ended.
type ExportedOutcome struct {
	Conversation string `json:"conversation"`
	Outcome
	Job string `json:"job,omitempty"`
}

// ImportReport says what an import did.
type ImportReport struct {
	User     string                 `json:"user" doc:"Whose memory it is now."`
	Lines    int64                  `json:"lines"`
	Counts   map[string]ImportCount `json:"counts" doc:"By type of line."`
	Bad      int64                  `json:"bad" doc:"Lines that could not be imported; nothing of them was stored."`
	Problems []LineProblem          `json:"problems" nullable:"false" doc:"What was wrong with them, the first hundred."`
}

// ImportCount is what became of the lines of one type.
type ImportCount struct {
	New   int64 `json:"new"`
	Known int64 `json:"known" doc:"It was there already and was left as it is."`
}

// LineProblem is what is wrong with a line.
type LineProblem struct {
	Line   int64  `json:"line"`
	Reason string `json:"reason"`
}
