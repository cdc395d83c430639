package embed

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/souvenir-memory/souvenir/internal/embed/static"
)

func TestStaticIsTheModelBehindAnInterface(t *testing.T) {
	t.Parallel()
	m := static.Default()
	e := Static(m)
	if e.Name() != m.Name() {
		t.Errorf("Name() = %q, want %q", e.Name(), m.Name())
	}
	texts := []string{"I live in Berlin.", "", "用户喜欢喝绿茶"}
	got, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if !slices.Equal(got[i], m.Embed(text)) {
			t.Errorf("Embed: vector %d is not that of %q", i, text)
		}
	}
}

func TestStaticStopsWhenTheCallerIsGone(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Static(static.Default()).Embed(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("Embed = %v, want context.Canceled", err)
	}
}
