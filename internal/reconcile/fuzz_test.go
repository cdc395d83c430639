package reconcile

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// FuzzPlan: whatever is known and heard, a plan keeps its promises: no two
// memories with one key or the same words are active at its end, nothing is ended
// twice, and every memory it names was offered or made by it.
func FuzzPlan(f *testing.F) {
	f.Add("User lives in Seattle|User likes tea", "User moved to Portland|User hates tea|User likes tea", byte(3))
	f.Add("用户喜欢喝绿茶", "用户讨厌喝绿茶|用户爱喝绿茶", byte(0))
	f.Add("User's name is John|location", "User's name is Jack|location|", byte(255))
	f.Add("User drinks 2 cups of coffee", "User no longer drinks coffee|not|I|'s|,", byte(7))
	f.Fuzz(func(t *testing.T, known, heard string, how byte) {
		at := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
		key := func(i int) string {
			if how>>(i%8)&1 == 1 {
				return fmt.Sprint("key", i%2)
			}
			return ""
		}
		offered := map[string]souvenir.Memory{}
		var near []Neighbour
		for i, content := range strings.Split(known, "|") {
			m := candidate("", content, at).Memory
			m.ID, m.Status = fmt.Sprint("old", i), souvenir.Active
			offered[m.ID] = m
			near = append(near, Neighbour{m, float64(how) / 255})
		}
		var cs []souvenir.Candidate
		for i, content := range strings.Split(heard, "|") {
			c := candidate(key(i), content, at.Add(time.Duration(i)))
			c.ID = fmt.Sprint("new", i)
			c.Evidence = []souvenir.Evidence{{Message: fmt.Sprint("m", i)}}
			cs = append(cs, c)
		}
		ks := make([]Known, len(cs))
		for i := range ks {
			for _, n := range near {
				if n.Memory.ContentHash == cs[i].ContentHash {
					ks[i].Same = append(ks[i].Same, n.Memory)
				}
			}
			if ks[i].Same == nil {
				ks[i].Near = near
			}
		}
		p, open := Plan(cs, ks, nil)
		check(t, p, offered)
		said := Rulings{}
		for i, q := range open {
			said[q.ID()] = []Ruling{{}, {Add: true}, {Update: q.Offered[0].ID}, {Delete: []string{q.Offered[0].ID}}}[(i+int(how))%4]
		}
		p, _ = Plan(cs, ks, said)
		check(t, p, offered)
	})
}

func check(t *testing.T, p souvenir.Plan, offered map[string]souvenir.Memory) {
	active := map[string]souvenir.Memory{}
	for id, m := range offered {
		active[id] = m
	}
	for _, s := range p.Steps {
		for _, id := range s.Related {
			if _, ok := active[id]; !ok {
				t.Fatalf("%s names %s, which is not there any more, or never was", s.Operation, id)
			}
			if s.Operation == souvenir.Update || s.Operation == souvenir.Supersede {
				delete(active, id)
			}
		}
		if s.Operation != souvenir.Add && s.Operation != souvenir.Hold && len(s.Related) == 0 {
			t.Fatalf("%s names nothing", s.Operation)
		}
		if adds(s) {
			active[s.Memory.ID] = s.Memory
		}
	}
	keys, hashes := map[string]bool{}, map[string]bool{}
	for _, m := range active {
		if m.Key != "" && keys[m.Key] || hashes[m.ContentHash] && m.Content != "" {
			t.Fatalf("two active memories with key %q or content %q", m.Key, m.Content)
		}
		keys[m.Key], hashes[m.ContentHash] = true, true
	}
}

// FuzzRead: whatever a model replies, it names what was offered.
func FuzzRead(f *testing.F) {
	f.Add(`{"operation":"UPDATE","target":1,"content":"x"}`)
	f.Add(`[{"operation":"DELETE","target":2},{"op":"ADD"}]`)
	f.Add(`{"operation":"DELETE","target":1e300}`)
	f.Fuzz(func(t *testing.T, text string) {
		value, mode, err := reply.Read(text)
		if err != nil || mode == reply.Nothing {
			return
		}
		r, err := read(value, question())
		if err != nil {
			return
		}
		for _, id := range append(r.Delete, r.Update) {
			if id != "" && id != "known1" && id != "known2" {
				t.Errorf("%s names %q", text, id)
			}
		}
	})
}
