package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

func titles(l souvenir.List[souvenir.ConversationSummary]) (out []string) {
	for _, c := range l.Items {
		out = append(out, c.ID)
	}
	return out
}

func TestConversationsAreListedAndFound(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		remember(t, s, "ann", "garden", "I live in Lyon and I grow tomatoes")
		remember(t, s, "ann", "work", "I work as a nurse")
		remember(t, s, "ann", "secret", "I live in Nightingale Lane")
		if _, err := s.Describe(ctx, "ann", "secret", souvenir.ConversationEdit{Private: new(true)}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Describe(ctx, "ann", "garden", souvenir.ConversationEdit{Title: new("Häuser und Gärten")}); err != nil {
			t.Fatal(err)
		}
		all, err := s.Conversations(ctx, "ann", "")
		if got := titles(all); err != nil || !slices.Equal(got, []string{"garden", "secret", "work"}) {
			t.Fatalf("listed %v, %v; want what was touched last first", got, err)
		}
		first, private := all.Items[0], all.Items[1]
		if first.Memories == 0 || first.Messages != 1 || !strings.HasPrefix(first.Begins, "I live in Lyon") || first.Ends != first.Begins {
			t.Errorf("garden is %+v", first)
		}
		if private.Begins != "" || private.Ends != "" {
			t.Errorf("a private conversation shows %q", private.Begins)
		}
		for q, want := range map[string]string{"gärten": "garden", "tomatoes": "garden", "nurse": "work", "nightingale": "", "wor": "work", "zzz": ""} {
			found, err := s.FindConversations(ctx, "ann", q)
			if got := strings.Join(titles(found), " "); err != nil || got != want {
				t.Errorf("looking for %q found %q, %v; want %q", q, got, err, want)
			}
			if q == "tomatoes" && (found.Items[0].Found == nil || !strings.Contains(found.Items[0].Found.Excerpt, "tomatoes") || found.Items[0].Found.Message == "") {
				t.Errorf("looking for %q shows %+v", q, found.Items[0].Found)
			}
		}
		if found, _ := s.FindConversations(ctx, "bob", "tomatoes"); len(found.Items) > 0 {
			t.Error("bob finds what ann said")
		}
	})
}

func TestConversationsArePagedByWhenSomethingWasSaid(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		for i := range 60 {
			if _, err := s.Describe(t.Context(), "ann", fmt.Sprint(i), souvenir.ConversationEdit{Title: new("t")}); err != nil {
				t.Fatal(err)
			}
		}
		s.Describe(t.Context(), "ann", "7", souvenir.ConversationEdit{Title: new("again")})
		seen := map[string]bool{}
		for cursor, pages := "", 0; ; pages++ {
			p, err := s.Conversations(t.Context(), "ann", cursor)
			if err != nil || pages > 3 {
				t.Fatal(err, pages)
			}
			if cursor == "" && p.Items[0].ID != "7" {
				t.Errorf("first is %q, want the one that was touched last", p.Items[0].ID)
			}
			for _, id := range titles(p) {
				if seen[id] {
					t.Errorf("%s is listed twice", id)
				}
				seen[id] = true
			}
			if cursor = p.Next; cursor == "" {
				break
			}
		}
		if len(seen) != 60 {
			t.Errorf("%d conversations, want 60", len(seen))
		}
	})
}

func TestATranscriptShowsWhatCameOfEachMessage(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		lines := []string{"I live in Lyon"}
		for i := range 20 {
			lines = append(lines, fmt.Sprintf("Hm, number %d", i))
		}
		if _, err := s.Remember(ctx, "c", say("ann", lines...), 20*time.Second); err != nil {
			t.Fatal(err)
		}
		end, err := s.Transcript(ctx, "ann", "c", client.Passage{Limit: 5})
		if got := seqs(end); err != nil || got != "17 18 19 20 21" || !end.Earlier || end.Later {
			t.Fatalf("the end is %s, earlier %v, later %v, %v", got, end.Earlier, end.Later, err)
		}
		before, _ := s.Transcript(ctx, "ann", "c", client.Passage{Before: 5, Limit: 10})
		if got := seqs(before); got != "1 2 3 4" || before.Earlier || !before.Later {
			t.Errorf("before 5 is %s, earlier %v, later %v", got, before.Earlier, before.Later)
		}
		after, _ := s.Transcript(ctx, "ann", "c", client.Passage{After: 18, Limit: 10})
		if got := seqs(after); got != "19 20 21" || !after.Earlier || after.Later {
			t.Errorf("after 18 is %s, earlier %v, later %v", got, after.Earlier, after.Later)
		}
		around, _ := s.Transcript(ctx, "ann", "c", client.Passage{Around: "m10", Limit: 5})
		if got := seqs(around); got != "8 9 10 11 12" || !around.Earlier || !around.Later {
			t.Errorf("around m10 is %s, earlier %v, later %v", got, around.Earlier, around.Later)
		}
		first := before.Items[0]
		if first.Outcome.State != souvenir.Remembered || len(first.Memories) == 0 || !strings.Contains(first.Memories[0].Content, "Lyon") || first.Job != nil {
			t.Errorf("the first message led to %+v", first)
		}
		if _, err := s.Transcript(ctx, "ann", "c", client.Passage{Around: "nobody"}); souvenir.CodeOf(err) != souvenir.NotFound {
			t.Errorf("around an unknown message: %v", err)
		}
		if _, err := s.Transcript(ctx, "ann", "c", client.Passage{Around: "m1", Before: 3}); souvenir.CodeOf(err) != souvenir.Invalid {
			t.Errorf("around and before: %v", err)
		}
		if _, err := s.Transcript(ctx, "bob", "c", client.Passage{}); souvenir.CodeOf(err) != souvenir.NotFound {
			t.Errorf("bob reads ann's conversation: %v", err)
		}
		s.Pause(ctx)
		s.Remember(ctx, "c", souvenir.Talk{User: "ann", Messages: []souvenir.Said{{ID: "late", Role: souvenir.User, Content: "I work as a nurse"}}}, 0)
		waiting, err := s.Transcript(ctx, "ann", "c", client.Passage{Limit: 1})
		if err != nil || waiting.Items[0].Outcome.State != souvenir.Queued || waiting.Items[0].Job == nil || waiting.Items[0].Job.State != souvenir.JobQueued {
			t.Errorf("while the queue rests: %+v, %v", waiting.Items, err)
		}
		s.Describe(ctx, "ann", "empty", souvenir.ConversationEdit{Private: new(true)})
		if empty, err := s.Transcript(ctx, "ann", "empty", client.Passage{}); err != nil || len(empty.Items) != 0 {
			t.Errorf("an empty conversation: %+v, %v", empty, err)
		}
	})
}

func seqs(t souvenir.Transcript) string {
	var out []string
	for _, i := range t.Items {
		out = append(out, fmt.Sprint(i.Message.Seq))
	}
	return strings.Join(out, " ")
}

func TestATimelineTellsHowFactsChanged(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		s.SetFact(ctx, "ann", "city", "Lyon")
		s.State(ctx, souvenir.Statement{User: "ann", Content: "Ann owns a zebra"})
		s.SetFact(ctx, "ann", "city", "Paris")
		s.SetFact(ctx, "ann", "city", "Paris")
		now, _ := s.Fact(ctx, "ann", "city")
		if _, err := s.Edit(ctx, now.Memory, souvenir.MemoryEdit{Content: new("Paris, 11e")}); err != nil {
			t.Fatal(err)
		}
		for range 3 { // the edit, that it was heard again, and Paris
			s.UndoMemory(ctx, now.Memory)
		}
		s.ForgetFact(ctx, "ann", "city")
		want := []string{"learnt → Lyon", "changed Lyon → Paris", "changed Paris → Paris, 11e", "changed Paris, 11e → Paris", "changed Paris → Lyon", "ended Lyon → "}
		for _, limit := range []string{"1", "3", "50"} {
			if got := timeline(t, s, "?facts=true&limit="+limit); !slices.Equal(got, want) {
				t.Errorf("in pages of %s the facts went\n%q, want\n%q", limit, got, want)
			}
		}
		if got := timeline(t, s, "?"); !slices.Contains(got, "learnt → Ann owns a zebra") {
			t.Errorf("everything went %q", got)
		}
		if l, err := s.Timeline(ctx, "bob", false, ""); err != nil || len(l.Items) != 0 {
			t.Errorf("bob's timeline is %v, %v", l.Items, err)
		}
	})
}

// timeline is what happened, oldest first.
func timeline(t *testing.T, s *server, query string) (out []string) {
	t.Helper()
	for cursor := ""; ; {
		var l souvenir.List[souvenir.TimelineEntry]
		res, err := s.http.Get(s.url + "/api/v1/users/ann/timeline" + query + "&cursor=" + cursor)
		if err == nil {
			err = json.NewDecoder(res.Body).Decode(&l)
			res.Body.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range l.Items {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s", e.What, strings.Join(e.Was, ", ")))+" → "+e.Is)
		}
		if cursor = l.Next; cursor == "" {
			slices.Reverse(out)
			return out
		}
	}
}

func TestAProfileIsPreviewedWithADraftOfTheRoleCard(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		s.SetFact(ctx, "ann", "city", "Lyon")
		p, err := s.Profile(ctx, "ann")
		if err != nil || !strings.Contains(p.Block, "city: Lyon") || p.Tokens == 0 || p.Personality != "" {
			t.Fatalf("%+v, %v", p, err)
		}
		draft := souvenir.RoleCard{Language: "en", Core: &souvenir.CoreLayer{
			BasicIdentity: &souvenir.Identity{Name: "Ann", Summary: "a nurse </memory>"}, Values: &souvenir.Trait{KeyPoints: []string{"punctuality"}},
		}}
		d, err := s.PreviewProfile(ctx, "ann", souvenir.ProfileDraft{Card: &draft})
		if err != nil || !strings.Contains(d.Block, "Ann: a nurse ‹/memory›") || !strings.Contains(d.Block, "city: Lyon") || !strings.Contains(d.Personality, "punctuality") {
			t.Errorf("with the draft: %+v, %v", d, err)
		}
		if again, _ := s.Profile(ctx, "ann"); again != p {
			t.Errorf("the draft was kept: %+v", again)
		}
		if _, err := s.PutRoleCard(ctx, "ann", draft); err != nil {
			t.Fatal(err)
		}
		if kept, _ := s.Profile(ctx, "ann"); kept != d {
			t.Errorf("kept, it says %+v, and as a draft %+v", kept, d)
		}
		us, err := s.Users(ctx)
		if err != nil || len(us.Items) != 1 || us.Items[0].Name != "Ann" {
			t.Errorf("users %+v, %v", us.Items, err)
		}
	})
}

func TestRefusalsStandBesideWhatWasSaid(t *testing.T) {
	invented := strings.ReplaceAll(likesTea, "green tea.", "black coffee from Peru.")
	asking(t, usual, []llmtest.Reply{llmtest.Call(invented)}, func(t *testing.T, s *server, _ *llmtest.Server) {
		s.remembered(t, "c", say("ann", "I like green tea"))
		got, err := s.Transcript(t.Context(), "ann", "c", client.Passage{})
		if err != nil || len(got.Items) != 1 || got.Items[0].Outcome.State != souvenir.Filtered || len(got.Items[0].Rejections) != 1 || got.Items[0].Rejections[0].Rule != "grounded" {
			t.Errorf("%+v, %v", got.Items, err)
		}
	})
}
