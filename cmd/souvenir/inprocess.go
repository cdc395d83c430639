package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// inProcess is an HTTP transport without a network. When RoundTrip returns, the
// handler has answered in full and nothing of it is still running; a handler that
// flushes is streaming, and runs until its answer is read to the end or closed.
type inProcess struct{ handler http.Handler }

func (p inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	a := &answer{header: http.Header{}, flowing: make(chan struct{})}
	done := make(chan struct{})
	var broken any // why the handler stopped
	go func() {
		defer close(done)
		defer func() {
			broken = recover()
			a.end(broken)
		}()
		p.handler.ServeHTTP(a, r.Clone(ctx)) // a handler may change its request, a transport may not
		a.WriteHeader(http.StatusOK)
	}()
	closeBody := func() {
		if r.Body != nil {
			r.Body.Close()
		}
	}
	select {
	case <-a.flowing:
		return a.response(r, flow{a.out, func() { cancel(); <-done; closeBody() }}, -1), nil
	case <-done:
		cancel()
		closeBody()
	}
	switch broken {
	case nil:
		return a.response(r, io.NopCloser(&a.body), int64(a.body.Len())), nil
	case http.ErrAbortHandler: // how a handler breaks off
		return nil, errBrokenOff
	}
	panic(broken)
}

var errBrokenOff = errors.New("the answer broke off")

// answer collects what a handler writes, until it flushes: from then on the reader
// gets each piece as it comes. The first status counts.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer

	flowing chan struct{} // closed at the first flush
	out     *io.PipeReader
	in      *io.PipeWriter
}

func (a *answer) Header() http.Header {
	if a.in != nil {
		return http.Header{} // it is on its way, and must not be changed any more
	}
	return a.header
}

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	if a.in != nil {
		return a.in.Write(p)
	}
	return a.body.Write(p)
}

// FlushError lets what was written so far go to the reader.
func (a *answer) FlushError() error {
	a.WriteHeader(http.StatusOK)
	if a.in != nil {
		return nil
	}
	a.out, a.in = io.Pipe()
	close(a.flowing)
	_, err := a.in.Write(a.body.Bytes())
	return err
}

// end lets the reader of a stream know that this was all, or that it broke off.
func (a *answer) end(broken any) {
	switch {
	case a.in == nil:
	case broken == nil:
		a.in.Close()
	case broken == http.ErrAbortHandler:
		a.in.CloseWithError(errBrokenOff)
	default:
		panic(broken)
	}
}

func (a *answer) response(r *http.Request, body io.ReadCloser, length int64) *http.Response {
	return &http.Response{
		StatusCode: a.status, Status: fmt.Sprintf("%d %s", a.status, http.StatusText(a.status)),
		Header: a.header, Body: body, ContentLength: length,
		Request: r, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
}

// flow is a streamed answer. Closing it ends the handler.
type flow struct {
	*io.PipeReader
	end func()
}

func (f flow) Close() error {
	err := f.PipeReader.Close()
	f.end()
	return err
}
