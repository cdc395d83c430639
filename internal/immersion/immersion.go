// Package immersion knows how closely an agent gets to know somebody: which types
// of memories it keeps, and what those look like.
package immersion

import (
	"slices"

	"github.com/souvenir-memory/souvenir"
)

// The types of memories, in the order in which people are told of them.
const (
	Fact         = "fact"
	Project      = "project"
	Experience   = "experience"
	Story        = "story"
	Relationship = "relationship"
)

// Types lists all of them.
var Types = []string{Fact, Project, Experience, Story, Relationship}

// The levels of immersion. Each keeps what the one before does, and one type more.
const (
	Minimal   = "minimal"
	Balanced  = "balanced"
	Full      = "full"
	Unbounded = "unbounded"
)

// Levels are the types that each level keeps.
var Levels = map[string][]string{
	Minimal:   {Fact, Project},
	Balanced:  {Fact, Project, Experience},
	Full:      {Fact, Project, Experience, Story},
	Unbounded: {Fact, Project, Experience, Story, Relationship},
}

// switches are the names under which an agent's overrides know a type.
var switches = map[string][]string{
	Fact:         {"extract_facts", "extract_fact", Fact},
	Project:      {"extract_projects", "extract_project", Project},
	Experience:   {"extract_experiences", "extract_experience", Experience},
	Story:        {"extract_stories", "extract_story", Story},
	Relationship: {"extract_relationships", "extract_relationship", Relationship},
}

// Profile is what one agent keeps.
type Profile struct {
	Level    string
	Types    []string // in the order of Types
	Emotions bool     // how much a memory moved somebody
	People   bool     // who took part
}

// Of reads an agent's profile. A level nobody knows, or none, is balanced; an
// override counts more than the level.
func Of(a souvenir.Agent) Profile {
	p := Profile{Level: a.Immersion, Emotions: enabled(a.Overrides, true, "track_emotional_weight"), People: enabled(a.Overrides, true, "track_participants")}
	if Levels[p.Level] == nil {
		p.Level = Balanced
	}
	for _, t := range Types {
		if enabled(a.Overrides, slices.Contains(Levels[p.Level], t), switches[t]...) {
			p.Types = append(p.Types, t)
		}
	}
	return p
}

// Override is the name under which overrides know a type, and whether they do.
func Override(overrides map[string]bool, kind string) (name string, said bool) {
	for _, name := range switches[kind] {
		if _, said := overrides[name]; said {
			return name, true
		}
	}
	return switches[kind][0], false
}

func enabled(overrides map[string]bool, otherwise bool, names ...string) bool {
	for _, name := range names {
		if on, said := overrides[name]; said {
			return on
		}
	}
	return otherwise
}

// Keeps says that the profile has a type.
func (p Profile) Keeps(kind string) bool { return slices.Contains(p.Types, kind) }

// All says that the profile has every type.
func (p Profile) All() bool { return len(p.Types) == len(Types) }
