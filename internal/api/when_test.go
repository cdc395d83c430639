package api_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
)

func TestATimeMayBeADay(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		said := time.Date(2026, 3, 5, 18, 0, 0, 0, time.UTC)
		if _, err := s.State(t.Context(), souvenir.Statement{User: "ann", Content: "User lives in Rome", SaidAt: said}); err != nil {
			t.Fatal(err)
		}
		for at, want := range map[string]string{
			"2026-03-05":           "User lives in Rome", // a day counts to its end
			"2026-03-05T19:00:00Z": "User lives in Rome",
			"2026-03-04":           `"memories":[]`,
			"2026-03-05T17:00:00Z": `"memories":[]`,
			"last tuesday":         "write it like 2026-03-31 or 2026-03-31T12:00:00Z",
			"2026-13-45":           "write it like 2026-03-31 or 2026-03-31T12:00:00Z",
		} {
			res, err := s.http.Post(s.url+"/api/v1/recall", "application/json", strings.NewReader(`{"user":"ann","query":"Rome","at":"`+at+`"}`))
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(res.Body)
			res.Body.Close()
			status := 200
			if strings.HasPrefix(want, "write") {
				status = 422
			}
			if res.StatusCode != status || !strings.Contains(string(text), want) {
				t.Errorf("at %s: %s %s, want %d with %q", at, res.Status, text, status, want)
			}
		}
	})
}
