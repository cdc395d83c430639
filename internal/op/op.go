// Package op describes what the program can do, once, for every surface.
package op

import (
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Operation is one thing the program can do. In is a struct whose fields carry
// path, query or json tags; Out has a Body.
type Operation struct {
	ID      string
	Method  string
	Path    string
	Summary string
	In, Out reflect.Type
	Reads   bool // takes lines, as many as there are, and works on them while they come
	Writes  bool // answers with lines
	Events  bool // answers with events, for as long as somebody listens

	mount func(huma.API, huma.Operation)
}

// New describes an operation by its route, such as "POST /api/v1/recall", one
// sentence for people, and the function that does it.
func New[In, Out any](id, route, summary string, do func(context.Context, *In) (*Out, error)) Operation {
	method, path, _ := strings.Cut(route, " ")
	return Operation{
		ID: id, Method: method, Path: path, Summary: summary,
		In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
		mount: func(api huma.API, about huma.Operation) {
			huma.Register(api, about, func(ctx context.Context, in *In) (*Out, error) {
				out, err := do(ctx, in)
				if err != nil {
					return nil, Problem(ctx, err)
				}
				return out, nil
			})
		},
	}
}

// Limits bound what one request may cost.
type Limits struct {
	Body int64         // bytes
	Read time.Duration // to read them
}

// Mount adds the operation to an HTTP API and to its OpenAPI document.
func (o Operation) Mount(api huma.API, l Limits) {
	about := huma.Operation{
		OperationID: o.ID, Method: o.Method, Path: o.Path, Summary: o.Summary, Tags: []string{tag(o.Path)},
		MaxBodyBytes: l.Body, BodyReadTimeout: l.Read,
		Errors: refusals,
	}
	if o.Writes {
		about.Responses = answersLines(api)
	}
	if o.Events {
		about.Responses = answersEvents(api)
	}
	o.mount(api, about)
	o.describeStatuses(api)
	if o.Reads { // described afterwards, or it would be read for us
		api.OpenAPI().Paths[o.Path].Post.RequestBody = &huma.RequestBody{Required: true, Content: lines(api)}
	}
}

// refusals are the statuses that any operation may answer with: what the request, the
// key, what is there, or the machine is to blame for.
var refusals = []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge,
	http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusServiceUnavailable}

// describeStatuses adds the statuses to the document that an answer chooses from.
func (o Operation) describeStatuses(api huma.API) {
	choice, ok := reflect.New(o.Out).Interface().(interface{ Statuses() []int })
	if !ok {
		return
	}
	path := api.OpenAPI().Paths[o.Path]
	described := map[string]*huma.Operation{http.MethodGet: path.Get, http.MethodPost: path.Post, http.MethodPut: path.Put, http.MethodPatch: path.Patch, http.MethodDelete: path.Delete}[o.Method]
	body := described.Responses["200"]
	for _, status := range choice.Statuses() {
		described.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: body.Content, Headers: body.Headers}
	}
}

// tag groups operations by the first noun of their path.
func tag(path string) string {
	rest := strings.TrimPrefix(path, "/api/v1/")
	noun, _, _ := strings.Cut(rest, "/")
	return noun
}
