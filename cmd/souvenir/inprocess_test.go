package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func through(t *testing.T, h http.HandlerFunc) (*http.Response, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://here/", strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	return inProcess{h}.RoundTrip(r)
}

func TestAnAnswerWithoutAFlushIsWhole(t *testing.T) {
	res, err := through(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Is", "there")
		w.WriteHeader(http.StatusTeapot)
		io.Copy(w, r.Body)
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(res.Body)
	if string(text) != "hello" || err != nil || res.StatusCode != http.StatusTeapot || res.Header.Get("X-Is") != "there" || res.ContentLength != 5 {
		t.Errorf("%q, %v, %+v", text, err, res)
	}
}

func TestAnAnswerIsStreamed(t *testing.T) {
	more := make(chan struct{})
	res, err := through(t, func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "one ")
		http.NewResponseController(w).Flush()
		<-more
		io.WriteString(w, "two")
	})
	if err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 4)
	if _, err := io.ReadFull(res.Body, first); err != nil || string(first) != "one " {
		t.Fatalf("first came %q, %v", first, err)
	}
	close(more)
	if rest, err := io.ReadAll(res.Body); string(rest) != "two" || err != nil {
		t.Errorf("then came %q, %v", rest, err)
	}
	res.Body.Close()
}

func TestClosingAStreamEndsItsHandler(t *testing.T) {
	ended := false
	res, err := through(t, func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
		ended = true
		panic(http.ErrAbortHandler)
	})
	if err != nil {
		t.Fatal(err)
	}
	if res.Body.Close(); !ended {
		t.Error("the handler still runs")
	}
}

func TestAStreamThatBreaksOffSaysSo(t *testing.T) {
	res, err := through(t, func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "one")
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if text, err := io.ReadAll(res.Body); string(text) != "one" || err != errBrokenOff {
		t.Errorf("read %q, %v", text, err)
	}
	if _, err := through(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }); err != errBrokenOff {
		t.Errorf("without an answer it says %v", err)
	}
}
