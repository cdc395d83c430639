package filter

import "testing"

func TestAForeignWordMakesNoNamesOfTheOthers(t *testing.T) {
	const content = "User noted that box 3 of room 2 holds a 茶壶"
	if names := namesIn(content, nil); len(names) > 0 {
		t.Errorf("%q has the names %v, want none", content, names)
	}
	if names := namesIn("用户喜欢用 python 写程序", nil); len(names) != 1 {
		t.Errorf("names are %v, want python", names)
	}
}
