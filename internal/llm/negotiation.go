package llm

import (
	"cmp"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// negotiation is one request on its way to a form that the model accepts.
type negotiation struct {
	request Request // as it is asked next
	began   Traits
	tried   map[Traits]bool
	guess   error // the first refusal that did not say what it is about
	local   bool  // the form was lowered for this request's sake, not the model's
}

// negotiable are the statuses of a request that is not liked as it is. All others
// speak of the key, the load or the endpoint's health.
var negotiable = []int{
	http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusUnsupportedMediaType,
	http.StatusUnprocessableEntity, http.StatusNotImplemented,
}

// What providers complain about, in their own words.
var (
	aboutTemperature = regexp.MustCompile(`(?i)temperature`)
	aboutMaxTokens   = regexp.MustCompile(`(?i)\bmax_(completion_)?tokens\b`)
	aboutStrict      = regexp.MustCompile(`(?i)\bstrict\b|additional_?properties|invalid schema|'required'`)
	aboutTools       = regexp.MustCompile(`(?i)(?:\b|_)(?:tool|function)`)
	aboutFormat      = regexp.MustCompile(`(?i)response[_ .-]?format|json[_ -]?(?:object|mode)|schema|structured|guided|grammar|mime type`)

	// unknown is said of parameters; a value that is merely too large is known.
	unknown = regexp.MustCompile(`(?i)unsupported|not supported|unrecognized|unknown|unexpected|not permitted|not allowed|forbidden|instead`)
	// tooLong is said of prompts, and counts the tools among their tokens.
	tooLong = regexp.MustCompile(`(?i)context[ _](?:length|window|size)|maximum context|too (?:long|large)`)
	// wantsWord is OpenAI's and DeepSeek's condition on prompts for json_object.
	wantsWord = regexp.MustCompile(`(?i)must contain the word`)
	// withoutFlag is how llama.cpp refuses tools when it was started without a flag,
	// as an error of its own.
	withoutFlag = regexp.MustCompile(`--jinja`)
	// elsewhere is what no form of a reply can cure.
	elsewhere = regexp.MustCompile(`(?i)not found|not exist|valid model|invalid model|endpoints found for|policy|content.?filter|moderation|quota|credit|balance|billing`)
)

// differently changes the request after a refusal, and says whether there is
// another way to try.
func (n *negotiation) differently(err error) bool {
	r, ok := errors.AsType[*refused](err)
	if !ok || !slices.Contains(negotiable, r.status) && !withoutFlag.MatchString(r.said) {
		return false
	}
	t, ok := n.cure(r.said)
	if !ok {
		t, ok = n.lower(err, r.said)
	}
	if !ok || n.tried[t] {
		return false
	}
	n.tried[t] = true
	n.request.Traits = t
	return true
}

// cure is what helps against a complaint about a parameter.
func (n *negotiation) cure(said string) (t Traits, ok bool) {
	r := n.request
	t = r.Traits
	switch {
	case r.Temperature != nil && !t.NoTemperature && aboutTemperature.MatchString(said):
		t.NoTemperature = true
	case r.MaxTokens > 0 && aboutMaxTokens.MatchString(said) && unknown.MatchString(said) && !tooLong.MatchString(said):
		t.CompletionTokens = !t.CompletionTokens
	case r.strict() && aboutStrict.MatchString(said):
		t.NoStrict = true
	default:
		return t, false
	}
	return t, true
}

// lower is the next form. A refusal that does not say what it is about may be
// about the form as well, which only trying can tell.
func (n *negotiation) lower(err error, said string) (t Traits, ok bool) {
	form := n.request.form()
	if form == "" || form == PlainText || tooLong.MatchString(said) {
		return t, false
	}
	about := aboutFormat
	if form == ToolCall {
		about = aboutTools
	}
	switch {
	case wantsWord.MatchString(said):
		n.local = true
	case about.MatchString(said):
	case elsewhere.MatchString(said):
		return t, false
	default:
		n.guess = cmp.Or(n.guess, err)
	}
	t = n.request.Traits
	t.Form = form.lower()
	return t, true
}

// outcome is the error to tell when nothing helped: the first one that we made
// nothing of, since the later ones may be about our attempts.
func (n *negotiation) outcome(err error) error {
	if n.guess != nil && souvenir.CodeOf(err) == souvenir.Invalid {
		return n.guess
	}
	return err
}

// wordyMost is how often a model may talk in place of calling, one time after the
// other, until it is asked in the next form.
const wordyMost = 3

// teach adds what this request found out to what is known. Others may have
// learnt in the meantime; nothing of theirs is taken back.
func (n *negotiation) teach(m *acquaintance, reply Reply) {
	now := n.request.Traits
	m.traits.NoTemperature = m.traits.NoTemperature || now.NoTemperature
	m.traits.NoStrict = m.traits.NoStrict || now.NoStrict
	if now.CompletionTokens != n.began.CompletionTokens {
		m.traits.CompletionTokens = now.CompletionTokens
	}
	if form := n.request.form(); n.telling(m, form) {
		n.teachForm(m, form, reply)
	}
}

// telling says that the form that worked tells something about the model. What
// was only guessed does so as long as no other form has worked before.
func (n *negotiation) telling(m *acquaintance, form Form) bool {
	return form != "" && len(n.request.Shape.Schema) > 0 && !n.local && (n.guess == nil || !m.proven)
}

func (n *negotiation) teachForm(m *acquaintance, form Form, reply Reply) {
	worked := form != ToolCall || len(reply.Calls) > 0
	switch {
	case worked:
		m.wordy, m.proven = 0, true
	case strings.TrimSpace(reply.Text) != "":
		m.wordy++
	}
	if m.wordy == wordyMost {
		m.wordy, m.proven = 0, false
		form, worked = form.lower(), true
	}
	if worked && form.below(m.traits.Form) {
		m.traits.Form = form
	}
}
