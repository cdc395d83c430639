package sense

import (
	"strconv"
	"strings"
	"unicode"
)

var days = strings.Fields("monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays")

var months = strings.Fields("january february march april may june july august september october november december")

var numerals = map[string]int{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
	"sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "thousand": 1000,
}

// numberOf is a number in digits, or nothing.
func numberOf(w string) string {
	if n, ok := numerals[w]; ok {
		return strconv.Itoa(n)
	}
	if w != "" && unicode.IsDigit(rune(w[0])) {
		return strings.ReplaceAll(w, ",", "")
	}
	return ""
}

// summed makes one number of "forty two" and "two hundred".
func summed(ps []piece) []piece {
	var out []piece
	for _, p := range ps {
		n, ok := numerals[p.raw]
		if len(out) == 0 || !ok {
			out = append(out, p)
			continue
		}
		last := &out[len(out)-1]
		before, spelt := numerals[last.raw]
		switch {
		case spelt && before >= 20 && before < 100 && n > 0 && n < 10:
			last.raw = strconv.Itoa(before + n)
		case spelt && before > 0 && n >= 100 && before < n:
			last.raw = strconv.Itoa(before * n)
		default:
			out = append(out, p)
			continue
		}
		last.stem = last.raw
	}
	return out
}

// little are the words that hold a sentence together.
var little = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`be have do get 's of at in on for with from to by as and or that who which it this there then he she they him her his their its
		them himself herself themselves our we us per each s am about up into than when while down out off such both how what where so very too also mr mrs ms dr during because since`) {
		out[w] = true
		out[known.stem(w)] = true
	}
	return out
}()

var titles = map[string]bool{"mr": true, "mrs": true, "ms": true, "dr": true}

// places are words before the name of a place or time: they belong to what follows.
var places = set("near along every next last around until since after before between through across behind beside full next toward towards along within outside inside above below via despite")

// jobs are occupations that their endings do not show; notJobs look like some.
var jobs, notJobs = set(`nurse chef pilot lawyer judg cook clerk maid nanni architect accountant surgeon vet dentist journalist cashier plumber mechan soldier priest
	athlet coach secretari analyst consult intern professor programm entrepreneur freelanc firefight paramed pharmacist physicist chemist technician electrician musician
	librarian politician psychologist therapist scientist economist artist barista mason tailor butcher guard polic offic midwif model actor actress scholar engineer carpenter developer designer writer teacher gardener painter programmer manager director
	baker driver farmer miner waiter editor tutor translator interpreter researcher lecturer instructor photographer carer janitor dietitian optician beautician magician`),
	set(`player user fan lover owner member smoker drinker runner swimmer beginner partner believer mother father sister brother daughter speaker collector supporter eater
	rider winner loser number letter paper water dinner summer winter weather computer corner sober super bitter better older younger bigger never ever other after under over
	person early riser hiker vegetarian introvert customer voter foreigner morning anger center order power volunteer teenager major senior junior minor color favor flavor`)

func set(ws string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(ws) {
		out[w] = true
		out[known.stem(w)] = true
	}
	return out
}

// isJob says whether a stem names an occupation.
func isJob(stem string) bool {
	if notJobs[stem] || isRole(stem) && stem != "doctor" && stem != "dentist" && stem != "therapist" && stem != "manag" {
		return false
	}
	if jobs[stem] {
		return true
	}
	for _, end := range []string{"er", "or", "ist", "eer", "ician"} {
		if strings.HasSuffix(stem, end) && len(stem) > len(end)+2 {
			return true
		}
	}
	return false
}

// activities are done at times and in ways: a weekend hike is a hike.
var activities = set("weekend morning evening night summer winter spring autumn street online group solo long-distance")
