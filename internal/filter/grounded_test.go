package filter_test

import (
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

func group(speaker, text string) souvenir.Window {
	w := said(text)
	w.Source, w.Participants = "discord", []string{"fitzycodesthings", "alex", "sarah"}
	w.Messages[0].Name = speaker
	return w
}

// The seeds' examples: every one of these is a good memory of what was said.
func TestTheExamplesOfTheSeedsAreGrounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w       souvenir.Window
		content string
	}{
		{said("My name is John"), "User name is John"},
		{said("Beautiful photo."), "User appreciates photography"},
		{said("My favorite is whisky (Irish kind)"), "User prefers Irish whiskey"},
		{group("fitzycodesthings", "My favorite books are sci-fi"), "fitzycodesthings enjoys science fiction books"},
		{group("alex", "Hello Nova!"), "alex greeted"},
		{group("sarah", "What are you doing?"), "sarah asked about current activity"},
		{group("fitzycodesthings", "I work as a developer"), "fitzycodesthings is a software developer"},
		{said("I'm working on a sci-fi novel about time loops. My favorite author is Ted Chiang."), "User is writing a science fiction novel about time loops"},
		{said("I'm working on a sci-fi novel about time loops. My favorite author is Ted Chiang."), "User's favorite author is Ted Chiang"},
		{group("fitzycodesthings", "I love sci-fi books, especially hard science fiction"), "fitzycodesthings loves science fiction books, particularly hard science fiction"},
		{group("alex", "I prefer fantasy novels"), "alex prefers fantasy novels"},
		{said("My name is Sarah"), "User name is Sarah"},
		{said("I love hiking"), "User enjoys hiking"},
		{said("I'm working on building a game"), "User is developing a game"},
		{said("We went to the beach last summer"), "User went to beach with companion"},
		{said("When I was a kid, I broke my arm"), "User broke arm as child"},
		{group("fitzycodesthings", "I love hiking"), "fitzycodesthings enjoys hiking"},
		{group("alex", "I prefer Python"), "alex prefers Python programming language"},
		{group("sarah", "I think alex is right"), "sarah agrees with alex"},
		{said("I'm 34"), "User is 34 years old"},
		{said("I build my backends with Python and FastAPI"), "User prefers building backends using Python and FastAPI."},
		{said("my sister Grace is a nurse"), "User's sister Grace is a nurse"},
	} {
		got, refused := through(t, shared, claims(c.content), c.w)
		if refused != "" || len(got.Doubts) > 0 {
			t.Errorf("%q from %q: %s %q, want it to pass", c.content, c.w.Messages[0].Content, refused, got.Doubts)
		}
	}
}

func TestWhatWasSaidOtherwiseIsGrounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, content string }{
		{"i turn thirty-four in may", "User turns 34 in May"},
		{"I have two kids", "User has 2 children"},
		{"I have 2 kids", "User has two kids"},
		{"we paid 1,500 for it", "User paid 1500 for it"},
		{"it cost 20k", "It cost User 20000"},
		{"I ran a marathon yesterday", "User ran a marathon on 2026-03-04"},
		{"I'm starting at Siemens on April 1st", "User starts at Siemens on 2026-04-01"},
		{"exam is on march 3rd", "User's exam is on 3 March"},
		{"dentist Tuesday 3pm", "User has a dentist appointment on 2026-03-10 at 15:00"},
		{"I quit my job at Deloitte in november", "User quit the job at Deloitte in November 2025"},
		{"I retired last year after 34 years with the railway", "User retired in 2025 after 34 years with the railway"},
		{"been driving trucks for 20 years", "User has been driving trucks since 2006"},
		{"I fell last winter", "User fell in winter 2025/26"},
		{"i moved to new york", "User moved to New York"},
		{"i love nyc", "User loves New York City"},
		{"I moved from Italy", "User is Italian and moved"},
		{"I use postgres at work", "User uses PostgreSQL at work"},
		{"jose is my brother", "User's brother is José"},
		{"I gave a talk at the world health organization", "User gave a talk at the WHO"},
		{"I'm on the train to Köln", "User takes the train to Koln"},
		{"I don't eat meat", "User is vegetarian"},
		{"my puppy is called Rex", "User's dog is named Rex"},
		{"我对花生过敏", "用户对花生过敏"},
		{"我叫陈静，今年二十八岁", "用户今年28岁"},
		{"我今年28岁", "用户今年二十八岁"},
		{"我叫王小明，英文名是Kevin", "用户的英文名是Kevin"},
		{"我每天早上跑步五公里", "用户每天早上跑步5公里"},
		{"我上周三搬家了", "用户于2026年2月25日搬家"},
		{"Mein Hund heißt Rex", "Der Hund des Nutzers heißt Rex"},
	} {
		got, refused := through(t, shared, claims(c.content), said(c.text))
		if refused != "" || len(got.Doubts) > 0 {
			t.Errorf("%q from %q: %s %q, want it to pass", c.content, c.text, refused, got.Doubts)
		}
	}
}

func TestWhatNobodySaidIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, content, want string }{
		{"I'm 34", "User is 43 years old", "the number 43"},
		{"Hello", "User is 34 years old", "the number 34"},
		{"Hi, Anna here", "User is a woman", "no message"},
		{"Hi!", "User loves coding", "no message"},
		{"I live in Lyon", "User lives in Paris", `the name "Paris"`},
		{"I have a sister", "User has a sister named Grace", `the name "Grace"`},
		{"I have kids", "User has three kids", "the number three"},
		{"I was born in May", "User was born on 3 May", "the date 3 may"},
		{"my birthday is March 3rd", "User's birthday is 2026-07-03", "the date 2026-07-03"},
		{"I ran a marathon", "User ran a marathon in 2019", "the number 2019"},
		{"I work at the bank", "User works at Deutsche Bank", `the name "Deutsche Bank"`},
		{"my friend is Marta", "User's friend is Martin", `the name "Martin"`},
		{"the exam is on Friday", "User has an exam on Monday", "the day monday"},
		{"我今年28岁", "用户今年三十八岁", "the number 三十八"},
		{"我对花生过敏", "用户住在上海", "no message"},
		{"我在公司上班", "用户在Google上班", `the name "Google"`},
	} {
		_, refused := through(t, []filter.Rule{filter.Grounded}, claims(c.content), said(c.text))
		if !strings.Contains(refused, c.want) {
			t.Errorf("%q from %q: %q, want %q in it", c.content, c.text, refused, c.want)
		}
	}
}

func TestFarFromTheWordsIsADoubt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, content string }{
		{"I like pizza", "User loves coding"},
		{"my flight is delayed again", "User often experiences disruptions regarding flight schedules during business journeys"},
		{"my kids Tom and Ann are here", "User has two kids"},
		{"the launch is at the end of next quarter, next month maybe", "User launches on 2026-06-30"},
	} {
		got, refused := through(t, []filter.Rule{filter.Grounded}, claims(c.content), said(c.text))
		if refused != "" || len(got.Doubts) == 0 {
			t.Errorf("%q from %q: refused %q, doubts %q; want a doubt", c.content, c.text, refused, got.Doubts)
		}
	}
}

func TestEvidenceIsMended(t *testing.T) {
	t.Parallel()
	w := said("Hello there.", "It is late. I live in Lyon with my cat! Good night.", "I like tea")
	for _, c := range []struct {
		about string
		given []souvenir.Evidence
		want  souvenir.Evidence
	}{
		{"none", nil, souvenir.Evidence{Message: "m2", Quote: "I live in Lyon with my cat!"}},
		{"an unknown message", []souvenir.Evidence{{Message: "m9", Quote: "I live in Lyon"}}, souvenir.Evidence{Message: "m2", Quote: "I live in Lyon"}},
		{"no message", []souvenir.Evidence{{Quote: "i live in LYON"}}, souvenir.Evidence{Message: "m2", Quote: "i live in LYON"}},
		{"the wrong message", []souvenir.Evidence{{Message: "m1", Quote: "I live in Lyon"}}, souvenir.Evidence{Message: "m2", Quote: "I live in Lyon"}},
		{"no quote", []souvenir.Evidence{{Message: "m2"}}, souvenir.Evidence{Message: "m2", Quote: "I live in Lyon with my cat!"}},
		{"an invented quote", []souvenir.Evidence{{Message: "m2", Quote: "my home has always been France"}}, souvenir.Evidence{Message: "m2", Quote: "I live in Lyon with my cat!"}},
		{"an elision", []souvenir.Evidence{{Message: "m2", Quote: "It is late … with my cat"}}, souvenir.Evidence{Message: "m2", Quote: "It is late … with my cat"}},
		{"other quotes and spaces", []souvenir.Evidence{{Message: "m2", Quote: "“I  live\nin Lyon”"}}, souvenir.Evidence{Message: "m2", Quote: "“I  live\nin Lyon”"}},
	} {
		got, refused := through(t, shared, claims("User lives in Lyon", c.given...), w)
		if refused != "" || len(got.Evidence) != 1 || got.Evidence[0] != c.want || c.given == nil && !got.SaidAt.Equal(noon) {
			t.Errorf("evidence with %s: %q %v, want %v", c.about, refused, got.Evidence, c.want)
		}
	}
}

func TestAQuoteMayHaveASlip(t *testing.T) {
	t.Parallel()
	w := said("hello", "I realy like to go hiking in the mountains with my old friends from school every summer")
	e := souvenir.Evidence{Message: "m2", Quote: "I really like to go hiking in the mountains with my old friends from school"}
	if got, refused := through(t, shared, claims("User likes hiking in the mountains", e), w); refused != "" || got.Evidence[0] != e {
		t.Errorf("got %q %v", refused, got.Evidence)
	}
}

func TestANameMayBeSaidInAnotherMessage(t *testing.T) {
	t.Parallel()
	w := said("My sister is called Grace.", "She is a nurse.")
	got, refused := through(t, shared, claims("User's sister Grace is a nurse", souvenir.Evidence{Message: "m2", Quote: "She is a nurse."}), w)
	if refused != "" || len(got.Evidence) != 2 || len(got.Doubts) > 0 {
		t.Errorf("got %q, %v, %q; want both messages as evidence", refused, got.Evidence, got.Doubts)
	}
	if _, refused := through(t, shared, claims("User's sister Grace is a nurse", souvenir.Evidence{Message: "m2", Quote: "She is a nurse."}), by(souvenir.Assistant, w, 0)); refused == "" {
		t.Error("a name that only the assistant said passed")
	}
}

func TestAYesIsADoubt(t *testing.T) {
	t.Parallel()
	w := by(souvenir.Assistant, said("Do you live in Berlin?", "Yes, I do"), 0)
	got, refused := through(t, shared, claims("User lives in Berlin", souvenir.Evidence{Message: "m2", Quote: "Yes, I do"}), w)
	if refused != "" || len(got.Doubts) == 0 {
		t.Errorf("got %q, doubts %q; want a doubt", refused, got.Doubts)
	}
}

func TestOnlyTheAssistantSpoke(t *testing.T) {
	t.Parallel()
	w := by(souvenir.Assistant, said("I love helping with coding!"), 0)
	for _, c := range []souvenir.Candidate{claims("User loves coding"), claims("User loves coding", souvenir.Evidence{Message: "m1", Quote: "I love helping with coding!"})} {
		if _, refused := through(t, shared, c, w); refused == "" {
			t.Errorf("%q with evidence %v passed", c.Content, c.Evidence)
		}
	}
}

func TestAFactMayBeAYes(t *testing.T) {
	t.Parallel()
	c := claims("yes")
	c.Style, c.Key, c.Evidence = "keyvalue", "has_dog", []souvenir.Evidence{{Quote: "I have a dog"}}
	if got, refused := through(t, shared, c, said("I have a dog")); refused != "" || got.Evidence[0].Message != "m1" {
		t.Errorf("got %q %v", refused, got.Evidence)
	}
}
