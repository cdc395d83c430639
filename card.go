package souvenir

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// RoleCard says who somebody is, so that a style can tell what they would keep.
type RoleCard struct {
	User      string            `json:"user,omitempty"`
	Language  string            `json:"language,omitempty" doc:"Language of prompts and memories, such as zh or en; taken from the card's own text when absent."`
	Core      *CoreLayer        `json:"coreLayer,omitempty" doc:"Who the person is. A card without it counts as none."`
	Relations map[string]string `json:"relations,omitempty" doc:"What others are to the person, by the name of the partner or agent: grandson, friend, ..."`
	UpdatedAt time.Time         `json:"updated_at,omitzero"`
}

// Tells says that the card tells who somebody is. Nil does not, nor does a card
// without a core layer.
func (c *RoleCard) Tells() bool { return c != nil && c.Core != nil }

// Name is what the card's owner is called; empty means that the card does not say.
func (c *RoleCard) Name() string {
	if !c.Tells() || c.Core.BasicIdentity == nil {
		return ""
	}
	return strings.TrimSpace(c.Core.BasicIdentity.Name)
}

// RelationTo is what somebody is to the owner, under the first of the names that
// the card knows.
func (c *RoleCard) RelationTo(names ...string) string {
	if c == nil {
		return ""
	}
	for _, name := range names {
		if relation := strings.TrimSpace(c.Relations[name]); relation != "" && name != "" {
			return relation
		}
	}
	return ""
}

// Tongue is the language of the card as a short lower-case tag: as it says, or
// else zh or en after what most of it is written in. A card that says nothing is
// zh.
func (c *RoleCard) Tongue() string {
	if c == nil {
		return "zh"
	}
	if said := strings.FieldsFunc(strings.ToLower(c.Language), func(r rune) bool { return !unicode.IsLetter(r) }); len(said) > 0 {
		return tagOf(said)
	}
	if c.Core == nil {
		return "zh"
	}
	return written(c.Core.texts())
}

// tagOf understands tags such as zh-CN, and names of the languages we know best.
func tagOf(said []string) string {
	for _, word := range said {
		if tag, ok := tongues[word]; ok {
			return tag
		}
	}
	return said[0]
}

var tongues = map[string]string{"chinese": "zh", "mandarin": "zh", "中文": "zh", "汉语": "zh", "普通话": "zh", "english": "en", "英文": "en", "英语": "en"}

// written guesses a language. A Han character weighs as much as a short word.
func written(texts []string) string {
	han, other := 0, 0
	for _, text := range texts {
		for _, r := range text {
			switch {
			case unicode.Is(unicode.Han, r):
				han++
			case unicode.IsLetter(r):
				other++
			}
		}
	}
	if han*4 >= other {
		return "zh"
	}
	return "en"
}

// CoreLayer is what a role card says of a person.
type CoreLayer struct {
	BasicIdentity      *Identity `json:"basicIdentity,omitempty"`
	Personality        *Trait    `json:"personality,omitempty"`
	CommunicationStyle *Trait    `json:"communicationStyle,omitempty"`
	Values             *Trait    `json:"values,omitempty"`
	Interests          *Trait    `json:"interests,omitempty"`
	EmotionalNeeds     *Trait    `json:"emotionalNeeds,omitempty"`
	Preferences        *Trait    `json:"preferences,omitempty"`
	Background         *Trait    `json:"background,omitempty"`
	LifeMilestones     *Trait    `json:"lifeMilestones,omitempty"`
	SocialRelations    *Trait    `json:"socialRelations,omitempty"`
	SelfPerception     *Trait    `json:"selfPerception,omitempty"`
}

// texts are all that the layer says.
func (l *CoreLayer) texts() []string {
	var out []string
	if l.BasicIdentity != nil {
		out = append(out, l.BasicIdentity.Summary)
	}
	for _, t := range []*Trait{
		l.Personality, l.CommunicationStyle, l.Values, l.Interests, l.EmotionalNeeds,
		l.Preferences, l.Background, l.LifeMilestones, l.SocialRelations, l.SelfPerception,
	} {
		if t != nil {
			out = append(out, slices.Concat(t.KeyPoints, []string{t.Summary, t.Compressed})...)
		}
	}
	return out
}

// Identity is who somebody is on paper.
type Identity struct {
	Name    string `json:"name,omitempty"`
	Summary string `json:"summary,omitempty"`
}

// Trait is one side of a person: in a sentence or two, shorter, or in points.
type Trait struct {
	Summary    string   `json:"summary,omitempty"`
	Compressed string   `json:"compressed,omitempty"`
	KeyPoints  []string `json:"keyPoints,omitempty"`
}
