package ui_test

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir/ui"
)

// TestThePageIsLight weighs all that a browser loads, packed as we send it.
func TestThePageIsLight(t *testing.T) {
	const most = 250_000
	weight := 0
	err := fs.WalkDir(ui.Dist(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(ui.Dist(), name)
		if err != nil {
			return err
		}
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		w.Write(text)
		w.Close()
		t.Logf("%7d bytes packed, %7d plain: %s", packed.Len(), len(text), name)
		weight += min(packed.Len(), len(text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if weight > most {
		t.Errorf("the page weighs %d bytes packed, want at most %d", weight, most)
	}
}

// TestThePageNeedsNobodyElse looks for what the content security policy would refuse.
func TestThePageNeedsNobodyElse(t *testing.T) {
	start, err := fs.ReadFile(ui.Dist(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, refused := range []string{"http://", "https://", "//cdn", "<style", "style=", "onclick=", "<script>"} {
		if strings.Contains(string(start), refused) {
			t.Errorf("index.html has %q", refused)
		}
	}
}
