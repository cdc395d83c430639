package souvenir

import "time"

// Activity is how much was done when, and what it cost.
type Activity struct {
	Jobs   []JobsEnded `json:"jobs" nullable:"false" doc:"By minute, oldest first, up to now."`
	Rate   float64     `json:"rate" doc:"Jobs that ended per minute, of late: in the last five minutes."`
	Days   []DaySpent  `json:"days" nullable:"false" doc:"By day (UTC), oldest first, up to today."`
	Budget int64       `json:"budget" doc:"Tokens that may be spent in a day; 0 means any number."`
	Priced bool        `json:"priced" doc:"Whether it is known what tokens cost: llm.price_in, llm.price_cached and llm.price_out."`
}

// JobsEnded is how many jobs ended in a minute.
type JobsEnded struct {
	At     time.Time `json:"at"`
	Done   int64     `json:"done"`
	Failed int64     `json:"failed"`
}

// DaySpent is what extraction cost on a day.
type DaySpent struct {
	Day string `json:"day" format:"date"`
	Usage
	Cost float64 `json:"cost,omitempty" doc:"In the currency of the prices; absent where they are not known."`
}

// Price is what a million tokens cost. The zero value means that nobody knows.
type Price struct{ In, Cached, Out float64 }

// Of is what a usage costs.
func (p Price) Of(u Usage) float64 {
	return (p.In*float64(u.In-u.Cached) + p.Cached*float64(u.Cached) + p.Out*float64(u.Out)) / 1e6
}

// ModelState is how the model that extracts is doing, as this server saw it.
type ModelState struct {
	Configured bool       `json:"configured"`
	Model      string     `json:"model,omitempty"`
	Host       string     `json:"host,omitempty" doc:"Where it is."`
	State      string     `json:"state" enum:"none,unknown,well,failing" doc:"Whether the last call succeeded; unknown before the first."`
	Calls      int64      `json:"calls" doc:"Since the server started."`
	Failures   int64      `json:"failures" doc:"Of these, those that failed."`
	LastCall   *time.Time `json:"last_call,omitempty"`
	LastError  string     `json:"last_error,omitempty" doc:"What went wrong the last time that something did."`
	ErrorAt    *time.Time `json:"error_at,omitempty"`
	Seconds    []float64  `json:"seconds" nullable:"false" doc:"How long the last calls took, oldest first."`
}

// Setting is one thing that the server was told. Secrets are hidden.
type Setting struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Empty   string `json:"empty,omitempty" doc:"What an empty value means."`
	Origin  string `json:"origin" doc:"Where the value comes from, such as \"default\" or \"environment SOUVENIR_DB\"."`
	Live    bool   `json:"live" doc:"Whether a change takes effect without a restart."`
	Doc     string `json:"doc"`
}

// Immersion is what a level and overrides amount to.
type Immersion struct {
	Level    string         `json:"level" enum:"minimal,balanced,full,unbounded"`
	Types    []ImmersedType `json:"types" nullable:"false"`
	Emotions bool           `json:"emotions" doc:"How much a memory moved somebody is noted."`
	People   bool           `json:"people" doc:"Who took part is noted."`
}

// ImmersedType is a type of memories, and whether it is kept.
type ImmersedType struct {
	Type     string `json:"type"`
	Kept     bool   `json:"kept"`
	Override bool   `json:"override" doc:"Whether an override says so, against or beside the level."`
	Switch   string `json:"switch" doc:"The name of the override."`
}

// ImmersionRequest asks what a level and overrides would amount to.
type ImmersionRequest struct {
	Level     string          `json:"level,omitempty" enum:"minimal,balanced,full,unbounded"`
	Overrides map[string]bool `json:"overrides,omitempty"`
}
