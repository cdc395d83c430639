package reply

import (
	"fmt"
	"testing"
)

func TestFieldsAreReadWhateverTheirType(t *testing.T) {
	o := parsed(t, `{"content":" tea ","n":7,"f":"0.9","half":5.5,"five":5.0,"s":" 7 ","big":1e30,"inf":"Inf","yes":true,"no":null,"blank":" ",
		"list":["a"," ",2,null,["x"]],"objects":[{"a":1},3,"{\"a\":2}"],"object":{"b":1},"wrapped":"{\"b\":2}","source_context":"here","Topic-Name":"there"}`).(map[string]any)
	got := Object(o)
	for _, c := range []struct{ asked, got, want any }{
		{"content", got.Text("content"), "tea"},
		{"the first that holds something", got.Text("missing", "no", "blank", "list", "n", "content"), "7"},
		{"truth as text", got.Text("yes"), "true"},
		{"a list as text", got.Text("list"), ""},
		{"another spelling", got.Text("sourceContext"), "here"},
		{"another spelling", got.Text("TOPIC_NAME"), "there"},
		{"numbers", both(got.Number("n")), "7 true"},
		{"a number in a text", both(got.Number("f")), "0.9 true"},
		{"no number", both(got.Number("content", "yes", "inf", "no", "missing", "list")), "0 false"},
		{"a whole number", three(got.Integer("n")), "7 true true"},
		{"a whole number in a text", three(got.Integer("s")), "7 true true"},
		{"a whole number with a point", three(got.Integer("five")), "5 true true"},
		{"half a number", three(got.Integer("half")), "5 true false"},
		{"a number too big", three(got.Integer("big")), "9007199254740992 true false"},
		{"no whole number", three(got.Integer("missing", "content")), "0 false false"},
		{"texts", fmt.Sprint(got.Texts("list")), "[a 2]"},
		{"one text", fmt.Sprint(got.Texts("missing", "content")), "[tea]"},
		{"no text", fmt.Sprint(got.Texts("blank", "object")), "[]"},
		{"objects", fmt.Sprint(got.Objects("objects")), "[map[a:1] map[a:2]]"},
		{"one object", fmt.Sprint(got.Objects("object")), "[map[b:1]]"},
		{"no objects", fmt.Sprint(got.Objects("list", "content")), "[]"},
		{"an object", both(got.Object("content", "object")), "map[b:1] true"},
		{"an object in a text", both(got.Object("wrapped")), "map[b:2] true"},
		{"no object", both(got.Object("list")), "map[] false"},
		{"has", got.Has("missing", "half"), true},
		{"has null", got.Has("no", "missing"), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.asked, c.got, c.want)
		}
	}
}

func TestAnExactNameIsPreferred(t *testing.T) {
	o := Object{"topicName": "b", "topic_name": "a", "Topic Name": "c"}
	if got := o.Text("topic_name"); got != "a" {
		t.Errorf("topic_name = %q, want a", got)
	}
	for range 20 {
		if got := o.Text("TOPICNAME"); got != "c" {
			t.Fatalf("TOPICNAME = %q, want c, the first by order", got)
		}
	}
}

func TestItemsAreTheObjectsOfAList(t *testing.T) {
	for value, want := range map[string]string{
		`[{"a":1},{"a":2}]`:                                 "[map[a:1] map[a:2]] 0",
		`[{"a":1},2,null,"x",{}]`:                           "[map[a:1] map[]] 3",
		`{"a":1}`:                                           "[map[a:1]] 0",
		`{"memories":[{"a":1}],"n":1}`:                      "[map[a:1]] 0",
		`{"entries":[{"a":2}],"memories":[{"a":1}]}`:        "[map[a:1]] 0",
		`{"Entries":[{"a":2},3]}`:                           "[map[a:2]] 1",
		`{"memories":{"a":1}}`:                              "[map[a:1]] 0",
		`{"memories":"[{\"a\":1}]"}`:                        "[map[a:1]] 0",
		`{"memories":[]}`:                                   "[] 0",
		`{"memories":{}}`:                                   "[] 0",
		`{"memories":null}`:                                 "[] 0",
		`{"memories":"none"}`:                               "[] 1",
		`[{"memories":[{"a":1},4]},{"memories":[{"a":2}]}]`: "[map[a:1] map[a:2]] 1",
		`["{\"a\":1}"]`:                                     "[map[a:1]] 0",
		`[]`:                                                "[] 0",
		`{}`:                                                "[] 0",
		`null`:                                              "[] 0",
	} {
		items, skipped := Items(parsed(t, value), "memories", "entries")
		if got := fmt.Sprint(items, skipped); got != want {
			t.Errorf("Items(%s) = %s, want %s", value, got, want)
		}
	}
}

func parsed(t *testing.T, text string) any {
	t.Helper()
	v, ok := exact(text)
	if !ok {
		t.Fatalf("%s is not JSON", text)
	}
	return v
}

func both(v any, ok bool) any { return fmt.Sprint(v, ok) }

func three(n int, given, whole bool) any { return fmt.Sprint(n, given, whole) }
