package static

import (
	"math"
	"slices"
	"sync"
	"testing"
)

func TestDefaultIsTheBuiltInModel(t *testing.T) {
	t.Parallel()
	m := Default()
	if m.Name() != "static-souvenir-256" || m.Dim() != 256 {
		t.Errorf("Default() is %q with %d dimensions, want static-souvenir-256 with 256", m.Name(), m.Dim())
	}
	if m != Default() {
		t.Error("Default() read the model twice")
	}
}

func TestTextThatSaysNothingIsTheZeroVector(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " ", "\t\n", "\x00\x1f", "\xff\xfe", "\u200b\ufeff", "。！？", "́"} {
		if got := length(Default().Embed(text)); got != 0 {
			t.Errorf("Embed(%q) has length %v, want 0", text, got)
		}
	}
}

func TestSpellingDoesNotChangeTheVector(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, a, b string }{
		{"letter case", "Maria LIVES in Berlin", "maria lives in berlin"},
		{"spacing", "Maria lives in Berlin", "  Maria\tlives\n in Berlin "},
		{"accents", "résumé in Zürich", "resume in Zurich"},
		{"combining accents", "résumé", "résumé"},
		{"decomposed Cyrillic", "мой", "мой"},
		{"decomposed kana", "がき", "がき"},
		{"decomposed Hangul", "한국", "한국"},
		{"invisible characters", "zero\u200bwidth", "zerowidth"},
		{"spaces between ideographs", "绿茶", "绿 茶"},
	} {
		if got := cosine(c.a, c.b); got < 0.999999 {
			t.Errorf("%s: cosine of %q and %q = %v, want 1", c.what, c.a, c.b, got)
		}
	}
}

// To a model of English every word of another script is [UNK], so that all its
// sentences of one length are one vector, and its memories one memory.
func TestNoScriptCollapsesIntoOneVector(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ script, a, b string }{
		{"Chinese", "用户喜欢喝绿茶", "用户讨厌喝绿茶"},
		{"Japanese", "ユーザーは緑茶が好きです", "ユーザーは緑茶が嫌いです"},
		{"Korean", "사용자는 녹차를 좋아합니다", "사용자는 녹차를 싫어합니다"},
		{"Russian", "Пользователь любит зелёный чай", "Пользователь ненавидит зелёный чай"},
		{"Thai", "ผู้ใช้ชอบดื่มชาเขียว", "ผู้ใช้เกลียดการดื่มชาเขียว"},
		{"Arabic", "المستخدم يحب الشاي الأخضر", "المستخدم يكره الشاي الأخضر"},
		{"Hebrew", "המשתמש אוהב תה ירוק", "המשתמש שונא תה ירוק"},
		{"Hindi", "उपयोगकर्ता को हरी चाय पसंद है", "उपयोगकर्ता को हरी चाय नापसंद है"},
		{"Greek", "Ο χρήστης αγαπά το τσάι", "Ο χρήστης μισεί το τσάι"},
		{"emoji", "😀", "😡"},
		{"emoji beside a word", "tea 😀", "tea 😡"},
	} {
		got := cosine(c.a, c.b)
		if got >= 0.95 {
			t.Errorf("%s: cosine of %q and %q = %.3f, want below 0.95", c.script, c.a, c.b, got)
		}
		if other := cosine(c.a, "The train to Boston was late."); got < other && c.script != "emoji" {
			t.Errorf("%s: %q is closer to an English stranger (%.3f) than to %q (%.3f)", c.script, c.a, other, c.b, got)
		}
	}
}

func TestMeaningIsNearAndStrangersAreFar(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		near bool
	}{
		{"I moved to Berlin last year.", "Last year I relocated to Berlin.", true},
		{"My dog is called Max.", "I have a dog named Max.", true},
		{"I'm allergic to peanuts.", "Peanuts give me an allergic reaction.", true},
		{"我妹妹对花生过敏", "我的妹妹不能吃花生，她过敏", true},
		{"I moved to Berlin last year.", "She plays the violin beautifully.", false},
		{"My dog is called Max.", "Interest rates went up again.", false},
		{"我妹妹对花生过敏", "明天北京下雨", false},
	} {
		if got := cosine(c.a, c.b); (got >= 0.5) != c.near {
			t.Errorf("cosine of %q and %q = %.3f, near should be %v", c.a, c.b, got, c.near)
		}
	}
}

func TestQueryWeighsWhatIsRareInTheStore(t *testing.T) {
	t.Parallel()
	m := Default()
	documents := []string{"Caroline: hello there", "Caroline: good morning", "Caroline: see you", "Melanie: I adopted a puppy"}
	df := frequencies(m, documents)

	query := "What pet does Caroline have?"
	plain := m.Embed(query)
	weighted := m.EmbedQuery(query, func(f uint64) int { return 1000 * df[f] }, 1000*len(documents))

	puppy, hello := m.Embed(documents[3]), m.Embed(documents[0])
	if dot(plain, puppy) > dot(plain, hello) {
		t.Fatal("the plain query finds the puppy, so this test shows nothing")
	}
	if p, h := dot(weighted, puppy), dot(weighted, hello); p <= h {
		t.Errorf("weighted query: puppy %.3f, hello %.3f; want the puppy first", p, h)
	}
}

func TestQueryWithoutStatisticsIsPlain(t *testing.T) {
	t.Parallel()
	m := Default()
	const text = "When did Maria go to the 博物馆?"
	seenOnce := func(uint64) int { return 1 }
	for what, got := range map[string][]float32{
		"no counter":       m.EmbedQuery(text, nil, 10),
		"an empty store":   m.EmbedQuery(text, func(uint64) int { return 0 }, 0),
		"all features new": m.EmbedQuery(text, seenOnce, 500),
	} {
		if !slices.Equal(got, m.Embed(text)) {
			t.Errorf("with %s: the query differs from Embed", what)
		}
	}
}

func TestRarity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		df, docs int
		want     float64
	}{
		{0, 0, 1}, {1, 1000, 1}, {-5, -5, 1},
		{81, 780, 0.1 / (0.1 + 80.0/800)},
		{980, 980, 0.1 / (0.1 + 979.0/1000)},
	} {
		if got := float64(rarity(c.df, c.docs)); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("rarity(%d, %d) = %v, want %v", c.df, c.docs, got, c.want)
		}
	}
}

func TestModelIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	const text = "Maria lives in Berlin 我住在柏林"
	want := Default().Embed(text)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if !slices.Equal(Default().Embed(text), want) {
					t.Error("the same text gave another vector")
				}
			}
		})
	}
	wg.Wait()
}

func TestEmbedAllocatesTheVectorOnly(t *testing.T) {
	m := Default()
	got := testing.AllocsPerRun(100, func() { m.Embed("When did Maria go to the support group?") })
	if got > 1 {
		t.Errorf("Embed allocates %v times, want once", got)
	}
}

func frequencies(m *Model, documents []string) map[uint64]int {
	df := map[uint64]int{}
	for _, d := range documents {
		for _, f := range m.DistinctFeatures(d) {
			df[f]++
		}
	}
	return df
}

func cosine(a, b string) float64 { return dot(Default().Embed(a), Default().Embed(b)) }

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func length(v []float32) float64 { return math.Sqrt(dot(v, v)) }
