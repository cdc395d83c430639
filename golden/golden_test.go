package golden

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// Case is one line of testdata/golden.jsonl: given the setup, the input has to
// come out as expected. Origin says how the seed's reader knew: from its text, by
// running its patterns, by measuring, or by deriving it.
type Case struct {
	ID, Seed, Kind, Setup, Input, Expected, Origin string
}

// runners are how each kind of case is run, by seed and kind. A case whose words
// its runner does not understand fails, as does one that has no runner.
var runners = map[string]func(*testing.T, Case){
	"C filter(candidate)": filterCandidate,
	"C extract":           learnFromChat,
	"C confidence":        confidence,
	"C parse":             parseArray,
	"C dedup":             dedup,
	"C privacy":           privacy,
	"C pause":             pause,
	"C type block":        typeBlock,
	"C analysis parse":    analysisParse,
	"C analysis rerun":    analysisRerun,

	"C similarity (all-MiniLM-L6-v2)": similarity,

	"R formatPersonality":      formatPersonality,
	"R formatConversation":     formatConversation,
	"R extract":                rawDigest,
	"R parseResponse":          parseResponse,
	"R processPending":         processPending,
	"R topicSummary file name": topicFileName,
	"R template":               literalText,

	"A validate":  validate,
	"A validate+": validate,
	"A extract":   emptyChunk,
	"A metrics":   inflation,

	"S build text": buildText,
	"S parse":      parseFacts,
	"S set_fact":   setFact,
	"S tenant":     tenant,
	"S user id":    userID,
	"S queue":      queueLimit,
	"S retry":      retry,
	"S shutdown":   shutdown,
	"S trigger":    trigger,
	"S start":      startWorker,
	"S batch":      batch,
	"S url":        endpointURL,
	"S self":       assistantItself,

	"L extract":   learnFromText,
	"L decide":    decide,
	"L validate":  coerce,
	"L summarise": summarise,
	"L template":  missingMetadata,
}

// shared are databases for the cases that need none of their own: each case has
// users of its own in them, and nobody works on jobs. PostgreSQL is nil where
// there is none.
var shared struct{ sqlite, postgres *store.Store }

func TestGolden(t *testing.T) {
	shared.sqlite = sqlite(t)
	if os.Getenv("SOUVENIR_TEST_POSTGRES") != "" {
		shared.postgres = storetest.Open(t, storetest.Postgres(t))
	}
	cases := readCases(t)
	if len(cases) != 172 {
		t.Fatalf("%d cases, want the 172 of the catalogue", len(cases))
	}

	for _, c := range cases {
		run, ok := runners[c.Seed+" "+c.Kind]
		if !ok {
			t.Errorf("%s: nobody knows how to run a %q of seed %s", c.ID, c.Kind, c.Seed)
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			t.Logf("%s | %s | %s -> %s", c.Kind, c.Setup, c.Input, c.Expected)
			run(t, c)
		})
	}
	for name := range runners {
		if !slices.ContainsFunc(cases, func(c Case) bool { return c.Seed+" "+c.Kind == name }) {
			t.Errorf("there is a runner for %q and no case", name)
		}
	}
}

func readCases(t testing.TB) []Case {
	t.Helper()
	text, err := os.ReadFile("testdata/golden.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []Case
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var c Case
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		c.Setup, c.Input, c.Expected = lined(c.Setup), lined(c.Input), lined(c.Expected)
		if slices.ContainsFunc(out, func(o Case) bool { return o.ID == c.ID }) {
			t.Fatalf("%s is there twice", c.ID)
		}
		out = append(out, c)
	}
	return out
}

// lined is a text of the catalogue, which writes \n for a line break.
func lined(text string) string { return strings.ReplaceAll(text, `\n`, "\n") }

// caseOf is another case, for those that refer to it.
func caseOf(t testing.TB, id string) Case {
	t.Helper()
	all := readCases(t)
	i := slices.IndexFunc(all, func(c Case) bool { return c.ID == id })
	if i < 0 {
		t.Fatalf("there is no case %s", id)
	}
	return all[i]
}

// puzzled fails a case whose words nobody understands.
func puzzled(t testing.TB, what, words string) {
	t.Helper()
	t.Fatalf("nobody knows what the %s %q means", what, words)
}
