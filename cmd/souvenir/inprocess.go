package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// inProcess is an HTTP transport without a network: when RoundTrip returns, the
// handler has answered in full and nothing of it is still running.
type inProcess struct{ handler http.Handler }

func (p inProcess) RoundTrip(r *http.Request) (res *http.Response, err error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	a := &answer{header: http.Header{}}
	defer func() {
		if broken := recover(); broken == http.ErrAbortHandler { // how a handler breaks off
			res, err = nil, errBrokenOff
		} else if broken != nil {
			panic(broken)
		}
	}()
	p.handler.ServeHTTP(a, r.Clone(r.Context())) // a handler may change its request, a transport may not
	a.WriteHeader(http.StatusOK)
	return &http.Response{
		StatusCode: a.status, Status: fmt.Sprintf("%d %s", a.status, http.StatusText(a.status)),
		Header: a.header, Body: io.NopCloser(&a.body), ContentLength: int64(a.body.Len()),
		Request: r, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}, nil
}

var errBrokenOff = errors.New("the answer broke off")

// answer collects what a handler writes. The first status counts.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}
