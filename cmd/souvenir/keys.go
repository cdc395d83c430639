package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

type keys struct {
	List   keysList   `cmd:"" default:"1" help:"List keys; their secrets are not kept."`
	Add    keysAdd    `cmd:"" help:"Make a key and show its secret once."`
	Revoke keysRevoke `cmd:"" help:"Shut a key out for good."`
}

type keysAdd struct {
	Name   string   `arg:"" help:"Who it is for. Without --users or --admin it acts for the user of this name."`
	Admin  bool     `help:"It may act for every user of its tenant, and manage keys."`
	Users  []string `placeholder:"NAME" help:"Users it may act for."`
	Tenant string   `placeholder:"NAME" help:"Tenant it belongs to (default: yours)."`
}

// Run makes a key. The first one closes the door to whoever has none.
func (k *keysAdd) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	made, err := c.AddKey(ctx, souvenir.KeyRequest{Name: k.Name, Users: k.Users, Admin: k.Admin, Tenant: k.Tenant})
	if err != nil {
		return err
	}
	return g.show(made, func(w io.Writer) {
		fmt.Fprintf(w, `Made key %s for %s, which may act for %s.

  %s

This is the only time it is shown. From now on the server lets nobody in
without a key. Commands show theirs with SOUVENIR_SERVER_API_KEY, programs with
the header "Authorization: Bearer ...".
`, short(made.ID), oneLine(made.Name), mayActFor(made.Key), made.Secret)
	})
}

type keysList struct{}

// Run lists keys.
func (keysList) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	all, err := c.Keys(ctx)
	if err != nil {
		return err
	}
	return g.show(all, func(w io.Writer) { tellKeys(w, all.Items) })
}

func tellKeys(w io.Writer, all []souvenir.Key) {
	if len(all) == 0 {
		fmt.Fprintln(w, "No keys: whoever is on this machine is let in. For example: souvenir keys add laptop --admin")
		return
	}
	columns(w, func(w io.Writer) {
		fmt.Fprintln(w, "ID\tNAME\tACTS FOR\tMADE\tLAST USED\tREVOKED")
		for _, k := range all {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", short(k.ID), oneLine(k.Name), mayActFor(k), day(k.CreatedAt), dayOr(k.LastUsedAt, "-"), dayOr(k.RevokedAt, "-"))
		}
	})
}

type keysRevoke struct {
	ID string `arg:"" help:"Its id, or the end of it."`
}

// Run shuts a key out.
func (k *keysRevoke) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	key, err := c.key(ctx, k.ID)
	if err != nil {
		return err
	}
	if err := c.RevokeKey(ctx, key.ID); err != nil {
		return err
	}
	if now, err := c.key(ctx, key.ID); err == nil { // it is refused when it was our own
		key = now
	}
	return g.show(key, func(w io.Writer) { fmt.Fprintf(w, "Revoked: key %s of %s.\n", short(key.ID), oneLine(key.Name)) })
}

// key finds a key by its id or the end of it.
func (c *connection) key(ctx context.Context, given string) (souvenir.Key, error) {
	all, err := c.Keys(ctx)
	if err != nil {
		return souvenir.Key{}, err
	}
	byID := map[string]souvenir.Key{}
	var ids []string
	for _, k := range all.Items {
		byID[k.ID], ids = k, append(ids, k.ID)
	}
	id, err := pick("key", given, ids)
	return byID[id], err
}

func mayActFor(k souvenir.Key) string {
	if k.Admin {
		return "everyone in tenant " + oneLine(k.Tenant)
	}
	return oneLine(cmp.Or(strings.Join(k.Users, ", "), k.Name))
}

func dayOr(t *time.Time, none string) string {
	if t == nil {
		return none
	}
	return day(*t)
}
