package main

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/chat"
	"github.com/souvenir-memory/souvenir/internal/config"
)

// connection is a way to the memory: a running server, or the database itself.
type connection struct {
	*client.Client
	user  string
	chats chat.Endpoint // the same way in, for chats

	house *house // nil when a server does the work
	begun sync.WaitGroup
	stops []func()
}

// connect talks to a running server when there is one and opens the database
// when there is none, or when --db names one.
func (g *globals) connect(ctx context.Context) (*connection, error) {
	cfg, err := g.configuration()
	if err != nil {
		return nil, err
	}
	return g.connectTo(ctx, cfg)
}

func (g *globals) connectTo(ctx context.Context, cfg *config.Config) (*connection, error) {
	if g.DB == "" {
		if c := reach(ctx, cfg); c != nil {
			g.server = cfg.Server.URL
			return &connection{Client: c, user: cfg.LocalUser(), chats: chat.Endpoint{URL: cfg.Server.URL, Key: cfg.Server.APIKey}}, nil
		}
		if cfg.Origin("server.url").Source != config.Default {
			return nil, souvenir.Errorf(souvenir.Unavailable, "No Souvenir answers at %s, which server.url names (%s). Start it, or open a database with --db.",
				cfg.Server.URL, cfg.Origin("server.url"))
		}
	}
	return openDirectly(ctx, cfg)
}

// reach finds a running server.
func reach(ctx context.Context, cfg *config.Config) *client.Client {
	c := client.New(client.Options{URL: cfg.Server.URL, Key: cfg.Server.APIKey})
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if c.Healthy(ctx) {
		return c
	}
	return nil
}

// openDirectly builds the house in this process and enters it through the same
// door as everyone else.
func openDirectly(ctx context.Context, cfg *config.Config) (*connection, error) {
	h, err := open(ctx, cfg, true, slog.New(slog.DiscardHandler), &slog.LevelVar{})
	if err != nil {
		return nil, err
	}
	here := &http.Client{Transport: inProcess{h.handler}}
	return &connection{
		Client: client.New(client.Options{HTTP: here}), user: cfg.LocalUser(),
		chats: chat.Endpoint{URL: "http://127.0.0.1", HTTP: here}, house: h,
	}, nil
}

// direct says that no server is involved.
func (c *connection) direct() bool { return c.house != nil }

// work lets this process work on jobs until the connection is closed. A server
// does that by itself.
func (c *connection) work(ctx context.Context) {
	if c.direct() {
		c.begin(ctx, c.house.runner.Run)
	}
}

// embed lets this process make vectors until the connection is closed, as a
// server does by itself.
func (c *connection) embed(ctx context.Context) {
	if c.direct() {
		c.begin(ctx, c.house.engine.RunEmbedding)
	}
}

func (c *connection) begin(ctx context.Context, run func(context.Context) error) {
	ctx, stop := context.WithCancel(ctx)
	c.stops = append(c.stops, stop)
	c.begun.Go(func() { run(ctx) })
}

// catchUp gives what was written its vectors, so that the next command finds it
// by its meaning. A server does that by itself. What takes too long is left for
// later: meanwhile it is found by its words.
func (c *connection) catchUp(ctx context.Context) {
	if !c.direct() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	for {
		if done, err := c.house.engine.EmbedNew(ctx); done == 0 || err != nil {
			return
		}
	}
}

// close ends what was begun; jobs that are unfinished go back to the queue.
func (c *connection) close() {
	for _, stop := range c.stops {
		stop()
	}
	c.begun.Wait()
	if c.direct() {
		c.house.close()
	}
}
