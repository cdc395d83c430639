package engine

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// ListAnalyses asks what a conversation was found to amount to, newest first.
type ListAnalyses struct {
	ConversationOf
	Paging
	IncludeMemories bool `query:"include_memories" doc:"With the memories that came of each."`
}

// Analyses lists the analyses of a conversation.
func (e *Engine) Analyses(ctx context.Context, in *ListAnalyses) (*Page[souvenir.AnalysisRecord], error) {
	sc, err := e.conversation(ctx, in.User, in.ID)
	if err != nil {
		return nil, err
	}
	page, err := e.store.Episodes(ctx, sc.Tenant, sc.User, store.EpisodesWanted{Conversation: sc.Conversation, Style: whole}, in.Cursor, in.Limit)
	if err != nil {
		return nil, err
	}
	out := make([]souvenir.AnalysisRecord, len(page.Items))
	for i, ep := range page.Items {
		r, err := e.recordOf(ctx, sc, ep, in.IncludeMemories)
		if err != nil {
			return nil, err
		}
		out[i] = r.AnalysisRecord
	}
	return listOf(out, page.Next), nil
}

// madeRecord is a record with the job that made it.
type madeRecord struct {
	souvenir.AnalysisRecord
	job string
}

// recordOf reads what an analysis left behind.
func (e *Engine) recordOf(ctx context.Context, sc souvenir.Scope, ep souvenir.Episode, memories bool) (madeRecord, error) {
	var r record
	if err := json.Unmarshal(ep.Body, &r); err != nil {
		return madeRecord{}, fmt.Errorf("read episode %s: %w", ep.ID, err)
	}
	out := souvenir.AnalysisRecord{
		ID: ep.ID, AnalyzedAt: ep.CreatedAt, Manual: r.Manual, Findings: r.Findings, MemoryCounts: r.MemoryCounts, Total: int64(len(r.Memories)),
	}
	if !memories {
		return madeRecord{out, r.Job}, nil
	}
	for _, id := range r.Memories {
		m, err := e.store.Memory(ctx, sc.Tenant, id)
		if err != nil && souvenir.CodeOf(err) != souvenir.NotFound {
			return madeRecord{}, err
		}
		if err == nil {
			out.Memories = append(out.Memories, m)
		}
	}
	return madeRecord{out, r.Job}, nil
}
