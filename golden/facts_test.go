package golden

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// Seed S: keys with values and questions with answers; whose they are.

var role = regexp.MustCompile(`(?s)^(user|assistant|tool|system): (.*)$`)

// exchange reads "user: a; assistant: b; ...".
func exchange(t testing.TB, input string) souvenir.Talk {
	t.Helper()
	said := talk("steve", "keyvalue")
	for i, part := range strings.Split(input, "; ") {
		m := role.FindStringSubmatch(part)
		if m == nil {
			puzzled(t, "message", part)
		}
		said.Messages = append(said.Messages, souvenir.Said{ID: fmt.Sprint("m", i+1), Role: souvenir.Role(m[1]), Content: m[2]})
	}
	return said
}

// buildText looks at what the product would show a model.
func buildText(t *testing.T, c Case) {
	h := open(t, shared.sqlite, plan{settings: usual, model: llmtest.New(t), idle: true})
	p, err := h.Prompts(t.Context(), exchange(t, c.Input))
	if err != nil || len(p.Prompts) != 1 || p.Prompts[0].User != c.Expected {
		t.Errorf("asks %+v, %v, want %q", p.Prompts, err, c.Expected)
	}
}

var stored = regexp.MustCompile(`^(\d+) facts?(?:, (\d+) context row, user (\w+))?$`)

// parseFacts gives the product a reply in some shape.
func parseFacts(t *testing.T, c Case) {
	said := talk("steve", "keyvalue", "hi I'm Steve, I live in Texas and prefer VS Code with vim keybindings")
	if user, ok := strings.CutPrefix(c.Setup, "user_id "); ok {
		said.User = user
	}
	alone(t, func(t *testing.T, db *store.Store) {
		if c.Expected == "logged, discarded, worker alive, no retry" {
			discarded(t, db, c.Input, said)
			return
		}
		h := open(t, db, plan{settings: usual, model: llmtest.New(t, llmtest.Say(c.Input))})
		o := h.remember(t, "c", said)
		facts, err := h.Facts(t.Context(), said.User)
		if err != nil {
			t.Fatal(err)
		}
		kept := h.memories(t, said.User, "")
		if m := stored.FindStringSubmatch(c.Expected); m != nil {
			asked := slices.DeleteFunc(slices.Clone(kept), func(k souvenir.Memory) bool { return k.Question == "" })
			if fmt.Sprint(len(facts.Items)) != m[1] || m[2] != "" && fmt.Sprint(len(asked)) != m[2] || len(kept) != len(facts.Items)+len(asked) {
				t.Errorf("facts %+v and context %+v", facts.Items, asked)
			}
			for _, k := range kept {
				if m[3] != "" && k.User != m[3] {
					t.Errorf("%q is kept for %s", k.Content, k.User)
				}
			}
			return
		}
		if c.Expected != "nothing stored, success" {
			puzzled(t, "expectation", c.Expected)
		}
		if len(kept) != 0 || o[0].State != souvenir.Nothing || len(h.jobs(t, souvenir.JobDone)) != 1 {
			t.Errorf("kept %+v, and the message ended as %+v", kept, o[0])
		}
	})
}

// discarded: the model says what nobody can read, also when asked again. The job
// ends visibly and is not tried again, and the worker goes on with the next one.
func discarded(t *testing.T, db *store.Store, text string, said souvenir.Talk) {
	model := llmtest.New(t, llmtest.Say(text), llmtest.Say(text), llmtest.Say(`{"facts":{"name":"Steve"}}`))
	h := open(t, db, plan{settings: usual, model: model})
	if o := h.remember(t, "c", said); o[0].State != souvenir.Failed || len(h.memories(t, said.User, "")) != 0 {
		t.Errorf("the message ended as %+v", o[0])
	}
	if failed := h.jobs(t, souvenir.JobFailed); len(failed) != 1 || failed[0].Attempts != 1 || failed[0].Reply != text || !h.log.has("job failed") {
		t.Errorf("failed jobs %+v, want one after one attempt, with the reply, in the log", failed)
	}
	said.Messages[0].ID = "next"
	if o := h.remember(t, "c", said); o[0].State != souvenir.Remembered {
		t.Errorf("the next message ended as %+v", o[0])
	}
}

var fact = regexp.MustCompile(`^(\w+)=(\w+)`)

// setFact gives a fact a newer value.
func setFact(t *testing.T, c Case) {
	old, want := fact.FindStringSubmatch(c.Setup), fact.FindStringSubmatch(c.Expected)
	if old == nil || want == nil || c.Expected != want[0]+", one row, history keeps "+old[2] {
		puzzled(t, "case", c.Setup+c.Expected)
	}
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		h := open(t, db, plan{settings: usual, model: llmtest.New(t, llmtest.Say(c.Input))})
		if _, err := h.SetFact(t.Context(), "steve", old[1], old[2]); err != nil {
			t.Fatal(err)
		}
		h.remember(t, "c", talk("steve", "keyvalue", "I moved: my location is "+want[2]+" now"))
		facts, err := h.Facts(t.Context(), "steve")
		if err != nil || len(facts.Items) != 1 || facts.Items[0].Key != want[1] || facts.Items[0].Value != want[2] || len(h.memories(t, "steve", "")) != 1 {
			t.Fatalf("facts %+v, %v, want %s alone", facts.Items, err, want[0])
		}
		older := h.memories(t, "steve", souvenir.Superseded)
		if len(older) != 1 || older[0].Content != old[2] || older[0].SupersededBy != facts.Items[0].Memory {
			t.Fatalf("older values %+v, want %s", older, old[0])
		}
		if changes, err := h.History(t.Context(), older[0].ID); err != nil || len(changes.Items) != 2 {
			t.Errorf("history %+v, %v, want its creation and its end", changes.Items, err)
		}
	})
}

// tenant keeps people apart, and the unknown user out of everything.
func tenant(t *testing.T, c Case) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		h := open(t, db, plan{settings: usual, model: llmtest.New(t)})
		switch c.Expected {
		case "no extraction, storage, search or injection":
			if c.Setup != "user_id unknown" {
				puzzled(t, "setup", c.Setup)
			}
			nothingFor(t, h, souvenir.UnknownUser)
		case "only a's data":
			if c.Setup != "users a and b store name" || c.Input != "search/facts as a" {
				puzzled(t, "setup", c.Setup)
			}
			onlyTheirOwn(t, h)
		default:
			puzzled(t, "expectation", c.Expected)
		}
	})
}

// nothingFor says a lot as somebody for whom nothing may happen. The model has no
// script, so that asking it fails the test.
func nothingFor(t *testing.T, h *house, user string) {
	t.Helper()
	if o := h.remember(t, "c", talk(user, "keyvalue", "My name is Steve and I live in Texas")); o[0].State != souvenir.Skipped {
		t.Errorf("the message ended as %+v, want skipped", o[0])
	}
	if d := h.state(t, souvenir.Statement{User: user, Content: "User owns a zebra"}); d.Operation != souvenir.Noop {
		t.Errorf("a statement ended as %+v", d)
	}
	r, err := h.Recall(t.Context(), souvenir.Query{User: user, Query: "Steve Texas zebra"})
	if err != nil || len(r.Memories)+len(r.Turns)+len(r.Facts) != 0 || r.Block != "" {
		t.Errorf("recalls %+v, %v", r, err)
	}
	nobodyStored(t, h)
}

func nobodyStored(t *testing.T, h *house) {
	t.Helper()
	users, err := h.Users(t.Context())
	if err != nil || len(users.Items) != 0 {
		t.Errorf("known are %+v, %v, want nobody", users.Items, err)
	}
	if stats, err := h.Stats(t.Context(), 1); err != nil || len(stats.Jobs)+len(stats.Outcomes)+len(stats.Memories) != 0 {
		t.Errorf("counted %+v, %v, want nothing", stats.Counts, err)
	}
}

func onlyTheirOwn(t *testing.T, h *house) {
	t.Helper()
	for _, user := range []string{"a", "b"} {
		if _, err := h.SetFact(t.Context(), user, "name", "Name of "+user); err != nil {
			t.Fatal(err)
		}
		h.state(t, souvenir.Statement{User: user, Content: "The zebra of " + user})
	}
	facts, err := h.Facts(t.Context(), "a")
	if err != nil || len(facts.Items) != 1 || facts.Items[0].Value != "Name of a" {
		t.Errorf("facts %+v, %v", facts.Items, err)
	}
	r, err := h.Recall(t.Context(), souvenir.Query{User: "a", Query: "name zebra of b"})
	if err != nil || len(r.Memories) == 0 {
		t.Fatalf("recalls %+v, %v", r, err)
	}
	for _, m := range r.Memories {
		if m.User != "a" {
			t.Errorf("recalls %q of %s", m.Content, m.User)
		}
	}
	for _, f := range r.Facts {
		if f.Value != "Name of a" {
			t.Errorf("recalls the fact %+v", f)
		}
	}
}

var who = regexp.MustCompile(`(user|key name|config) "(\w+)"`)

// userID finds out whose memory a request is about.
func userID(t *testing.T, c Case) {
	if c.Setup == "CLI, config empty" {
		host, err := os.Hostname()
		cfg, loadErr := config.Load(config.Options{Environ: []string{"HOME=" + t.TempDir(), "USER=ada"}, OS: "linux"})
		if err != nil || loadErr != nil {
			t.Fatal(err, loadErr)
		}
		if c.Expected != "hostname:username" || cfg.LocalUser() != host+":ada" {
			t.Errorf("the local user is %q, want %s", cfg.LocalUser(), c.Expected)
		}
		return
	}
	if !strings.HasPrefix(c.Setup, "API server: ") {
		puzzled(t, "setup", c.Setup)
	}
	given := map[string]string{}
	for _, m := range who.FindAllStringSubmatch(c.Setup, -1) {
		given[m[1]] = m[2]
	}
	settings := usual
	settings.User = given["config"]
	h := open(t, sqlite(t), plan{settings: settings})
	said := souvenir.Statement{User: given["user"], Content: "User owns a zebra"}
	want, _, trusted := strings.Cut(c.Expected, " (subject to X rule: trusted only)")
	if want == souvenir.UnknownUser {
		nobodySaid(t, h, said)
		return
	}
	if name := given["key name"]; name != "" {
		h.checkKeys(t, name, said, want, trusted)
		return
	}
	if d := h.state(t, said); d.Memory.User != want {
		t.Errorf("it is about %q, want %q", d.Memory.User, want)
	}
}

// checkKeys states something with a key. One that nobody trusts speaks for itself
// only, whatever user it names.
func (h *house) checkKeys(t *testing.T, name string, said souvenir.Statement, want string, trusted bool) {
	t.Helper()
	admin := h.keyed(t, h.Client, souvenir.KeyRequest{Name: "admin", Admin: true})
	plain := h.keyed(t, admin, souvenir.KeyRequest{Name: name})
	if trusted {
		if _, err := plain.State(t.Context(), said); souvenir.CodeOf(err) != souvenir.Denied {
			t.Errorf("a key that is not trusted acts for %s: %v", said.User, err)
		}
		plain = h.keyed(t, admin, souvenir.KeyRequest{Name: name, Users: []string{said.User}})
	}
	d, err := plain.State(t.Context(), said)
	if err != nil || d.Memory.User != want {
		t.Errorf("it is about %q, %v, want %q", d.Memory.User, err, want)
	}
}

func (h *house) keyed(t *testing.T, by *client.Client, r souvenir.KeyRequest) *client.Client {
	t.Helper()
	k, err := by.AddKey(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return client.New(client.Options{URL: h.url, Key: k.Secret})
}

// nobodySaid: the user of a request that names none is the unknown one, for whom
// nothing happens. We say so aloud: what the unknown user sends is skipped, and
// what somebody sends who forgot to say who they are is refused, so that a
// mistake is noticed. Either way nothing is stored or found.
func nobodySaid(t *testing.T, h *house, said souvenir.Statement) {
	t.Helper()
	_, err := h.State(t.Context(), said)
	_, recallErr := h.Recall(t.Context(), souvenir.Query{Query: "zebra"})
	_, rememberErr := h.Remember(t.Context(), "c", talk("", "rules", "I live in Texas"), 0)
	for what, err := range map[string]error{"state": err, "recall": recallErr, "remember": rememberErr} {
		if souvenir.CodeOf(err) != souvenir.Invalid || !strings.Contains(err.Error(), "user is missing") {
			t.Errorf("%s: %v, want the user to be missed", what, err)
		}
	}
	nobodyStored(t, h)
	nothingFor(t, h, souvenir.UnknownUser)
}

// endpointURL completes what people write.
func endpointURL(t *testing.T, c Case) {
	list, ok := strings.CutPrefix(c.Setup, "endpoint ")
	want, all := strings.CutSuffix(c.Expected, " in all cases")
	if !ok || !all {
		puzzled(t, "case", c.Setup+c.Expected)
	}
	for base := range strings.SplitSeq(list, ", ") {
		if got, err := llm.URL(base, "chat/completions"); err != nil || got != want {
			t.Errorf("URL(%q) = %q, %v, want %q", base, got, err, want)
		}
	}
}

// assistantItself: what an assistant calls itself is never shown to the model, and
// refused if the model finds it all the same.
func assistantItself(t *testing.T, c Case) {
	said := exchange(t, c.Setup)
	name, ok := strings.CutPrefix(c.Expected, "no fact name=")
	if !ok {
		puzzled(t, "expectation", c.Expected)
	}
	wrong, _ := json.Marshal(map[string]any{"facts": map[string]string{"name": name}})
	h, model := asking(t, usual, llmtest.Say(string(wrong)))
	if _, err := h.PutAgent(t.Context(), "shepherd", souvenir.AgentEdit{Name: name}); err != nil {
		t.Fatal(err)
	}
	said.Agent = "shepherd"
	h.remember(t, "c", said)
	if n := len(model.Chats()); n != 0 {
		t.Errorf("asked %d times about what the assistant said alone", n)
	}
	said.Messages[0].ID = "m2"
	said.Messages = append(said.Messages, souvenir.Said{ID: "m3", Role: souvenir.User, Content: "I live in Texas"})
	h.remember(t, "c", said)
	if asked := model.Chats()[0]; strings.Contains(asked.System()+asked.User(), name) {
		t.Errorf("the model was shown the name: %s", asked.User())
	}
	if facts, err := h.Facts(t.Context(), "steve"); err != nil || len(facts.Items) != 0 || len(h.rejections(t, "steve")) != 1 {
		t.Errorf("facts %+v, %v, refused %+v", facts.Items, err, h.rejections(t, "steve"))
	}
}
