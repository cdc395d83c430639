package when

import (
	"testing"
	"time"
)

func TestValid(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"User has lived in Rome since 2019":               {"2019-01-01", ""},
		"User has been vegan since May 2020":              {"2020-05-01", ""},
		"User worked at Google until March 2024":          {"", "2024-04-01"},
		"User rents the flat until 2027":                  {"", "2028-01-01"},
		"User studied in Bonn from 2010 to 2014":          {"2010-01-01", "2015-01-01"},
		"User moved to Portland in May 2025":              {"2025-05-01", ""},
		"User moved to Portland on 2025-05-04":            {"2025-05-04", ""},
		"User quit smoking in 2020":                       {"2020-01-01", ""},
		"User is on leave until 2026-04-01":               {"", "2026-04-01"},
		"User used to live in Seattle":                    {"", ""},
		"User moved in with Anna until March 2026":        {"", "2026-04-01"},
		"User started a course until 2027":                {"", "2028-01-01"},
		"User lives in Seattle":                           {"", ""},
		"User was born in 1990":                           {"", ""},
		"User likes movies from 1990":                     {"", ""},
		"用户从2019年起住在上海":                                   {"2019-01-01", ""},
		"用户2010年到2014年在北京读书":                              {"2010-01-01", "2015-01-01"},
		"用户2023年搬到了成都":                                    {"2023-01-01", ""},
		"用户住在上海":                                          {"", ""},
		"User starts a new job on 2026-09-01":             {"", ""},
		"User is staying with Anna until the end of time": {"", ""},
	} {
		from, to := Valid(text, said)
		if got := [2]string{dayIn(from), dayIn(to)}; got != want {
			t.Errorf("Valid(%q) = %v, want %v", text, got, want)
		}
	}
	if from, to := Valid("User has lived in Rome since 2019", time.Time{}); !from.IsZero() || !to.IsZero() {
		t.Errorf("without a time: %v, %v", from, to)
	}
}

func dayIn(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02")
}
