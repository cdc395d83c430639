package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	"github.com/souvenir-memory/souvenir/internal/config"
)

type openapiCmd struct{}

// Run prints the document that a server has at /api/openapi.json, without one.
func (openapiCmd) Run(ctx context.Context, g *globals) error {
	cfg, err := config.Load(config.Options{Flags: map[string]string{"db": ":memory:"}})
	if err != nil {
		return err
	}
	h, err := open(ctx, cfg, true, slog.New(slog.DiscardHandler), &slog.LevelVar{})
	if err != nil {
		return err
	}
	defer h.close()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "/api/openapi.json", nil)
	if err != nil {
		return err
	}
	res, err := inProcess{h.handler}.RoundTrip(req)
	if err != nil {
		return err
	}
	if _, err := io.Copy(g.program.out, res.Body); err != nil {
		return err
	}
	_, err = fmt.Fprintln(g.program.out)
	return err
}
