package forget_test

import (
	"math"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/forget"
)

var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

func TestStrengthHasATrueHalfLife(t *testing.T) { // X-61, B-031
	var p forget.Policy
	for days, want := range map[int]float64{0: 1, 30: 0.5, 60: 0.25, 90: 0.125, 130: 0.0496} {
		if got := p.Strength(time.Duration(days) * day); math.Abs(got-want) > 0.001 {
			t.Errorf("after %d days: %.4f, want %.4f", days, got, want)
		}
	}
	if d := p.Life().Hours() / 24; d < 129 || d > 130 {
		t.Errorf("a temporary memory lives %.1f days, want some 130", d)
	}
	if d := (forget.Policy{HalfLife: 10 * day, Threshold: 0.25}).Life(); d != 20*day {
		t.Errorf("with a half-life of 10 days and a threshold of a quarter: %v", d)
	}
}

func TestWhatTimeEnds(t *testing.T) {
	old := now.Add(-200 * day)
	fleeting := souvenir.Memory{Status: souvenir.Active, Expiry: souvenir.Temporary, Origin: souvenir.Implicit, Priority: 80, SaidAt: old}
	with := func(change func(*souvenir.Memory)) souvenir.Memory {
		m := fleeting
		change(&m)
		return m
	}
	for _, c := range []struct {
		about string
		m     souvenir.Memory
		over  bool
		due   bool
	}{
		{"temporary and old", fleeting, false, true},
		{"temporary and young", with(func(m *souvenir.Memory) { m.SaidAt = now.Add(-129 * day) }), false, false},
		{"temporary and recalled lately", with(func(m *souvenir.Memory) { m.LastRecalledAt = new(now.Add(-10 * day)) }), false, false},
		{"permanent", with(func(m *souvenir.Memory) { m.Expiry = souvenir.Permanent }), false, false},
		{"asked for", with(func(m *souvenir.Memory) { m.Origin = souvenir.Explicit }), false, false},
		{"asked for until a date", with(func(m *souvenir.Memory) { m.Origin, m.ExpiresAt = souvenir.Explicit, new(now) }), false, true},
		{"its date is to come", with(func(m *souvenir.Memory) { m.ExpiresAt = new(now.Add(time.Second)) }), false, false},
		{"pinned", with(func(m *souvenir.Memory) { m.Priority = 100 }), true, false},
		{"as important as can be", with(func(m *souvenir.Memory) { m.Importance, m.ExpiresAt = new(10), new(old) }), false, false},
		{"core", with(func(m *souvenir.Memory) { m.Origin = souvenir.Core }), false, false},
		{"pending", with(func(m *souvenir.Memory) { m.Status = souvenir.Waiting }), false, true},
		{"ended already", with(func(m *souvenir.Memory) { m.Status = souvenir.Superseded }), false, false},
		{"of a session that is over", with(func(m *souvenir.Memory) { m.Reach, m.SaidAt = souvenir.SessionOnly, now }), true, true},
		{"of a session that goes on", with(func(m *souvenir.Memory) { m.Reach, m.SaidAt = souvenir.SessionOnly, now }), false, false},
	} {
		if why := (forget.Policy{}).Due(c.m, now, c.over); (why != "") != c.due {
			t.Errorf("%s: %q", c.about, why)
		}
	}
}

func TestWhatIsAskedToBeForgotten(t *testing.T) {
	that := func(s string) forget.Request { return forget.Request{That: s} }
	about := func(s string) forget.Request { return forget.Request{About: s} }
	for line, want := range map[string]forget.Request{
		"Forget that I live in Berlin.":                          that("I live in Berlin"),
		"please forget that my sister is called Ana":             that("my sister is called Ana"),
		"Forget the fact that Ben owes me money!":                that("Ben owes me money"),
		"Don't remember that I was there":                        that("I was there"),
		"forget everything about my ex":                          about("my ex"),
		"Please forget everything you know about Project Apollo": about("Project Apollo"),
		"Forget what I told you about the surgery, please":       about("the surgery"),
		"delete all memories about chess":                        about("chess"),
		"忘记我住在北京":                                                that("我住在北京"),
		"请忘掉我喜欢咖啡这件事":                                            that("我喜欢咖啡"),
		"忘记关于小明的一切":                                              about("小明"),
		"请把关于手术的事情都忘了吧":                                          about("手术"),
		"不要再记得我住在北京了":                                            that("我住在北京"),
	} {
		if got, ok := forget.Read(line); !ok || got != want {
			t.Errorf("%q = %+v, %v; want %+v", line, got, ok, want)
		}
	}
	for _, line := range []string{
		"Don't forget that I live in Berlin", "never forget that I love you", "I forget that I live in Berlin", "Forget it.", "forget that", "Did you forget that I live in Berlin?",
		"Remember that I live in Berlin", "I always forget everything about the exam", "forget what I said", "别忘了我住在北京", "不要忘记关于小明的一切", "我忘记了密码",
	} {
		if got, ok := forget.Read(line); ok {
			t.Errorf("%q asks to forget %+v", line, got)
		}
	}
	asked, rest := forget.Requests("I moved to Rome.\nForget that I live in Berlin.\n")
	if len(asked) != 1 || rest != "I moved to Rome." {
		t.Errorf("Requests = %+v, %q", asked, rest)
	}
}

func TestWhichMemoriesAreMeant(t *testing.T) {
	known := []souvenir.Memory{
		{ID: "berlin", Content: "User lives in Berlin"}, {ID: "cats", Content: "User lives in Berlin with two cats"}, {ID: "not", Content: "User does not like Berlin"},
		{ID: "chess", Content: "User plays chess on Mondays"}, {ID: "club", Content: "User founded a chess club"}, {ID: "ana", Content: "User's sister is called Ana"},
		{ID: "beijing", Content: "用户住在北京"}, {ID: "city", Key: "favourite_city", Content: "Lisbon"},
	}
	for _, c := range []struct {
		r            forget.Request
		sure, unsure string
	}{
		{forget.Request{That: "I live in Berlin"}, "berlin", "cats not"},
		{forget.Request{That: "I founded a club"}, "club", ""},
		{forget.Request{That: "my chess"}, "", "chess club"},
		{forget.Request{That: "I don't live in Berlin"}, "", "berlin cats"},
		{forget.Request{That: "我住在北京"}, "beijing", ""},
		{forget.Request{About: "chess"}, "chess club", ""},
		{forget.Request{About: "the chess club"}, "club", "chess"},
		{forget.Request{About: "Ana"}, "ana", ""},
		{forget.Request{About: "北京"}, "beijing", ""},
		{forget.Request{About: "my favourite city"}, "city", ""},
		{forget.Request{About: "me"}, "", ""},
		{forget.Request{That: "I love tango"}, "", ""},
	} {
		sure, unsure := forget.Match(c.r, known)
		if got := ids(sure); got != c.sure {
			t.Errorf("%+v surely means %q, want %q", c.r, got, c.sure)
		}
		if got := ids(unsure); len(got) != len(c.unsure) {
			t.Errorf("%+v may mean %q, want %q", c.r, got, c.unsure)
		}
	}
}

func ids(ms []souvenir.Memory) (out string) {
	for i, m := range ms {
		if i > 0 {
			out += " "
		}
		out += m.ID
	}
	return out
}

func TestWhatClosesATodo(t *testing.T) { // B-041
	for _, c := range []struct {
		todo, said string
		closes     bool
	}{
		{"to ship the dedup", "User shipped the dedup", true},
		{"User needs to send the report to Ana by Friday", "User sent the report to Ana", true},
		{"to write the report", "User finished the report", true},
		{"to call mom", "User called mom", true},
		{"to call mom", "User called Tom", false},
		{"to ship the dedup", "User has not shipped the dedup", false},
		{"to ship the dedup", "User will ship the dedup", false},
		{"to ship the dedup", "User shipped the parser", false},
		{"to ship the dedup", "User wants to ship the dedup", false},
		{"to buy milk and eggs", "User bought milk", false},
		{"to pay the electricity bill", "User paid the water bill", false},
		{"记得要交房租", "用户已经交房租了", true},
		{"记得要交房租", "用户还没交房租", false},
	} {
		todo := souvenir.Memory{Type: "todo", Content: c.todo, SaidAt: now}
		said := souvenir.Memory{Type: "event", Content: c.said, SaidAt: now.Add(time.Hour)}
		if got := forget.Closes(said, todo); got != c.closes {
			t.Errorf("%q closes %q: %v, want %v", c.said, c.todo, got, c.closes)
		}
	}
	todo := souvenir.Memory{Type: "todo", Content: "to ship the dedup", SaidAt: now}
	if forget.Closes(souvenir.Memory{Type: "event", Content: "User shipped the dedup", SaidAt: now.Add(-time.Hour)}, todo) {
		t.Error("something that was done before closes a todo")
	}
	if forget.Closes(souvenir.Memory{Type: "event", Content: "User shipped the dedup", SubjectUser: "ben", SaidAt: now}, todo) {
		t.Error("what somebody else did closes a todo")
	}
}
