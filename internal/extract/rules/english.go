package rules

import (
	"regexp"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir/internal/when"
)

// english is how English is read.
var english = tongue{
	code:        "en",
	user:        "User",
	opener:      `(?i)^%s(?:[,:!.]+\s*|\s+|$)`,
	adverb:      `(?i)^((?:I|we)(?: am not| am| was| have been| have had| have| had| do not)? )%s `,
	joints:      englishJoints,
	spell:       spell,
	singular:    ourselves,
	person:      thirdPerson,
	others:      theirs,
	fragment:    goOn,
	append:      func(clause, lead string) string { return strings.TrimRight(clause, ".! ") + " " + lowerFirst(lead) },
	firstPerson: func(clause string) bool { return foldPrefix(clause, "i ") || foldPrefix(clause, "we ") },
	own:         regexp.MustCompile(`(?i)^(?:I|we|my|our)\b|\b(?:my|our)\b`).MatchString,
	states:      regexp.MustCompile(`(?i)^(?:I|we|my|our)\b|\b(?:is|are|was|were|has|have|had|will|can|cannot|does|do|did|must|should|would|could|may|might|go|goes|comes|starts|closes|opens|likes|loves|hates|lives|works|needs|takes|wants|leaves|ends)\b|\pL+s (?:at|in|on|to|by|for|from|with|when|after|before|a|an|the|no|my|our)\b`).MatchString,
	listed:      "; ",
	asking:      []string{"rememb", "note", "noting", "mind", "forget", "memori", "save", "write", "know", "reference", "record", "information", "next time", "future"},
	slipping:    []string{"wait", "mean", "sorry", "scratch", "correction", "rather", "make that"},
	when:        func(clause string, at time.Time) (string, when.Moment) { return when.English(clause, at, past) },
	dated:       func(content, _ string, m when.Moment) string { return content + " " + m.Phrase },
}

// englishJoints finds where English clauses meet: at strong punctuation, at a
// conjunction before a new subject, and at one before a verb that shares it.
func englishJoints(c *compiler, f file) joints {
	return joints{
		hard: c.compile(`(?i)` + strings.Join([]string{
			`\s*[;:]\s+`, `\s+[-–—]+\s+`, `\s*—\s*`, `\s*\.{2,}\s*`, `\s*…\s*`, `\s*[()]\s*`, `,?\s+(?P<relative>who|which|whose|where)\s+`,
			`,?\s+(?:and|but|so|because|cause|cuz|cos|bc|coz|though|although|even though|while|whereas|plus|yet|except|as)(?:\s+(?:now|then|also|so))?\s+(?P<subject>` + c.any(f.Subjects) + `\b)`,
			`,\s+(?P<pronoun>(?:i['’]?(?:m|ve|d|ll)?|we(?:['’](?:re|ve|d|ll))?|you|he|she|it|they|it['’]?s|he['’]s|she['’]s|you['’]re|they['’]re)\b)`,
			`(?:,\s+|,?\s+(?:and|but)\s+)(?:(?:also|then|just|now)\s+)?(?P<verb>` + c.any(f.Carried) + `\b)`,
			`(?:,\s+|,?\s+(?:and|but)\s+)(?:(?:also|then|just|now|finally|recently)\s+)?(?P<past>\pL+ed\b)`,
		}, "|")),
		soft:  regexp.MustCompile(`(?i),\s+|\s+(?:and|&)\s+(?P<next>(?:my|our|a|an|the|from)\b)`),
		bound: regexp.MustCompile(`(?i)\b(?:want|like|love|hate|prefer|need|have|going|plan|planning|hope|hoping|try|trying|used|able|learning|wanna|gonna|is|decided) to\b|\b(?:will|would|can|could|should|might|may|must|if|let|please|wanna|gonna)\b|['’](?:ll|d)\b|\b(?:can|won)['’]t\b|\b(?:you|he|she|they|who|how|what|whether)\b`),
		fixed: regexp.MustCompile(`(?i)\b(?:born|raised|tried)$`),
		past:  past,
	}
}

// token is a word with the punctuation around it.
var token = regexp.MustCompile(`^([("“'\[]*)(.*?)([)"”'\].,!?;:]*)$`)

// spell puts text into the spelling the rules are written in: straight
// apostrophes, single spaces, contractions written out.
func spell(text string, spelling map[string]string) string {
	text = strings.NewReplacer("’", "'", "‘", "'", "`", "'").Replace(text)
	words := strings.Fields(text)
	for i, w := range words {
		if plain, ok := spelling[strings.ToLower(w)]; ok {
			words[i] = plain
			continue
		}
		m := token.FindStringSubmatch(w)
		if m == nil {
			continue
		}
		if plain, ok := spelling[strings.ToLower(m[2])]; ok {
			words[i] = m[1] + plain + m[3]
		}
	}
	return strings.Join(words, " ")
}

// ourselves reads "we" as "I".
func ourselves(clause string) (string, bool) {
	for _, p := range [][2]string{{"we are ", "I am "}, {"we were ", "I was "}, {"we ", "I "}} {
		if foldPrefix(clause, p[0]) {
			return p[1] + clause[len(p[0]):], true
		}
	}
	return clause, false
}

var loose = regexp.MustCompile(`(?i)^(?:and )?((?:an?|the|from|based|living|working|studying|originally|\d{2}|married|single|divorced|vegan|vegetarian|retired|gay|currently)\b.*)$`)

// goOn reads a loose part after "I am ...": "29" and "from Leeds" in "I'm Jake,
// 29, from Leeds".
func goOn(first, part string) (string, bool) {
	if !foldPrefix(first, "i am ") {
		return "", false
	}
	m := loose.FindStringSubmatch(part)
	if m == nil {
		return "", false
	}
	return "I am " + m[1], true
}
