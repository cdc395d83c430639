package openai

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"
)

// models lists what the upstreams have. One upstream speaks for itself.
func (p *Proxy) models(w http.ResponseWriter, r *http.Request) {
	ups := distinct(p.settings().Upstreams)
	if len(ups) == 1 {
		p.forward(w, r, ups[0], "models", nil)
		return
	}
	lists := make([][]json.RawMessage, len(ups))
	var asking sync.WaitGroup
	for i, u := range ups {
		asking.Go(func() {
			var err error
			if lists[i], err = p.modelsOf(r, u); err != nil {
				p.log.WarnContext(r.Context(), "an upstream does not list its models", "error", err)
			}
		})
	}
	asking.Wait()
	data := []json.RawMessage{}
	known := map[string]bool{}
	for _, item := range append(lists, p.own(len(ups))) {
		for _, m := range item {
			if id := unquote(members(m, span{0, len(m)})["id"].value.of(m)); !known[id] {
				known[id] = true
				data = append(data, m)
			}
		}
	}
	answer(w, map[string]any{"object": "list", "data": data})
}

// own is our embedder, which is all there is without an upstream.
func (p *Proxy) own(upstreams int) []json.RawMessage {
	if upstreams > 0 {
		return nil
	}
	return []json.RawMessage{json.RawMessage(`{"id":` + quote(p.engine.Embedder()) + `,"object":"model","created":0,"owned_by":"souvenir"}`)}
}

func (p *Proxy) modelsOf(r *http.Request, u Upstream) ([]json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	answer, err := p.send(ctx, r, u, "models", nil)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var list struct{ Data []json.RawMessage }
	err = json.NewDecoder(io.LimitReader(answer.Body, longest)).Decode(&list)
	return list.Data, err
}

// distinct are the upstreams, each address once.
func distinct(us []Upstream) (out []Upstream) {
	known := map[[2]string]bool{}
	for _, u := range us {
		if at := [2]string{u.URL, u.Key}; !known[at] {
			known[at] = true
			out = append(out, u)
		}
	}
	return out
}

// model asks the upstream that has it.
func (p *Proxy) model(w http.ResponseWriter, r *http.Request) {
	p.byModel(w, r, r.PathValue("model"), "models/"+r.PathValue("model"), nil)
}

// responses that exist go through untouched: they are the upstream's.
func (p *Proxy) responses(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		refuse(w, http.StatusBadRequest, "The request broke off while it was read.")
		return
	}
	p.byModel(w, r, readChat(body).text("model"), strings.TrimPrefix(r.URL.Path, "/v1/"), body)
}

func (p *Proxy) byModel(w http.ResponseWriter, r *http.Request, model, method string, body []byte) {
	u, ok := p.settings().upstream(model)
	if !ok {
		refuse(w, http.StatusNotFound, "There is no upstream for model \""+model+"\". Set one: souvenir config set upstream URL.")
		return
	}
	p.forward(w, r, u, method, body)
}

// forward passes something on that has nothing to do with memory.
func (p *Proxy) forward(w http.ResponseWriter, r *http.Request, u Upstream, method string, body []byte) {
	answer, err := p.send(r.Context(), r, u, method, body)
	if err != nil {
		p.tell(w, err)
		return
	}
	defer answer.Body.Close()
	hangUpOn(relay(w, answer, deaf))
}

// embeddings go to the upstream that has the model, or are made here.
func (p *Proxy) embeddings(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		refuse(w, http.StatusBadRequest, "The request broke off while it was read.")
		return
	}
	model := readChat(body).text("model")
	if u, ok := p.settings().upstream(model); ok && model != p.engine.Embedder() {
		p.forward(w, r, u, "embeddings", body)
		return
	}
	p.embed(w, r, body)
}

// embed answers with our own embedder, whatever the model was called.
func (p *Proxy) embed(w http.ResponseWriter, r *http.Request, body []byte) {
	texts, format, err := wantedVectors(body)
	if err != "" {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	model, vectors, failed := p.engine.Vectors(r.Context(), texts)
	if failed != nil {
		p.log.ErrorContext(r.Context(), "texts not embedded", "error", failed)
		refuse(w, http.StatusServiceUnavailable, "The embedder does not answer.")
		return
	}
	data, words := make([]any, len(vectors)), 0
	for i, v := range vectors {
		data[i] = map[string]any{"object": "embedding", "index": i, "embedding": written(v, format)}
		words += len(strings.Fields(texts[i]))
	}
	answer(w, map[string]any{"object": "list", "data": data, "model": model, "usage": map[string]int{"prompt_tokens": words, "total_tokens": words}})
}

// wantedVectors reads what is to be embedded, or says what is wrong with it.
func wantedVectors(body []byte) (texts []string, format, wrong string) {
	var in struct {
		Input  json.RawMessage
		Format string `json:"encoding_format"`
	}
	if json.Unmarshal(body, &in) != nil {
		return nil, "", "The request is not the JSON that was expected."
	}
	var one string
	if json.Unmarshal(in.Input, &one) == nil {
		texts = []string{one}
	} else if json.Unmarshal(in.Input, &texts) != nil || len(texts) == 0 || len(texts) > 2048 {
		return nil, "", "'input' must be a text or a list of up to 2048 texts."
	}
	return texts, in.Format, ""
}

// written is a vector as numbers, or as the bytes of its numbers, which is what most
// clients ask for.
func written(v []float32, format string) any {
	if format != "base64" {
		return v
	}
	raw := make([]byte, 4*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint32(raw[4*i:], math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(raw)
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}
