package rules

import (
	"regexp"
	"strings"
)

// thirdPerson says what the speaker said of themselves as a sentence about who:
// "I park on level 3" as "User parks on level 3".
func thirdPerson(clause, who string) string {
	words := strings.Fields(clause)
	if len(words) == 0 {
		return ""
	}
	switch strings.ToLower(words[0]) {
	case "i", "we":
		return who + " " + predicate(words[1:])
	case "my", "our":
		return possessive(who) + " " + theirs(strings.Join(words[1:], " "))
	}
	return who + " noted that " + theirs(inside(clause))
}

// inside is a sentence as part of another. Only words that are no names lose
// their capital.
func inside(clause string) string {
	if first, _, _ := strings.Cut(clause, " "); beginnings[strings.ToLower(first)] {
		return lowerFirst(clause)
	}
	return clause
}

var beginnings = set("the a an there it he she they this that these those no all every everyone in on at if when")

func possessive(who string) string { return who + "'s" }

// predicate is what follows "I", for a third person.
func predicate(words []string) string {
	i := 0
	for i < len(words)-1 && between[strings.ToLower(words[i])] {
		i++
	}
	if i == len(words) {
		return ""
	}
	verb := thirdVerb(words[i])
	rest := theirs(strings.Join(words[i+1:], " "))
	if verb == strings.ToLower(words[i])+"s" {
		rest = second.ReplaceAllStringFunc(rest, func(s string) string { at := strings.LastIndex(s, " "); return s[:at+1] + thirdVerb(s[at+1:]) })
	}
	said := append(append([]string{}, words[:i]...), verb)
	return strings.TrimSpace(strings.Join(said, " ") + " " + rest)
}

// second is a verb that goes on with the subject: "I drink too much and get home
// late". Only verbs that are hardly ever nouns.
var second = regexp.MustCompile(`\b(?:and|or|but) (?:just |then |also |usually |always |never )?(?:get|go|eat|make|take|read|listen|chill|relax|bring|come|sit|keep|write|meet|see|watch|stay|try|give|buy|wear|sing|learn)\b`)

// thirdVerb is a verb after "he": past forms and modals stay as they are.
func thirdVerb(verb string) string {
	v := strings.ToLower(verb)
	if irregular, ok := irregularThird[v]; ok {
		return irregular
	}
	switch {
	case pastForm(v):
		return v
	case strings.HasSuffix(v, "y") && len(v) > 1 && !strings.ContainsRune("aeiou", rune(v[len(v)-2])):
		return v[:len(v)-1] + "ies"
	case strings.HasSuffix(v, "s"), strings.HasSuffix(v, "x"), strings.HasSuffix(v, "z"), strings.HasSuffix(v, "ch"), strings.HasSuffix(v, "sh"), strings.HasSuffix(v, "o"):
		return v + "es"
	}
	return v + "s"
}

// pastForm tells a verb in the past tense by its form.
func pastForm(v string) bool {
	return pasts[v] || strings.HasSuffix(v, "ed") && len(v) > 3 && !endsInEd[v]
}

// past tells whether a clause speaks of the past.
func past(clause string) bool {
	words := strings.Fields(strings.ToLower(clause))
	for i, w := range words {
		if pastForm(strings.Trim(w, ",.!")) && (i == 0 || !notPastAfter[words[i-1]]) {
			return true
		}
	}
	return false
}

// theirs says words about the speaker as words about somebody else. Names keep
// their letters: "In My Life" is not "In Their Life".
func theirs(text string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		m := token.FindStringSubmatch(w)
		if m == nil {
			continue
		}
		other, ok := pronouns[m[2]]
		if !ok {
			continue
		}
		words[i] = m[1] + other + m[3]
		if other == "they" && i+1 < len(words) {
			words[i+1] = afterThey(words[i+1])
		}
	}
	return strings.ReplaceAll(strings.Join(words, " "), ". they ", ". They ")
}

// afterThey is the verb after "they" that stood after "I".
func afterThey(verb string) string {
	switch verb {
	case "am":
		return "are"
	case "was":
		return "were"
	}
	return verb
}

var pronouns = map[string]string{
	"I": "they", "me": "them", "my": "their", "mine": "theirs", "myself": "themselves",
	"we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves",
}

var irregularThird = map[string]string{
	"am": "is", "are": "is", "be": "is", "have": "has", "do": "does", "go": "goes", "was": "was", "were": "was",
	"can": "can", "cannot": "cannot", "could": "could", "will": "will", "would": "would", "shall": "shall", "should": "should",
	"may": "may", "might": "might", "must": "must", "used": "used", "quiz": "quizzes",
}

// between are adverbs that may stand between "I" and its verb.
var between = set("usually always often sometimes rarely never normally typically mostly generally occasionally hardly barely seldom " +
	"also just really still already currently only recently finally actually no longer ever even frequently regularly mainly primarily")

// pasts are irregular past forms. "read" and "come" look the same today, so
// they are not here; "quit" and "put" are, because people say them when it is done.
var pasts = set("was were had did got went ran came saw made took gave found thought told became began broke brought built bought caught chose " +
	"drew drank drove ate fell felt fought flew forgot froze grew heard held hid kept knew led left lent lost meant met paid rode rang rose " +
	"sold sent shook shot sang sank sat slept spoke spent stood stole struck swam swept taught threw understood woke wore won wrote " +
	"quit put hurt hit cut bred fled laid lay bit blew bled dealt dug learnt burnt bent wound hung withdrew underwent tore swore sped slid")

var endsInEd = set("need feed bleed breed speed embed exceed proceed succeed heed seed weed shed reed deed")

// notPastAfter are words after which a form in -ed is not a past tense.
var notPastAfter = set("am is are be been being get getting have has to a an the my our of i'm very so")

func set(words string) map[string]bool {
	s := map[string]bool{}
	for _, w := range strings.Fields(words) {
		s[w] = true
	}
	return s
}
