package engine

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// ConversationOf names a conversation of a user.
type ConversationOf struct {
	ID   string `path:"id"`
	User string `query:"user"`
}

// ListConversations asks for a user's conversations.
type ListConversations struct {
	Paging
	User string `query:"user"`
	Q    string `query:"q" doc:"Only those with this in their title, their partner or their id, or with these words in what was said; best first, and all in one page."`
}

// Conversations lists a user's conversations, the one that something was said in
// last first.
func (e *Engine) Conversations(ctx context.Context, in *ListConversations) (*Page[souvenir.ConversationSummary], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(in.Q) != "" {
		return e.conversationsMatching(ctx, sc, in)
	}
	p, err := e.store.Conversations(ctx, sc.Tenant, sc.User, in.Cursor, in.Limit)
	return pageOf(p), err
}

func (e *Engine) conversationsMatching(ctx context.Context, sc souvenir.Scope, in *ListConversations) (*Page[souvenir.ConversationSummary], error) {
	if err := souvenir.CheckText("q", in.Q); err != nil {
		return nil, err
	}
	asked := words.Query(in.Q)
	found, err := e.store.FindConversations(ctx, sc, in.Q, asked, in.Limit)
	for _, c := range found {
		if c.Found != nil {
			c.Found.Excerpt = excerpt(c.Found.Excerpt, in.Q)
		}
	}
	return listOf(found, ""), err
}

// excerpt cuts a text to where the first of some words is.
func excerpt(text, asked string) string {
	const before, most = 60, 240
	folded := []rune(strings.ToLower(text))
	runes := []rune(text)
	if len(runes) <= most || len(folded) != len(runes) {
		return string(runes[:min(len(runes), most)])
	}
	at := len(folded)
	for _, w := range strings.Fields(strings.ToLower(asked)) {
		if i := strings.Index(string(folded), w); i >= 0 {
			at = min(at, utf8.RuneCountInString(string(folded)[:i]))
		}
	}
	if at == len(folded) {
		at = 0
	}
	from := max(0, min(at-before, len(runes)-most))
	return string(runes[from : from+most])
}

// Conversation shows one conversation.
func (e *Engine) Conversation(ctx context.Context, in *ConversationOf) (*Answer[souvenir.Conversation], error) {
	sc, err := e.conversation(ctx, in.User, in.ID)
	if err != nil {
		return nil, err
	}
	c, err := e.store.Conversation(ctx, sc)
	return &Answer[souvenir.Conversation]{c}, err
}

// DescribeConversation sets its title or its privacy.
type DescribeConversation struct {
	ID   string `path:"id"`
	User string `query:"user"`
	Body souvenir.ConversationEdit
}

// Describe sets a conversation's title or privacy, before its first message if
// need be.
func (e *Engine) Describe(ctx context.Context, in *DescribeConversation) (*Answer[souvenir.Conversation], error) {
	sc, err := e.conversation(ctx, in.User, in.ID)
	if err != nil {
		return nil, err
	}
	if in.Body.Title != nil {
		if err := souvenir.CheckText("title", *in.Body.Title); err != nil {
			return nil, err
		}
	}
	c, err := e.store.Describe(ctx, sc, in.Body.Title, in.Body.Private)
	return &Answer[souvenir.Conversation]{c}, err
}

// Flush lets a conversation be read as it is, without waiting for more turns.
func (e *Engine) Flush(ctx context.Context, in *ConversationOf) (*struct{}, error) {
	sc, err := e.conversation(ctx, in.User, in.ID)
	if err != nil {
		return nil, err
	}
	defer e.wake()
	return nil, e.store.Flush(ctx, sc)
}

// DeleteConversation removes a conversation.
type DeleteConversation struct {
	ConversationOf
	KeepMemories bool `query:"keep_memories" doc:"Keep what was learnt from it."`
}

// Delete removes what was said in a conversation.
func (e *Engine) Delete(ctx context.Context, in *DeleteConversation) (*Answer[souvenir.Removed], error) {
	sc, err := e.conversation(ctx, in.User, in.ID)
	if err != nil {
		return nil, err
	}
	r, err := e.store.DeleteConversation(ctx, sc, in.KeepMemories, souvenir.Cause{By: by(ctx), Reason: "The conversation was deleted."})
	return &Answer[souvenir.Removed]{r}, err
}

// PageOf is a page of something in a conversation.
type PageOf struct {
	ConversationOf
	Paging
}

// Messages lists what was said, in order.
func (e *Engine) Messages(ctx context.Context, in *PageOf) (*Page[souvenir.Message], error) {
	sc, err := e.conversation(ctx, in.User, in.ID)
	if err != nil {
		return nil, err
	}
	p, err := e.store.Messages(ctx, sc, in.Cursor, in.Limit)
	return pageOf(p), err
}

// Outcomes lists how each message ended, in order.
func (e *Engine) Outcomes(ctx context.Context, in *PageOf) (*Page[souvenir.Outcome], error) {
	sc, err := e.conversation(ctx, in.User, in.ID)
	if err != nil {
		return nil, err
	}
	p, err := e.store.Outcomes(ctx, sc, in.Cursor, in.Limit)
	return pageOf(p), err
}

// Users lists of whom something is known.
func (e *Engine) Users(ctx context.Context, _ *struct{}) (*Page[souvenir.UserSummary], error) {
	us, err := e.store.Users(ctx, caller(ctx).Tenant)
	us = slices.DeleteFunc(us, func(u souvenir.UserSummary) bool { return !caller(ctx).MayActFor(u.User) })
	return listOf(us, ""), err
}
