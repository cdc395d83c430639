package op

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/souvenir-memory/souvenir"
)

// statuses is the only place where an error code becomes an HTTP status.
var statuses = map[souvenir.Code]int{
	souvenir.Invalid:     http.StatusUnprocessableEntity,
	souvenir.Denied:      http.StatusForbidden,
	souvenir.NotFound:    http.StatusNotFound,
	souvenir.Conflict:    http.StatusConflict,
	souvenir.TooLarge:    http.StatusRequestEntityTooLarge,
	souvenir.Unavailable: http.StatusServiceUnavailable,
}

// Problem makes an error an RFC 9457 answer. What a person may read is passed
// on; anything else is logged and told as our fault.
func Problem(ctx context.Context, err error) huma.StatusError {
	if e, ok := errors.AsType[*souvenir.Error](err); ok && statuses[e.Code] != 0 {
		return huma.NewError(statuses[e.Code], e.Message)
	}
	if ctx.Err() != nil {
		return huma.NewError(http.StatusServiceUnavailable, "The request was given up before it was answered.")
	}
	slog.ErrorContext(ctx, "request failed", "error", err)
	return huma.NewError(http.StatusInternalServerError, "Something went wrong on our side. The server's log says what; nothing that was acknowledged is lost.")
}
