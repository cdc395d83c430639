package sense

import "testing"

// Each guard has a pair that it decides on, in English and in Chinese.
func TestGuards(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		guard, older, newer string
		want                Relation
	}{
		{"language", "User likes tea", "用户喜欢茶", Apart},
		{"language", "Пользователь любит чай", "Пользователь не любит чай", Doubtful},
		{"modality", "User wants a dog", "User has a dog", Apart},
		{"modality", "用户想去日本", "用户去日本", Apart},
		{"state", "User is single", "User is married to Tom", Contradicts},
		{"state", "用户单身", "用户已婚", Contradicts},
		{"holder", "User likes golf", "User's boss likes golf", Apart},
		{"holder", "用户喜欢喝酒", "用户的朋友喜欢喝酒", Apart},
		{"negation", "User smokes", "User quit smoking", Contradicts},
		{"negation", "用户抽烟", "用户戒烟了", Contradicts},
		{"order", "User prefers tea over coffee", "User prefers coffee over tea", Contradicts},
		{"different words", "用户从北京飞到上海", "用户从上海飞到北京", Apart},
		{"tense", "User works at Google", "User worked at Google", Contradicts},
		{"tense", "用户住在广州", "用户以前住在广州", Contradicts},
		{"opposites", "User rents a flat", "User owns a flat", Contradicts},
		{"numbers", "User is 34 years old", "User is 43 years old", Contradicts},
		{"numbers", "User ran 5 km", "User ran 5 miles", Apart},
		{"dates", "User visited Japan in 2018", "User visited Japan in 2023", Apart},
		{"wording", "User likes coffee", "User enjoys coffee", Same},
		{"wording", "User likes coffee", "User likes coffee with oat milk", Refines},
		{"wording", "User likes coffee with oat milk", "User likes coffee", Covered},
		{"one value", "User lives in York", "User lives in New York", Contradicts},
		{"one value", "用户的浏览器是火狐", "用户的浏览器是谷歌", Contradicts},
		{"choice", "User prefers window seats", "User prefers aisle seats", Contradicts},
		{"names and roles", "User has a cat named Whiskers", "User has a cat named Mittens", Apart},
		{"leftovers", "User likes strawberries", "User likes raspberries", Doubtful},
		{"different words", "User likes tea", "User owns a house", Apart},
		{"death", "User has a dog named Rex", "User's dog Rex died", Contradicts},
		{"parting", "User's girlfriend is Ann", "User and Ann broke up", Contradicts},
		{"graduation", "User studies law", "User graduated in law", Contradicts},
		{"dose", "User takes 50 mg of sertraline", "User takes 100mg of sertraline", Contradicts},
		{"gain", "User rents a flat", "User bought the flat", Contradicts},
		{"switch", "User drinks coffee", "User switched to tea", Contradicts},
		{"state", "User lives with his brother", "User lives alone", Contradicts},
		{"state", "User works at Bosch", "User retired", Contradicts},
		{"negation", "User smokes", "User is a non-smoker", Contradicts},
		{"negation", "User likes olives", "User doesn't like olives after all", Contradicts},
		{"negation", "User has no car", "User bought a car", Contradicts},
		{"wording", "User takes 0.05 g of sertraline", "User takes 50 mg of sertraline", Same},
		{"wording", "User's favourite colour is grey", "It turns out the user's favorite color is gray", Same},
		{"wording", "User is 42 years old", "User said that she is forty-two years old", Same},
		{"one value", "用户支持皇马", "用户支持巴萨", Contradicts},
	} {
		if got := Compare(Read(tt.older), Read(tt.newer)); got != (Verdict{tt.want, tt.guard}) {
			t.Errorf("%q, then %q: %v, want %s by %s", tt.older, tt.newer, got, tt.want, tt.guard)
		}
	}
}

// FuzzCompare: nothing that is said makes it panic, and everything says the same
// as itself, or cannot be told.
func FuzzCompare(f *testing.F) {
	f.Add("User's cat is 3 years old, but not named 'Tom'", "用户有2只猫，没有狗")
	f.Add("User user's 's not n't no", "I used to be the name of")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := Read(a), Read(b)
		Compare(x, y)
		Compare(y, x)
		x.Cues()
		x.Within(y)
		if r := Compare(x, x).Relation; r == Refines || r == Covered {
			t.Errorf("%q is to itself: %s", a, r)
		}
	})
}
