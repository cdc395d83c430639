package engine

import (
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// Answer is what an operation answers with.
type Answer[T any] struct{ Body T }

// Page is the answer of every list.
type Page[T any] = Answer[souvenir.List[T]]

func pageOf[T any](p store.Page[T]) *Page[T] { return listOf(p.Items, p.Next) }

func listOf[T any](items []T, next string) *Page[T] {
	if items == nil {
		items = []T{}
	}
	return &Page[T]{souvenir.List[T]{Items: items, Next: next}}
}

// Paging are the parameters of every list.
type Paging struct {
	Cursor string `query:"cursor" doc:"The value of next from the page before."`
	Limit  int    `query:"limit" default:"50" minimum:"1" maximum:"500"`
}
