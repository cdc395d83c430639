package reply

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func FuzzRead(f *testing.F) {
	for _, c := range cases(f) {
		f.Add(c.reply)
	}
	for _, h := range hostile {
		f.Add(strings.Repeat(h, 3))
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, mode, err := Read(text)
		if (err != nil) != (mode == Unreadable) || (value == nil) != (mode == Unreadable || mode == Nothing) {
			t.Fatalf("Read(%q) = %v, %s, %v", text, value, mode, err)
		}
		if _, err := json.Marshal(value); err != nil {
			t.Fatalf("Read(%q) = %#v: %v", text, value, err)
		}
		if steps := find(clean(text)).steps; steps > 6*patience*len(text)+1000 {
			t.Errorf("Read(%q) took %d steps for %d bytes", text, steps, len(text))
		}
		useAll(value)
		checkExact(t, text)
	})
}

// checkExact holds our parser against encoding/json.
func checkExact(t *testing.T, text string) {
	want, _ := exact(text)
	switch want.(type) {
	case []any, map[string]any:
	default:
		return
	}
	if got, mode, err := Read(text); mode != Exact || !reflect.DeepEqual(got, want) {
		t.Errorf("Read(%q) = %v, %s, %v, want it exactly", text, got, mode, err)
	}
	if strings.Contains(strings.ToLower(text), "think") {
		return
	}
	if got, mode, err := Read("So: " + text + " it is."); mode != Embedded || !reflect.DeepEqual(got, want) {
		t.Errorf("Read(So: %q it is.) = %v, %s, %v, want %v", text, got, mode, err, want)
	}
}

func useAll(value any) {
	items, _ := Items(value, "a", "memories")
	for _, o := range items {
		for name := range o {
			o.Has(name)
			o.Text(name)
			o.Texts(name)
			o.Number(name)
			o.Integer(name)
			o.Object(name)
			o.Objects(name)
		}
	}
}
