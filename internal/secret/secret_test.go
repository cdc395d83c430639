package secret

import (
	_ "embed"
	"strings"
	"testing"
	"unicode/utf8"
)

//go:embed testdata/secrets.txt
var secretsFile string

//go:embed testdata/ordinary.txt
var ordinaryTexts string

func lines(file string) (out []string) {
	for line := range strings.Lines(file) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "# ") {
			out = append(out, strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return out
}

func TestSecretsAreTakenOut(t *testing.T) {
	t.Parallel()
	cases := lines(secretsFile)
	if len(cases) < 60 {
		t.Errorf("only %d secrets", len(cases))
	}
	for _, line := range cases {
		kind, marked, _ := strings.Cut(line, " | ")
		text := strings.NewReplacer("⟦", "", "⟧", "").Replace(marked)
		want := expected(kind, marked)
		got, found := Redact(text)
		if got != want || len(found) != 1 || found[0] != kind {
			t.Errorf("Redact(%q) =\n\t%q %q, want\n\t%q %q", text, got, found, want, kind)
		}
	}
}

// expected puts a mark where a case has its brackets.
func expected(kind, marked string) string {
	for {
		before, rest, ok := strings.Cut(marked, "⟦")
		if !ok {
			return marked
		}
		_, after, _ := strings.Cut(rest, "⟧")
		marked = before + mark(kind) + after
	}
}

func TestOrdinaryTextIsLeftAlone(t *testing.T) {
	t.Parallel()
	cases := lines(ordinaryTexts)
	if len(cases) < 60 {
		t.Errorf("only %d texts", len(cases))
	}
	for _, text := range cases {
		if got, found := Redact(text); got != text || len(found) > 0 {
			t.Errorf("Redact(%q) = %q %q, want it unchanged", text, got, found)
		}
	}
}

func TestSeveralSecrets(t *testing.T) {
	t.Parallel()
	got, found := Redact("my card number is 4111 1111 1111 1111 and the pin is 1234, password: hunter2 and password: hunter3")
	want := "my card number is [redacted: card number] and the pin is [redacted: pin], password: [redacted: password] and password: [redacted: password]"
	if got != want || strings.Join(found, ",") != "card number,pin,password" {
		t.Errorf("got %q %q, want %q", got, found, want)
	}
}

func TestATextThatNeverSettlesIsTakenOutWhole(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("password: password: ", 50) + "hunter2"
	got, _ := Redact(text)
	if again, found := Redact(got); again != got || len(found) > 0 {
		t.Errorf("Redact(%q) = %q %q", got, again, found)
	}
}

func FuzzRedact(f *testing.F) {
	for _, line := range append(lines(secretsFile), lines(ordinaryTexts)...) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once, _ := Redact(text)
		if utf8.ValidString(text) && !utf8.ValidString(once) {
			t.Errorf("Redact(%q) = %q is not valid UTF-8", text, once)
		}
		if twice, found := Redact(once); twice != once || len(found) > 0 {
			t.Errorf("Redact(%q) = %q, want it unchanged", once, twice)
		}
	})
}

func BenchmarkRedact(b *testing.B) {
	for name, every := range map[string]string{
		"ordinary text": "I live in Lyon with two cats and a garden, and on 2024-03-05 I called 415-555-0100. ",
		"about secrets": "I keep my key ring, 2 cats and a password manager; pin it to the wall. ",
	} {
		b.Run(name, func(b *testing.B) {
			text := strings.Repeat(every, 1000)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Redact(text)
			}
		})
	}
}
