package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/forget"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// ForgetAbout forgets what somebody says to forget.
func (e *Engine) ForgetAbout(ctx context.Context, in *struct {
	UserOf
	Body souvenir.Forgetting
}) (*Answer[souvenir.Forgotten], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	r, err := request(in.Body)
	if err != nil {
		return nil, err
	}
	known, err := e.everything(ctx, sc)
	if err != nil {
		return nil, err
	}
	sure, unsure, err := e.meant(ctx, sc, r, known)
	if err != nil {
		return nil, err
	}
	if !in.Body.DryRun && len(sure) > 0 {
		if sure, err = e.store.End(ctx, sc.Tenant, "forget", souvenir.Deleted, endings(sure, r), souvenir.Cause{By: by(ctx)}); err != nil {
			return nil, err
		}
	}
	out := souvenir.Forgotten{Forgotten: append([]souvenir.Memory{}, sure...), Ambiguous: append([]souvenir.Memory{}, unsure...), DryRun: in.Body.DryRun}
	return &Answer[souvenir.Forgotten]{out}, nil
}

// request reads what is to be forgotten. It may be said as it would be in a chat.
func request(f souvenir.Forgetting) (forget.Request, error) {
	if err := souvenir.CheckText("query", f.Query+f.EverythingAbout); err != nil {
		return forget.Request{}, err
	}
	if (f.Query == "") == (f.EverythingAbout == "") {
		return forget.Request{}, souvenir.Errorf(souvenir.Invalid, "Say either what to forget (query) or about what to forget everything (everything_about).")
	}
	r := forget.Request{That: f.Query, About: f.EverythingAbout}
	if asked, ok := forget.Read(f.Query); ok {
		r = asked
	}
	if !r.Telling() {
		return r, souvenir.Errorf(souvenir.Invalid, "That does not say which memories are meant. To remove all there is of a user, erase the user.")
	}
	return r, nil
}

func endings(ms []souvenir.Memory, r forget.Request) []store.Ending {
	out := make([]store.Ending, len(ms))
	for i, m := range ms {
		out[i] = store.Ending{Memory: m.ID, Reason: reasonOf(r)}
	}
	return out
}

func reasonOf(r forget.Request) string {
	if r.About != "" {
		return fmt.Sprintf("Somebody asked to forget everything about %q.", r.About)
	}
	return fmt.Sprintf("Somebody asked to forget that %q.", r.That)
}

// everything is all that is known of a user and has not ended, wherever it holds.
func (e *Engine) everything(ctx context.Context, sc souvenir.Scope) (all []souvenir.Memory, err error) {
	for _, status := range []souvenir.Status{souvenir.Active, souvenir.Waiting} {
		for cursor := ""; ; {
			p, err := e.store.Memories(ctx, sc.Tenant, sc.User, store.Filter{Status: status, Cursor: cursor, Limit: 500})
			if err != nil {
				return nil, err
			}
			all = append(all, p.Items...)
			if cursor = p.Next; cursor == "" {
				break
			}
		}
	}
	return all, nil
}

// mostUnsure is how many memories are named that may have been meant.
const mostUnsure = 20

// close is the cosine from which a memory may have been meant, whatever its words.
const closeEnough = 0.70

// meant are the memories that a request surely means, and those that it may mean:
// by words, and by meaning.
func (e *Engine) meant(ctx context.Context, sc souvenir.Scope, r forget.Request, known []souvenir.Memory) (sure, unsure []souvenir.Memory, err error) {
	sure, unsure = forget.Match(r, known)
	text := r.That + r.About
	vector := e.vectors(ctx, []string{text})[0]
	found, err := e.store.Near(ctx, sc.Tenant, []store.Search{{
		Reach: store.Reach{Scope: souvenir.Scope{Tenant: sc.Tenant, User: sc.User}, Now: e.now()}, Model: e.embedder.Name(), Vector: vector, Limit: nearby,
	}})
	if err != nil || len(found) == 0 {
		return sure, unsure, err
	}
	contents := make([]string, len(found[0]))
	for i, m := range found[0] {
		contents[i] = m.Content
	}
	theirs := e.vectors(ctx, contents)
	for i, m := range found[0] {
		same := func(o souvenir.Memory) bool { return o.ID == m.ID }
		if dot(vector, theirs[i]) >= closeEnough && !slices.ContainsFunc(sure, same) && !slices.ContainsFunc(unsure, same) {
			unsure = append(unsure, m)
		}
	}
	return sure, unsure[:min(len(unsure), mostUnsure)], nil
}

// asked is what a message asks to be forgotten.
type asked struct {
	message string
	speaker string // in a group chat
	request forget.Request
}

// withoutRequests is a window without what asks to forget something, which
// nothing must be learnt from.
func withoutRequests(w souvenir.Window) (souvenir.Window, []asked) {
	var all []asked
	var kept []souvenir.Message
	for _, m := range w.Messages {
		if m.Role == souvenir.User {
			rs, rest := forget.Requests(m.Content)
			for _, r := range rs {
				all = append(all, asked{m.ID, speakerIn(w, m), r})
			}
			if len(rs) > 0 {
				m.Content = rest
			}
			if len(rs) > 0 && rest == "" {
				continue
			}
		}
		kept = append(kept, m)
	}
	if len(all) > 0 {
		w.Messages = kept
	}
	return w, all
}

// speakerIn is who says a message, where several people talk: the user is one of
// several participants, or others speak too.
func speakerIn(w souvenir.Window, m souvenir.Message) string {
	others := slices.ContainsFunc(w.Messages, func(o souvenir.Message) bool { return o.Role == souvenir.User && o.Name != "" && o.Name != m.Name })
	if !others && (len(w.Participants) < 2 || !slices.Contains(w.Participants, w.Scope.User)) {
		return ""
	}
	return cmp.Or(m.Name, w.Scope.User)
}

// own are the memories that whoever asks may let be forgotten: in a group chat those
// about themselves.
func (a asked) own(ms []souvenir.Memory) []souvenir.Memory {
	if a.speaker == "" {
		return ms
	}
	return slices.DeleteFunc(ms, func(m souvenir.Memory) bool { return cmp.Or(m.SubjectUser, m.User) != a.speaker })
}

// forgetAsked adds to a plan what messages ask to be forgotten, and says of each
// what came of it.
func (e *Engine) forgetAsked(ctx context.Context, sc souvenir.Scope, w souvenir.Window, found *reading, p *souvenir.Plan) error {
	if len(found.forget) == 0 {
		return nil
	}
	known, err := e.everything(ctx, sc)
	if err != nil {
		return err
	}
	found.notes = map[string]string{}
	for _, a := range found.forget {
		sure, unsure, err := e.meant(ctx, sc, a.request, a.own(append(slices.Clone(known), saidBefore(a.message, w, *p)...)))
		if err != nil {
			return err
		}
		unsure = a.own(unsure)
		for _, m := range sure {
			m.Evidence = []souvenir.Evidence{{Message: a.message}}
			p.Steps = append(p.Steps, souvenir.Step{Operation: souvenir.Delete, Memory: m, Related: []string{m.ID}, Reason: reasonOf(a.request)})
		}
		found.notes[a.message] += note(sure, unsure)
	}
	return nil
}

// saidBefore is what a plan adds that was said before a message.
func saidBefore(message string, w souvenir.Window, p souvenir.Plan) (out []souvenir.Memory) {
	place := func(id string) int {
		return slices.IndexFunc(w.Messages, func(m souvenir.Message) bool { return m.ID == id })
	}
	for _, s := range p.Steps {
		if s.Operation != souvenir.Add && s.Operation != souvenir.Update && s.Operation != souvenir.Supersede && s.Operation != souvenir.Hold {
			continue
		}
		if !slices.ContainsFunc(s.Memory.Evidence, func(e souvenir.Evidence) bool { return place(e.Message) >= place(message) }) {
			out = append(out, s.Memory)
		}
	}
	return out
}

func note(sure, unsure []souvenir.Memory) string {
	switch {
	case len(sure) > 0:
		return fmt.Sprintf("It asked to forget something: %s forgotten. ", memoriesWere(len(sure)))
	case len(unsure) > 0:
		return fmt.Sprintf("It asked to forget something, and nobody can tell what of %d memories is meant. ", len(unsure))
	}
	return "It asked to forget something that is not known. "
}

func memoriesWere(n int) string {
	if n == 1 {
		return "1 memory was"
	}
	return fmt.Sprintf("%d memories were", n)
}
