package rules

import "testing"

func TestThirdPerson(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"I park on level 3":                        "User parks on level 3",
		"I am tired of my job":                     "User is tired of their job",
		"I have two cats":                          "User has two cats",
		"I do not drink":                           "User does not drink",
		"I never watch TV":                         "User never watches TV",
		"I usually carry my own bag":               "User usually carries their own bag",
		"I went home":                              "User went home",
		"I needed a break":                         "User needed a break",
		"I need a break":                           "User needs a break",
		"I can swim":                               "User can swim",
		"my wife and I met when I was ten":         "User's wife and they met when they were ten",
		"I think I am late":                        "User thinks they are late",
		"I wash the car myself":                    "User washes the car themselves",
		"I love In My Life by the Beatles":         "User loves In My Life by the Beatles",
		"our house is mine":                        "User's house is theirs",
		"I eat out and get home late":              "User eats out and gets home late",
		"the gate code is 12":                      "User noted that the gate code is 12",
		"I quit my job":                            "User quit their job",
		"I study in the US with us":                "User studies in the US with them",
		"I was born in 1987":                       "User was born in 1987",
		"I go to bed at 9 and I do not need naps.": "User goes to bed at 9 and they do not need naps.",
	} {
		if got := thirdPerson(said, "User"); got != want {
			t.Errorf("thirdPerson(%q) = %q, want %q", said, got, want)
		}
	}
}

func TestThirdPersonChinese(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"我住在深圳":     "用户住在深圳",
		"我的猫很喜欢我":   "用户的猫很喜欢自己",
		"我和我老婆都是医生": "用户和自己老婆都是医生",
	} {
		if got := thirdPersonChinese(said, "用户"); got != want {
			t.Errorf("thirdPersonChinese(%q) = %q, want %q", said, got, want)
		}
	}
	if got := thirdPersonChinese("我住在深圳", "alex"); got != "alex 住在深圳" {
		t.Errorf("got %q", got)
	}
}
