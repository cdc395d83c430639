package config

import (
	"strings"
	"testing"
)

func TestFileFaults(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, content, want string }{
		{"unknown", "llm:\n  modle: x", "souvenir.yaml:2: llm.modle is not a setting; did you mean llm.model?"},
		{"unknown section", "lmm:\n  model: x", "souvenir.yaml:1: lmm is not a setting; did you mean llm?"},
		{"nothing like it", "colour_of_the_sky: blue", "souvenir.yaml:1: colour_of_the_sky is not a setting; souvenir config show lists them all"},
		{"upper case", "Listen: :1", "souvenir.yaml:1: Listen is not a setting; did you mean listen?"},
		{"section forgotten", "retry_interval: 5", "souvenir.yaml:1: retry_interval is not a setting; did you mean queue.retry_interval?"},
		{"old name", "\nmemory_extraction_queue_limit: 5", "souvenir.yaml:2: memory_extraction_queue_limit is called queue.limit here"},
		{"old user", "user_id: ada", "souvenir.yaml:1: user_id is called user here"},
		{"dots", "queue.limit: 5", "souvenir.yaml:1: write queue: and below it, indented, limit:"},
		{"twice", "listen: :1\nlisten: :2", "souvenir.yaml:2: listen is already given on line 1"},
		{"section twice", "llm:\n  model: x\nllm:\n  model: y", "souvenir.yaml:3: llm is already given on line 1"},
		{"section as value", "llm: gpt", "souvenir.yaml:1: llm groups several settings; write each on a line of its own below it, indented"},
		{"list as value", "listen: [a, b]", "souvenir.yaml:1: listen must be a single value, written out"},
		{"alias as value", "user: &a ada\nstyle: *a", "souvenir.yaml:2: style must be a single value, written out"},
		{"list as file", "- listen", "souvenir.yaml: the file must be one list of settings, such as listen: 127.0.0.1:7007"},
		{"two documents", "user: a\n---\nuser: b", "souvenir.yaml: the file must be one list of settings, such as listen: 127.0.0.1:7007"},
		{"syntax", "user: ada\nllm: [", "souvenir.yaml:2: this is not YAML: sequence end token ']' not found"},
		{"tab", "llm:\n\tmodel: x", "souvenir.yaml:2: this is not YAML: found character '\t' that cannot start any token"},
		{"binary", "\xff\xfe", "souvenir.yaml: the file is not UTF-8 text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := readYAML("souvenir.yaml", tt.content)
			if got := faults.Error(); got != tt.want {
				t.Errorf("readYAML(%q) = %s\nwant %s", tt.content, got, tt.want)
			}
		})
	}
}

func TestFileValuesAreTakenAsWritten(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, content, want string }{
		{"nothing", "", ""},
		{"a comment", "# nothing yet\n", ""},
		{"an empty value", "listen:\nllm:\n", ""},
		{"a null", "listen: ~\nuser: null\n", ""},
		{"numbers", "llm:\n  temperature: 0.10\n  max_tokens: 0512\n", "llm.temperature=0.10 llm.max_tokens=0512"},
		{"quotes", "user: \"a: b\"\nstyle: 'x'\n", "user=a: b style=x"},
		{"braces", "llm: {model: x, api_key: y}\n", "llm.model=x llm.api_key=y"},
		{"a block", "user: |\n  ada\n", "user=ada\n"},
		{"a tag and an anchor", "user: !!str 5\nstyle: &s scoped\n", "user=5 style=scoped"},
		{"Windows", "\ufeffuser: ada\r\nstyle: rules\r\n", "user=ada style=rules"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			values, faults := readYAML("souvenir.yaml", tt.content)
			if len(faults) > 0 {
				t.Fatalf("readYAML(%q) = %v", tt.content, faults)
			}
			var got []string
			for _, g := range values {
				got = append(got, g.name+"="+g.text)
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("readYAML(%q) = %q, want %q", tt.content, got, tt.want)
			}
		})
	}
}

func TestALargeFileIsRefused(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write("#" + strings.Repeat("x", maxFile))
	if _, err := Load(m.options()); err == nil || !strings.Contains(err.Error(), "larger than 64KiB") {
		t.Errorf("Load = %v", err)
	}
}

// Whatever the file says, it is read or refused with a place, and what is read can
// be edited without touching the rest.
func FuzzFile(f *testing.F) {
	for _, seed := range []string{
		"", "# c\n", "listen: :1 # c\n", "llm:\n  model: x\n\n# q\nqueue: {limit: 1}\n", "llm: {}\n", "queue:\n", "a: [", "? a\n: b\n",
		"<<: {user: x}\n", "user: |\n  x\n", "user: >-\n  x\n  y\n", "\ufeffuser: 'é' # é\r\n", "---\nuser: x\n...\n", "%YAML 1.2\n---\nuser: x\n", "user: ~\n", "queue: &q\n  limit: 1\nlog: *q\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) {
		if len(content) > 4<<10 {
			return // the parser is slow when nested deeply
		}
		before, faults := readYAML("souvenir.yaml", content)
		for _, fault := range faults {
			if !strings.HasPrefix(fault.Where, "souvenir.yaml") || fault.Problem == "" {
				t.Errorf("readYAML(%q): fault without a place: %q", content, fault)
			}
		}
		_, _ = source{}.build(content)
		edited, refused := edit("souvenir.yaml", content, "queue.limit", "7")
		if len(refused) > 0 {
			return
		}
		want := texts(before)
		want["queue.limit"] = "7"
		after, _ := readYAML("souvenir.yaml", edited)
		for name, text := range texts(after) {
			if text != want[name] {
				t.Errorf("edit(%q) = %q: %s = %q, want %q", content, edited, name, text, want[name])
			}
		}
		if len(texts(after)) != len(want) {
			t.Errorf("edit(%q) = %q lost a setting", content, edited)
		}
	})
}
