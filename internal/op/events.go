package op

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/souvenir-memory/souvenir"
)

// EventsType is the media type of server-sent events.
const EventsType = "text/event-stream"

// Events sends events to whoever listens.
type Events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// sendTime is how long a listener may take to accept an event.
const sendTime = 10 * time.Second

// WriteEvents answers with events for as long as write goes on.
func WriteEvents(write func(context.Context, Events) error) *Stream {
	return &Stream{ContentType: EventsType, Body: func(c huma.Context) {
		c.SetHeader("Cache-Control", "no-store")
		c.SetHeader("X-Accel-Buffering", "no") // a proxy must not wait for more
		w, ok := c.BodyWriter().(http.ResponseWriter)
		if !ok {
			return
		}
		events := Events{w, http.NewResponseController(w)}
		if err := events.write("retry: 1000\n\n"); err != nil {
			return // gone already
		}
		if err := write(c.Context(), events); err != nil {
			slog.DebugContext(c.Context(), "events broken off", "error", err)
		}
	}}
}

// Send sends one event.
func (e Events) Send(event souvenir.Event) error {
	text, err := json.Marshal(event)
	if err != nil {
		return err
	}
	return e.write("data: " + string(text) + "\n\n")
}

// Beat says that we are still there.
func (e Events) Beat() error { return e.write(": still here\n\n") }

func (e Events) write(text string) error {
	e.control.SetWriteDeadline(time.Now().Add(sendTime))
	defer e.control.SetWriteDeadline(time.Time{})
	if _, err := io.WriteString(e.w, text); err != nil {
		return err
	}
	return e.control.Flush()
}

// TellsEvents says that the operation answers with events.
func (o Operation) TellsEvents() Operation {
	o.Events = true
	return o
}

func answersEvents(api huma.API) map[string]*huma.Response {
	event := api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[souvenir.Event](), true, "Event")
	return map[string]*huma.Response{strconv.Itoa(http.StatusOK): {
		Description: "The data of each event, as it comes. \"hello\" says that events come from now on.", Content: map[string]*huma.MediaType{EventsType: {Schema: event}},
	}}
}
