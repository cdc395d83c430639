package static

import "testing"

func BenchmarkEmbed(b *testing.B) {
	m := Default()
	for _, c := range []struct{ name, text string }{
		{"short", "When did Maria go to the support group?"},
		{"question", "What did Caroline say about the book that Melanie read?"},
		{"turn", "Melanie: We went camping in the mountains last week and the kids loved it; they roasted marshmallows, told stories and hiked to the old tower."},
		{"chinese", "我的上司今年三十三岁，喜欢喝绿茶。"},
		{"russian", "Когда Мария ходила в группу поддержки?"},
		{"korean", "마리아는 언제 지원 그룹에 갔습니까?"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Embed(c.text)
			}
		})
	}
}

func BenchmarkFeatures(b *testing.B) {
	m := Default()
	b.ReportAllocs()
	for b.Loop() {
		m.Features("What did Caroline say about the book that Melanie read?")
	}
}

func BenchmarkEmbedQuery(b *testing.B) {
	m := Default()
	b.ReportAllocs()
	df := func(feature uint64) int { return int(feature % 100) }
	for b.Loop() {
		m.EmbedQuery("What did Caroline say about the book that Melanie read?", df, 1000)
	}
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(Name, builtInFile); err != nil {
			b.Fatal(err)
		}
	}
}
