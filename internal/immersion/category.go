package immersion

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// Category is what people see a memory under.
type Category struct {
	Name  string `json:"name"`
	Type  string `json:"type"`  // of memories for which only the category is known
	Badge string `json:"badge"` // its colour
	About string `json:"about"` // what it holds
}

// Categories are all there are, in order.
type Categories []Category

// CategoryList is the file that holds them.
const CategoryList = "categories.list"

// ReadCategories reads the lines of categories.list.
func ReadCategories(lines []string) (Categories, error) {
	var all Categories
	for _, line := range lines {
		parts := strings.Split(line, "|")
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		if len(parts) != 4 || word(parts[0]) == "" || !slices.Contains(Types, parts[1]) {
			return nil, souvenir.Errorf(souvenir.Invalid, "categories.list: the line %q is not name | type | colour | what it holds, with one of the types %s.", line, strings.Join(Types, ", "))
		}
		all = all.with(Category{word(parts[0]), parts[1], parts[2], parts[3]})
	}
	return all, nil
}

func (cs Categories) with(c Category) Categories {
	if i := cs.index(c.Name); i >= 0 {
		cs[i] = c
		return cs
	}
	return append(cs, c)
}

func (cs Categories) index(name string) int {
	return slices.IndexFunc(cs, func(c Category) bool { return c.Name == name })
}

// defaults are the categories of memories for which only the type is known.
var defaults = map[string]string{Fact: "personal_info", Project: "goal", Experience: "experience", Story: "experience", Relationship: "relationship"}

// Both completes a type by a category or the other way round, as models give one
// or the other, or one in place of the other. What is no type at all stays as it is.
func (cs Categories) Both(kind, category string) (string, string) {
	kind, category = word(kind), word(category)
	if slices.Contains(Types, category) && cs.index(category) < 0 && !slices.Contains(Types, kind) {
		kind = category
	}
	if cs.index(kind) >= 0 && !slices.Contains(Types, kind) && cs.index(category) < 0 {
		kind, category = "", kind
	}
	if i := cs.index(category); i >= 0 {
		if !slices.Contains(Types, kind) {
			kind = cs[i].Type
		}
		return kind, category
	}
	return kind, defaults[kind]
}

var plurals = map[string]string{
	"facts": Fact, "projects": Project, "experiences": Experience, "stories": Story, "relationships": Relationship,
	"preferences": "preference", "goals": "goal", "skills": "skill",
}

// word is a name as we write it: "Personal Info" is personal_info.
func word(name string) string {
	name = strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(" -_\t", r) }), "_")
	if one, ok := plurals[name]; ok {
		return one
	}
	return name
}
