package api_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
)

// What is stated, set or corrected loses its secrets like what is said.
func TestSecretsAreTakenOutAtEveryDoor(t *testing.T) {
	t.Parallel()
	const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		d, err := s.State(ctx, souvenir.Statement{User: "ann", Content: "The API key is " + key})
		if err != nil || strings.Contains(d.Memory.Content, key) {
			t.Errorf("a stated memory: %q, %v", d.Memory.Content, err)
		}
		d, err = s.State(ctx, souvenir.Statement{User: "ann", Content: "User keeps it in a drawer", Question: "Where is " + key + "?"})
		if err != nil || strings.Contains(d.Memory.Question, key) {
			t.Errorf("a question: %q, %v", d.Memory.Question, err)
		}
		f, err := s.SetFact(ctx, "ann", "token", key)
		if err != nil || strings.Contains(f.Memory.Content, key) {
			t.Errorf("a fact: %q, %v", f.Memory.Content, err)
		}
		m, err := s.Edit(ctx, d.Memory.ID, souvenir.MemoryEdit{Content: new("It is " + key)})
		if err != nil || strings.Contains(m.Content, key) {
			t.Errorf("an edit: %q, %v", m.Content, err)
		}
	})
}

func TestWhatShowsNothingIsRefused(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		d, err := s.State(ctx, souvenir.Statement{User: "ann", Content: "User likes tea"})
		if err != nil {
			t.Fatal(err)
		}
		for _, blank := range []string{" ", "\n\t", "\u200b", "\u200b\u200d\ufeff \u2060", "\u3164", "\u2800\u2800", "\u00ad"} {
			for name, try := range map[string]func() error{
				"message": func() error { _, err := s.Remember(ctx, "c", say("ann", blank), 0); return err },
				"memory":  func() error { _, err := s.State(ctx, souvenir.Statement{User: "ann", Content: blank}); return err },
				"fact":    func() error { _, err := s.SetFact(ctx, "ann", "k", blank); return err },
				"edit":    func() error { _, err := s.Edit(ctx, d.Memory.ID, souvenir.MemoryEdit{Content: &blank}); return err },
			} {
				if err := try(); souvenir.CodeOf(err) != souvenir.Invalid {
					t.Errorf("%s %q: %v, want it refused", name, blank, err)
				}
			}
		}
	})
}

// Texts without words, and so without a direction of their vector, are no error.
func TestTextsWithoutWords(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		for i, text := range []string{"🎉🎉", "?!", "...", "👍🏽", "—"} {
			id := string(rune('a' + i))
			if _, err := s.Remember(ctx, "c"+id, say("ann", text), 20*time.Second); err != nil {
				t.Errorf("message %q: %v", text, err)
			}
			d, err := s.State(ctx, souvenir.Statement{User: "ann", Content: text})
			if err != nil {
				t.Errorf("memory %q: %v", text, err)
				continue
			}
			if _, err := s.Edit(ctx, d.Memory.ID, souvenir.MemoryEdit{Content: new(text + text)}); err != nil {
				t.Errorf("edit %q: %v", text, err)
			}
			if _, err := s.SetFact(ctx, "ann", "mood"+id, text); err != nil {
				t.Errorf("fact %q: %v", text, err)
			}
			for _, at := range []*time.Time{nil, new(time.Now().Add(time.Hour))} {
				if _, err := s.Recall(ctx, souvenir.Query{User: "ann", Query: text, At: at}); err != nil {
					t.Errorf("recall %q: %v", text, err)
				}
			}
			if _, err := s.Memories(ctx, client.Filter{User: "ann", Words: text}); err != nil {
				t.Errorf("search %q: %v", text, err)
			}
		}
	})
}

// A server that cannot store anything says so, and why.
func TestNotReadyWhileNothingCanBeStored(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		if status, text := get(t, s.url+"/readyz"); status != http.StatusOK {
			t.Errorf("readyz = %d %s", status, text)
		}
		s.store.Close()
		if status, text := get(t, s.url+"/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(text, "Nothing can be stored") {
			t.Errorf("readyz = %d %s, want 503 and the reason", status, text)
		}
	})
}

func TestMetricsTellTheQueue(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		if _, err := s.Pause(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Remember(t.Context(), "c", say("ann", "I live in Lyon."), 0); err != nil {
			t.Fatal(err)
		}
		_, text := get(t, s.url+"/metrics")
		for _, want := range []string{`souvenir_queue_jobs{state="queued"} 1`, `souvenir_queue_jobs{state="failed"} 0`, "souvenir_queue_oldest_seconds "} {
			if !strings.Contains(text, want) {
				t.Errorf("the metrics do not say %s", want)
			}
		}
	})
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(text)
}

// The queue is everybody's: an admin of one tenant does not pause it for others.
func TestTenantsDoNotPauseEachOther(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		other, err := s.AddKey(ctx, souvenir.KeyRequest{Name: "other", Admin: true, Tenant: "elsewhere"})
		if err != nil {
			t.Fatal(err)
		}
		elsewhere := client.New(client.Options{URL: s.url, Key: other.Secret, HTTP: s.http})
		if _, err := elsewhere.Pause(ctx); souvenir.CodeOf(err) != souvenir.Denied {
			t.Errorf("Pause = %v, want denied", err)
		}
		if _, err := elsewhere.Resume(ctx); souvenir.CodeOf(err) != souvenir.Denied {
			t.Errorf("Resume = %v, want denied", err)
		}
	})
}

// In a group chat nobody has others' memories forgotten.
func TestForgettingInAGroupIsAboutTheSpeaker(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		talk := func(id, name, text string) souvenir.Talk {
			return souvenir.Talk{User: "sam", Source: "discord", Participants: []string{"alex", "sam"}, Messages: []souvenir.Said{{ID: id, Role: souvenir.User, Name: name, Content: text}}}
		}
		s.remembered(t, "g", talk("m1", "alex", "I live in Lyon."))
		s.remembered(t, "g", talk("m2", "sam", "I live in Ghent."))
		s.Remember(t.Context(), "g", talk("m3", "alex", "Forget that I live in Ghent."), 20*time.Second)
		if left := homes(t, s); left != 2 {
			t.Errorf("alex had sam's home forgotten: %d left", left)
		}
		s.Remember(t.Context(), "g", talk("m4", "alex", "Forget that I live in Lyon."), 20*time.Second)
		if left := homes(t, s); left != 1 {
			t.Errorf("alex's own home: %d left, want sam's alone", left)
		}
	})
}

func homes(t *testing.T, s *server) int {
	t.Helper()
	l, err := s.Memories(t.Context(), client.Filter{User: "sam"})
	if err != nil {
		t.Fatal(err)
	}
	return len(l.Items)
}
