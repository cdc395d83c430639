// Package web serves the page: its files, and its start for every address that
// the page itself understands.
package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Page holds the files in memory, each packed when it is first asked for.
type Page struct{ files map[string]file }

type file struct {
	plain     []byte
	packed    func() []byte // packs it the first time; nil where that gains nothing
	kind, tag string
	forGood   bool // its name changes when its contents do
}

// start is what the browser gets for every address of the page.
const start = "index.html"

// others are the addresses that are not the page's.
var others = []string{"api", "v1", "mcp", "mem0", "metrics", "healthz", "readyz"}

// policy lets the page use what we serve and nothing else, and nobody frame it.
const policy = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// New reads the files of a built page.
func New(built fs.FS) (*Page, error) {
	p := &Page{files: map[string]file{}}
	err := fs.WalkDir(built, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(built, name)
		if err != nil {
			return err
		}
		p.files[name] = newFile(name, text)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	if _, ok := p.files[start]; !ok {
		return nil, fmt.Errorf("the page has no %s", start)
	}
	return p, nil
}

func newFile(name string, text []byte) file {
	sum := sha256.Sum256(text)
	return file{
		plain: text, tag: hex.EncodeToString(sum[:8]), forGood: strings.HasPrefix(name, "assets/"),
		kind:   cmp.Or(mime.TypeByExtension(path.Ext(name)), "application/octet-stream"),
		packed: sync.OnceValue(func() []byte { return pack(text) }),
	}
}

func pack(text []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // there is no such level
	}
	w.Write(text) // into memory
	w.Close()
	if b.Len() >= len(text) {
		return nil
	}
	return b.Bytes()
}

// Serves says whether a request is for the page.
func (p *Page) Serves(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	_, ok := p.find(r)
	return ok
}

// ServeHTTP answers with a file of the page.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := p.find(r)
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Content-Type", f.kind)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if f.forGood {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	f.write(w, r)
}

// write sends the file, packed for whoever can unpack it, unless it is known there.
func (f file) write(w http.ResponseWriter, r *http.Request) {
	body, tag := f.plain, f.tag
	if accepts(r.Header.Get("Accept-Encoding"), "gzip") && f.packed() != nil {
		body, tag = f.packed(), f.tag+"-gzip"
		w.Header().Set("Content-Encoding", "gzip")
	}
	w.Header().Set("ETag", `"`+tag+`"`)
	if accepts(r.Header.Get("If-None-Match"), `"`+tag+`"`) {
		w.Header().Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

// find is the file of an address. An address that is no file's is the page's own,
// which reads it itself; but what is asked for as a file and is not there is not.
func (p *Page) find(r *http.Request) (file, bool) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if f, ok := p.files[name]; ok {
		return f, true
	}
	first, _, deeper := strings.Cut(name, "/")
	if slices.Contains(others, first) || first == "assets" || !deeper && strings.Contains(name, ".") {
		return file{}, false
	}
	if name != "" && !wantsPage(r.Header.Get("Accept")) {
		return file{}, false
	}
	return p.files[start], true
}

// wantsPage tells a browser from a program that mistyped an address.
func wantsPage(accept string) bool {
	return accept == "" || accepts(accept, "text/html") || accepts(accept, "*/*")
}

// accepts looks for a value in a header's list, and whether it is not ruled out.
func accepts(header, value string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == value {
			return !slices.Contains([]string{"q=0", "q=0.0", "q=0.00", "q=0.000"}, strings.TrimSpace(weight))
		}
	}
	return false
}
