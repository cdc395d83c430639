package souvenir

// Facets are what a user's memories can be narrowed by, and how many there are of
// each, most first.
type Facets struct {
	Statuses   []Facet `json:"statuses" nullable:"false" doc:"In every state; the counts below are of the state asked for."`
	Types      []Facet `json:"types" nullable:"false"`
	Categories []Facet `json:"categories" nullable:"false" doc:"First those that are configured, in their order and with their colours, then whatever else there is."`
	Origins    []Facet `json:"origins" nullable:"false"`
	Agents     []Facet `json:"agents" nullable:"false"`
	Tags       []Facet `json:"tags" nullable:"false" doc:"The hundred most common."`
}

// Facet is one word that memories can be narrowed by.
type Facet struct {
	Name   string `json:"name"`
	Count  int64  `json:"count"`
	Colour string `json:"colour,omitempty" doc:"Of a category's badge, by name."`
	About  string `json:"about,omitempty" doc:"What a category holds."`
}
