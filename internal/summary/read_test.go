package summary_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reply"
	"github.com/souvenir-memory/souvenir/internal/summary"
)

const good = `{"sentences":[
	{"text":"The user is moving a shop from Heroku to Fly, due by 1 June.","from":[1]},
	{"text":"They prefer Python and FastAPI for backends.","from":[2]},
	{"text":"The user lives in Lyon with a cat called Tom, while the sister Marta lives in Paris.","from":[3,5]}],
	"points":[{"text":"moving a shop to Fly by 1 June","from":[1]},{"text":"- allergic to peanuts","from":[7]}]}`

func TestAFaithfulSummaryIsKeptWhole(t *testing.T) {
	got, mode, err := summary.Read(good, snippets(contents...))
	want := souvenir.Summary{
		Text: "The user is moving a shop from Heroku to Fly, due by 1 June. They prefer Python and FastAPI for backends. " +
			"The user lives in Lyon with a cat called Tom, while the sister Marta lives in Paris.",
		Points: []string{"moving a shop to Fly by 1 June", "allergic to peanuts"}, By: souvenir.ByModel,
	}
	if diff := cmp.Diff(want, got); diff != "" || mode != reply.Exact || err != nil {
		t.Errorf("mode %s, %v (-want +got):\n%s", mode, err, diff)
	}
}

func TestWhatNoSnippetSaysIsLeftOut(t *testing.T) {
	for about, invented := range map[string]string{
		"a name":              `{"text":"The user lives in Lyon with a cat called Rex.","from":[3]}`,
		"a number":            `{"text":"The user plays chess on 3 Fridays.","from":[4]}`,
		"a date":              `{"text":"The shop moves to Fly by 1 July.","from":[1]}`,
		"a day":               `{"text":"The user plays chess on Mondays.","from":[4]}`,
		"a clause":            `{"text":"The user plays chess on Fridays and collects stamps.","from":[4]}`,
		"a clause in a list":  `{"text":"The user wants short answers, enjoys sailing, and is allergic to peanuts.","from":[6,7]}`,
		"a whole sentence":    `{"text":"Overall this person enjoys sunshine.","from":[4]}`,
		"another one's life":  `{"text":"The sister Marta lives in Lyon.","from":[5]}`,
		"without any sources": `{"text":"The user drives a Volvo.","from":[]}`,
		"sources of nobody":   `{"text":"The user drives a Volvo.","from":[0,99,-1]}`,
		"a denial":            `{"text":"The user is not allergic to peanuts.","from":[7]}`,
		"a second sentence":   `{"text":"The user is called Olga.","from":[3]}`,
	} {
		got, _, err := summary.Read(strings.Replace(good, `"sentences":[`, `"sentences":[`+invented+",", 1), snippets(contents...))
		if err != nil || !strings.HasPrefix(got.Text, "The user is moving a shop") {
			t.Errorf("%s: %q, %v; want it left out and the rest kept", about, got.Text, err)
		}
		got, _, err = summary.Read(strings.Replace(good, `"points":[`, `"points":[`+invented+",", 1), snippets(contents...))
		if err != nil || len(got.Points) != 2 {
			t.Errorf("%s as a point: %q, %v; want it left out", about, got.Points, err)
		}
	}
}

func TestNoStaysNo(t *testing.T) {
	all := snippets(append([]string{"User does not drink coffee."}, contents...)...)
	for text, kept := range map[string]bool{"The user does not drink coffee.": true, "The user drinks coffee.": false} {
		got, _, err := summary.Read(`{"sentences":[{"text":"`+text+`","from":[1]},"User plays chess.","User wants short answers.","User is allergic to peanuts."],"points":["chess"]}`, all)
		if err != nil || strings.Contains(got.Text, "coffee") != kept {
			t.Errorf("%q: %q, %v", text, got.Text, err)
		}
	}
}

func TestSummariesInOtherWordsAreKept(t *testing.T) {
	many := snippets(append([]string{"User does not eat meat.", "User has two kids, Ben and Mia.", "User ran a marathon in 2025.", "city: Lyon"}, contents...)...)
	for _, text := range []string{
		"The user is vegetarian.", "The user has 2 children.", "In 2025 the user ran a marathon.", "Ben and Mia are the user's kids.",
		"The user likes to play chess on Fridays.", "There is an allergy to peanuts.", "The user's backends use Python and FastAPI.",
		"The user is relocating a shop from Heroku to Fly, which is due by 1 June.", "Their sister Marta lives in Paris.",
	} {
		got, _, err := summary.Read(`{"sentences":["`+text+`","User plays chess.","User wants short answers."],"points":["chess"]}`, many)
		if err != nil || !strings.HasPrefix(got.Text, text) {
			t.Errorf("%q was left out: %+v, %v", text, got, err)
		}
	}
}

func TestASummaryHasItsLength(t *testing.T) {
	var seven []string
	for _, c := range contents {
		seven = append(seven, strings.TrimSuffix(c, "."))
	}
	list := `["` + strings.Join(seven, `","`) + `"]`
	got, _, err := summary.Read(`{"sentences":`+list+`,"points":`+list+`}`, snippets(contents...))
	if err != nil || got.Text != strings.Join(contents[:6], " ") || len(got.Points) != 7 {
		t.Errorf("%+v, %v; want six sentences and seven points", got, err)
	}
	same := `["User plays chess.","User plays chess.","User plays chess."]`
	if _, _, err := summary.Read(`{"sentences":`+same+`,"points":`+same+`}`, snippets(contents...)); !errors.Is(err, summary.ErrUngrounded) {
		t.Errorf("one sentence three times: %v", err)
	}
}

func TestRepliesAsModelsWriteThem(t *testing.T) {
	const text = "The user plays chess on Fridays. The user wants short answers. The user is allergic to peanuts."
	for about, c := range map[string]struct {
		reply string
		err   error
	}{
		"one text":        {`{"summary":"` + text + `","key_points":["chess","peanuts"]}`, nil},
		"fenced":          {"Here you are:\n```json\n{\"summary\":\"" + text + "\",\"points\":[\"chess\"]}\n```", nil},
		"prose":           {text, summary.ErrUnreadable},
		"nothing":         {"null", summary.ErrUnreadable},
		"empty":           {"", summary.ErrUnreadable},
		"an empty object": {"{}", summary.ErrUnreadable},
		"wrong types":     {`{"sentences":7,"points":{"a":[null]}}`, summary.ErrUngrounded},
		"no points":       {`{"summary":"` + text + `","points":[]}`, summary.ErrUngrounded},
		"two sentences":   {`{"sentences":["User plays chess.","User wants short answers."],"points":["chess"]}`, summary.ErrUngrounded},
	} {
		got, _, err := summary.Read(c.reply, snippets(contents...))
		if !errors.Is(err, c.err) || c.err == nil && got.Text != text {
			t.Errorf("%s: %+v, %v, want %v", about, got, err, c.err)
		}
	}
}

func TestChineseIsReadAsWell(t *testing.T) {
	all := snippets("用户对花生过敏。", "用户住在上海。", "用户今年28岁。", "用户喜欢下围棋。", "用户的猫叫小白。", "用户是一名护士。")
	got, _, err := summary.Read(`{"sentences":["用户今年28岁，住在上海。","用户对花生过敏","用户喜欢下围棋。","用户有三只猫。"],"points":["对花生过敏"]}`, all)
	if want := "用户今年28岁，住在上海。用户对花生过敏。用户喜欢下围棋。"; got.Text != want || err != nil {
		t.Errorf("%q, %v, want %q", got.Text, err, want)
	}
}

func TestAModelThatCannotStopCostsLittle(t *testing.T) {
	var forty []souvenir.Memory
	for range 6 {
		forty = append(forty, snippets(contents...)...)
	}
	endless := strings.Repeat(`{"text":"The user owns a yacht, sails to Tokyo, and pays 9 dollars.","from":[]},`, 5000)
	began := time.Now()
	if _, _, err := summary.Read(`{"sentences":[`+strings.TrimSuffix(endless, ",")+`],"points":["`+strings.Repeat("a, ", 9000)+`"]}`, forty); !errors.Is(err, summary.ErrUngrounded) {
		t.Error(err)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %v", took)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add(`{"sentences":["User plays chess。","1,5 and 、"],"points":[{"text":7,"from":"3"}]}`)
	all := snippets(contents...)
	f.Fuzz(func(t *testing.T, text string) {
		got, _, err := summary.Read(text, all)
		if err == nil && (got.Text == "" || len(got.Points) == 0 || len(got.Points) > 8) {
			t.Errorf("%+v", got)
		}
	})
}
