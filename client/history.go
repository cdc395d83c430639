package client

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Changes lists what changed of late in a user's memories, newest first.
func (c *Client) Changes(ctx context.Context, user, cursor string) (out souvenir.List[souvenir.Change], err error) {
	err = c.do(ctx, http.MethodGet, path("changes"), values("user", user, "cursor", cursor, "limit", "500"), nil, &out)
	return out, err
}

// UndoChange takes a change back, with all that changed in the same step.
func (c *Client) UndoChange(ctx context.Context, change string) (out souvenir.Undone, err error) {
	err = c.do(ctx, http.MethodPost, path("changes", change, "undo"), nil, nil, &out)
	return out, err
}

// UndoMemory takes the last change of a memory back that still counts.
func (c *Client) UndoMemory(ctx context.Context, id string) (out souvenir.Undone, err error) {
	err = c.do(ctx, http.MethodPost, path("memories", id, "undo"), nil, nil, &out)
	return out, err
}

// Restore brings a user's memories back to what they were at a time. A dry run
// only says what that would change.
func (c *Client) Restore(ctx context.Context, user string, at time.Time, dryRun bool) (out souvenir.Restoration, err error) {
	err = c.do(ctx, http.MethodPost, path("users", user, "restore"), nil, souvenir.RestoreRequest{At: at, DryRun: dryRun}, &out)
	return out, err
}

// Export writes everything that is kept of a user, as JSON Lines. After an error
// what was written is not whole.
func (c *Client) Export(ctx context.Context, user string, to io.Writer) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path("users", user, "export"), nil)
	if err != nil {
		return err
	}
	res, err := c.send(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err := io.Copy(to, res.Body); err != nil {
		return fmt.Errorf("read the export: %w", err)
	}
	return nil
}

// Import brings in an export, or a plain list of memories or messages. An empty
// user means the one of the export.
func (c *Client) Import(ctx context.Context, user string, from io.Reader) (out souvenir.ImportReport, err error) {
	target := c.base + path("import")
	if q := values("user", user); len(q) > 0 {
		target += "?" + q.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, from)
	if err != nil {
		return out, err
	}
	req.Header.Set("Content-Type", "application/x-ndjson")
	res, err := c.send(req)
	if err != nil {
		return out, err
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil {
		return out, fmt.Errorf("read what the import did: %w", err)
	}
	return out, nil
}
