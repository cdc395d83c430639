package client

import (
	"context"
	"net/http"
	"strconv"

	"github.com/souvenir-memory/souvenir"
)

// Erase takes everything of a user out of the database for good, or of it a
// conversation, a site or a span of time.
func (c *Client) Erase(ctx context.Context, e souvenir.Erasure) (out souvenir.Receipt, err error) {
	err = c.do(ctx, http.MethodPost, path("erase"), nil, e, &out)
	return out, err
}

// EraseUser takes everything of a user out of the database for good.
func (c *Client) EraseUser(ctx context.Context, user string, dryRun bool) (out souvenir.Receipt, err error) {
	err = c.do(ctx, http.MethodDelete, path("users", user), values("dry_run", strconv.FormatBool(dryRun)), nil, &out)
	return out, err
}

// VerifyReceipt says whether a receipt is genuine.
func (c *Client) VerifyReceipt(ctx context.Context, v souvenir.VerifyReceipt) (out souvenir.Verification, err error) {
	err = c.do(ctx, http.MethodPost, path("erase", "verify"), nil, v, &out)
	return out, err
}

// Audit says what is wrong with the memories of a user; of everybody's where user
// is empty. At most limit findings are listed, 0 meaning 500.
func (c *Client) Audit(ctx context.Context, user string, most int) (out souvenir.Audit, err error) {
	err = c.do(ctx, http.MethodGet, path("audit"), values("user", user, "limit", limit(most)), nil, &out)
	return out, err
}

// FixAudit mends what an audit finds.
func (c *Client) FixAudit(ctx context.Context, f souvenir.AuditFix) (out souvenir.AuditFixed, err error) {
	err = c.do(ctx, http.MethodPost, path("audit", "fix"), nil, f, &out)
	return out, err
}

// Consolidate merges memories that became redundant.
func (c *Client) Consolidate(ctx context.Context, r souvenir.ConsolidateRequest) (out souvenir.Consolidation, err error) {
	err = c.do(ctx, http.MethodPost, path("consolidate"), nil, r, &out)
	return out, err
}
