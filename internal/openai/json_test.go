package openai

import (
	"encoding/json"
	"testing"
)

func TestMembersAndElementsFindTheirPlaces(t *testing.T) {
	t.Parallel()
	text := []byte(` { "a" : 1.50 , "b\u0041":"x\"}]", "c": [ 1, {"d":[]}, "e" , null ], "a":{"f": -2e+10} } `)
	at := span{0, len(text)}
	got := members(text, at)
	for name, want := range map[string]string{"a": `{"f": -2e+10}`, "bA": `"x\"}]"`, "c": `[ 1, {"d":[]}, "e" , null ]`} {
		if v := string(got[name].value.of(text)); v != want {
			t.Errorf("%s = %s, want %s", name, v, want)
		}
	}
	for i, e := range elements(text, got["c"].value) {
		if v, want := string(e.of(text)), []string{`1`, `{"d":[]}`, `"e"`, `null`}[i]; v != want {
			t.Errorf("element %d = %s, want %s", i, v, want)
		}
	}
}

func TestAMemberIsTakenOutCleanly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"memory":false}`:                `{}`,
		`{"memory" : false , "b":1}`:      `{"b":1}`,
		`{"a":1.0, "memory":false,"b":1}`: `{"a":1.0, "b":1}`,
		`{"a":1.0, "memory":false }`:      `{"a":1.0 }`,
	} {
		b := []byte(text)
		got := apply(b, []edit{without(b, members(b, span{0, len(b)})["memory"])})
		if string(got) != want {
			t.Errorf("%s without memory = %s, want %s", text, got, want)
		}
	}
}

func FuzzMembers(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"c"}],"memory":1, "d":"\\"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			return
		}
		var want map[string]json.RawMessage
		if json.Unmarshal(text, &want) != nil || want == nil {
			return
		}
		got := members(text, span{0, len(text)})
		if len(got) != len(want) {
			t.Fatalf("members(%s) = %d, want %d", text, len(got), len(want))
		}
		for name, raw := range want {
			if string(got[name].value.of(text)) != string(raw) {
				t.Errorf("%q of %s = %s, want %s", name, text, got[name].value.of(text), raw)
			}
			var items []json.RawMessage
			if json.Unmarshal(raw, &items) == nil && len(items) != len(elements(text, got[name].value)) {
				t.Errorf("%d elements in %s", len(elements(text, got[name].value)), raw)
			}
			if left := apply(text, []edit{without(text, got[name])}); !json.Valid(left) {
				t.Errorf("%s without %q = %s", text, name, left)
			}
		}
	})
}
