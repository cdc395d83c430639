package sense

import "slices"

// cues are the words by which a statement about something that has one value at a
// time is found, whatever the value.
var cues = map[string][]string{
	"@home":     {"live", "move", "resid", "base", "reloc", "住在", "搬到"},
	"@employer": {"work", "employ", "join", "compani", "工作", "上班", "就职"},
	"@job":      {"work", "job", "profess", "occup", "职业", "工作"},
	"@name":     {"name", "call", "名字"},
	"@age":      {"year", "old", "age"},
	"@weight":   {"weigh", "weight", "体重"},
	"@height":   {"tall", "height", "身高"},
	"@birth":    {"born", "birthday", "birth", "生日", "出生"},
	"@school":   {"studi", "attend", "school", "univers"},
	"@car":      {"drive", "car"},
	"@wake":     {"wake", "get", "up"},
	"@bed":      {"bed", "sleep"},
	"@team":     {"support", "team"},
	"@major":    {"major", "专业"},
	"@native":   {"nativ", "languag", "tongu", "母语"},
	"@pay":      {"earn", "salari", "incom"},
}

var stateCues = [][]string{
	{"singl", "marri", "divorc", "engag", "widow", "date", "wife", "husband", "relationship", "单身", "已婚", "离婚", "结婚"},
	{"vegan", "vegetarian", "meat", "pescatarian"},
	{"employ", "unemploy", "retir", "job"},
}

// Cues are words to look for besides those of the statement: what it may replace
// need not share a word with it.
func (s Statement) Cues() (out []string) {
	for _, t := range s.tokens {
		out = append(out, cues[t.text]...)
		out = append(out, s.hints(t)...)
		for i, answers := range known.exclusive[:len(stateCues)] {
			if slices.ContainsFunc(answers, func(a string) bool { return known.stem(a) == t.text || a == t.text }) || i == 0 && spouses[t.text] {
				out = append(out, stateCues[i]...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hints are words of what an event may have ended.
func (s Statement) hints(t token) []string {
	switch {
	case alone[t.text] || together[t.text]:
		return []string{"live", "alon", "一起", "独居"}
	case graduation[t.text]:
		return []string{"studi", "student", "univers", "大学"}
	case s.switched || s.Now:
		for _, line := range known.rivals {
			if slices.Contains(line, t.text) {
				return line
			}
		}
	}
	return nil
}
