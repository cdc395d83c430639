package immersion

import (
	"strconv"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// Allowed refuses types that the agent does not keep.
var Allowed = filter.Rule{Name: "type", Check: func(c *souvenir.Candidate, w souvenir.Window) string {
	if !Of(w.Agent).Keeps(c.Type) {
		return "type_not_allowed"
	}
	return ""
}}

// Sure refuses what is less certain than a threshold.
func Sure(threshold float64) filter.Rule {
	return filter.Rule{Name: "confidence", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
		switch {
		case c.Confidence == nil:
			return "confidence is missing"
		case !(*c.Confidence >= 0 && *c.Confidence <= 1):
			return "confidence out of range"
		case *c.Confidence < threshold:
			return "below_confidence"
		}
		return ""
	}}
}

func readThreshold(text string) (float64, error) {
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(f >= 0 && f <= 1) {
		return 0, souvenir.Errorf(souvenir.Invalid, "threshold.txt holds %q; it should be a number from 0 to 1.", strings.TrimSpace(text))
	}
	return f, nil
}
