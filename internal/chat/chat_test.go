package chat

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

// heard is what somebody hears of an answer.
type heard struct {
	text, thought string
	begun         int
}

func (h *heard) hearer() Hearer {
	return Hearer{
		Begin: func(Answer) { h.begun++ },
		Piece: func(p Piece) {
			if p.Thought {
				h.thought += p.Text
			} else {
				h.text += p.Text
			}
		},
	}
}

// The proxy speaks as its upstream does, so a model stands in for both here.
func talk(t *testing.T, replies ...llmtest.Reply) (*Talk, *llmtest.Server) {
	model := llmtest.New(t, replies...)
	return New(Options{Endpoint: Endpoint{URL: model.URL + "/", Key: "sk-test"}, User: "ada", Conversation: "c", Model: "m", System: "Be kind."}), model
}

// asked is what the model was shown last.
func asked(t *testing.T, model *llmtest.Server) string {
	t.Helper()
	chats := model.Chats()
	var body struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal([]byte(chats[len(chats)-1].Body), &body); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, m := range body.Messages {
		lines = append(lines, m.Role+": "+m.Content)
	}
	return strings.Join(lines, "\n")
}

func TestATalkKeepsWhatWasSaid(t *testing.T) {
	t.Parallel()
	k, model := talk(t, llmtest.Reply{Text: "Hello there.", Reasoning: "Who is it?"}, llmtest.Say("Fine."))
	var h heard
	a, err := k.Say(t.Context(), "Hello", h.hearer())
	if err != nil || a.Text != "Hello there." || h.text != a.Text || h.thought != "Who is it?" || h.begun != 1 || !a.Thought {
		t.Fatalf("the answer is %+v, %v; heard was %+v", a, err, h)
	}
	if _, err := k.Say(t.Context(), "How are you?", h.hearer()); err != nil {
		t.Fatal(err)
	}
	if got, want := asked(t, model), "system: Be kind.\nuser: Hello\nassistant: Hello there.\nuser: How are you?"; got != want {
		t.Errorf("the model is shown\n%s\nwant\n%s", got, want)
	}
	sent := model.Chats()[0].Header
	for name, want := range map[string]string{
		"Authorization": "Bearer sk-test", "X-Souvenir-User": "ada", "X-Souvenir-Conversation": "c", "X-Souvenir-Memory": "on",
		"X-Souvenir-Incremental": "on", "X-Souvenir-Explain": "on",
	} {
		if got := sent.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestWhatGoesWrongIsASentence(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reply      llmtest.Reply
		code       souvenir.Code
		says, text string
	}{
		"locked":        {llmtest.Locked(), souvenir.Denied, "souvenir config set upstream_key", ""},
		"busy":          {llmtest.Busy(time.Second), souvenir.Unavailable, "Rate limit reached. Try again", ""},
		"broken":        {llmtest.Broken(), souvenir.Unavailable, "The model's server answers 500", ""},
		"no such model": {llmtest.Status(http.StatusNotFound, "The model x does not exist."), souvenir.NotFound, "The model x does not exist. /model", ""},
		"cut":           {llmtest.Say("half of this comes").With(llmtest.Truncated), souvenir.Unavailable, "The answer broke off.", "half of "},
		"nothing":       {llmtest.Reply{Fault: llmtest.Empty}, souvenir.Unavailable, "The answer broke off.", ""},
		"a page":        {llmtest.Reply{Fault: llmtest.WrongType}, souvenir.Unavailable, "The answer broke off.", ""},
		"hung up":       {llmtest.Reply{Fault: llmtest.HangUp}, souvenir.Unavailable, "does not answer", ""},
		"in the stream": {llmtest.Reply{Body: `{"error":{"message":"out of memory"}}`}, souvenir.Unavailable, "out of memory", ""},
		"in few words":  {llmtest.Reply{Body: `{"error":"model is loading"}`, Status: 503}, souvenir.Unavailable, "model is loading.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			k, model := talk(t, c.reply, llmtest.Say("fine"))
			var h heard
			a, err := k.Say(t.Context(), "first", h.hearer())
			if souvenir.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) || a.Text != c.text {
				t.Fatalf("Say = %+v, %v, want %q and %q", a, err, c.text, c.says)
			}
			if _, err := k.Say(t.Context(), "again", h.hearer()); err != nil {
				t.Fatal(err)
			}
			if kept := strings.Contains(asked(t, model), "first"); kept != (c.text != "") {
				t.Errorf("the model is shown\n%s", asked(t, model))
			}
		})
	}
}

func TestAnAnswerCanBeEnded(t *testing.T) {
	t.Parallel()
	k, _ := talk(t, llmtest.Reply{Text: strings.Repeat("one ", 100_000), Pace: 10 * time.Millisecond})
	ctx, cancel := context.WithCancel(t.Context())
	h := heard{}
	hearer := h.hearer()
	hearer.Piece = func(Piece) { cancel() }
	a, err := k.Say(ctx, "count", hearer)
	if err != context.Canceled || !strings.HasPrefix(a.Text, "one ") {
		t.Errorf("Say = %+v, %v", a, err)
	}
	waits, model := talk(t, llmtest.Reply{Text: "late", Delay: time.Minute})
	ctx, cancel = context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for len(model.Chats()) == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := waits.Say(ctx, "hello", h.hearer()); err != context.Canceled {
		t.Errorf("before the first word: %v", err)
	}
}

func TestPrivateStaysPrivate(t *testing.T) {
	t.Parallel()
	k, model := talk(t)
	model.Otherwise(func(llmtest.Request) llmtest.Reply { return llmtest.Say("fine") })
	say := func(text string) {
		t.Helper()
		if _, err := k.Say(t.Context(), text, (&heard{}).hearer()); err != nil {
			t.Fatal(err)
		}
	}
	k.Continue([]souvenir.Message{{Role: souvenir.User, Content: "earlier"}, {Role: souvenir.System, Content: "rules"}, {Role: souvenir.Assistant, Content: "yes"}})
	say("open")
	k.Private = true
	say("secret")
	if got := model.Chats()[1].Header.Get("X-Souvenir-Memory"); got != "off" {
		t.Errorf("in private memory is %q", got)
	}
	k.Publish()
	say("open again")
	if got, want := asked(t, model), "system: Be kind.\nuser: earlier\nassistant: yes\nuser: open\nassistant: fine\nuser: open again"; got != want {
		t.Errorf("the model is shown\n%s\nwant\n%s", got, want)
	}
	k = k.Again("d")
	say("hello")
	if got := asked(t, model); got != "system: Be kind.\nuser: hello" || k.Conversation != "d" {
		t.Errorf("a new conversation begins with\n%s", got)
	}
}

func TestAnAnswerThatIsNotStreamed(t *testing.T) {
	t.Parallel()
	k, _ := talk(t, llmtest.Reply{Body: `{"choices":[{"message":{"content":"whole"},"finish_reason":"stop"}]}`})
	if a, err := k.Say(t.Context(), "hello", (&heard{}).hearer()); a.Text != "whole" || err != nil || a.Remembers() {
		t.Errorf("Say = %+v, %v", a, err)
	}
}

func TestModels(t *testing.T) {
	t.Parallel()
	k, _ := talk(t)
	if got, err := k.Models(t.Context()); err != nil || len(got) != 1 || got[0] != "llmtest" {
		t.Errorf("Models = %q, %v", got, err)
	}
}

// Whatever an endpoint sends, an answer is heard as it is kept.
func FuzzHearing(f *testing.F) {
	f.Add("data: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\ndata: [DONE]\n", true)
	f.Add(`{"choices":[{"message":{"content":"hi"}}],"error":null}`, false)
	f.Add("data: {\"error\":{}}\n", true)
	f.Fuzz(func(t *testing.T, body string, stream bool) {
		var a Answer
		var said string
		h := hearing{answer: &a, hear: func(p Piece) {
			if !p.Thought {
				said += p.Text
			}
		}}
		_ = h.read(strings.NewReader(body), stream)
		if said != a.Text {
			t.Errorf("heard %q, kept %q", said, a.Text)
		}
	})
}
