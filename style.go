package souvenir

// StyleInfo is a way of extracting, for people choosing one.
type StyleInfo struct {
	Name      string      `json:"name"`
	About     string      `json:"about"`
	AsksModel bool        `json:"asks_model"`
	Texts     []StyleText `json:"texts,omitempty" doc:"Its prompts, schemas and lists as they are in effect."`
}

// StyleText is one file of a style.
type StyleText struct {
	Name    string `json:"name"`
	Content string `json:"content"`
	Own     bool   `json:"own" doc:"The operator's own, in place of or in addition to the built-in one."`
}
