package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestDoctorAsksForTheModelsAndInventsNothing(t *testing.T) {
	const list = `{"data":[{"id":"qwen3:latest"},{"id":"gemma"}]}`
	for _, tt := range []struct {
		name, model, body string
		status            int
		want              finding
		says              string
	}{
		{"listed", "gemma", list, 200, works, "gemma at http"},
		{"listed with a tag", "qwen3", list, 200, works, "qwen3 at http"},
		{"not listed", "llama", list, 200, absent, "does not list llama; it lists qwen3:latest, gemma"},
		{"key refused", "gemma", `{}`, 401, broken, "refuses the key (401)"},
		{"no such list", "gemma", `not found`, 404, absent, "nothing more can be told"},
		{"not JSON", "gemma", `<html>`, 200, absent, "nothing more can be told"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/v1/models" || r.Header.Get("Authorization") != "Bearer secret" {
					t.Errorf("asked for %s with %q", r.URL.Path, r.Header.Get("Authorization"))
				}
				w.WriteHeader(tt.status)
				w.Write([]byte(tt.body))
			}))
			defer server.Close()
			var e examination
			e.model(t.Context(), "model", endpoint{server.URL + "/v1/", tt.model, "secret"}, "")
			if got := e.Checks[0]; got.Finding != tt.want || !strings.Contains(got.Detail, tt.says) {
				t.Errorf("found %+v, want %s and %q", got, tt.want, tt.says)
			}
		})
	}
}
