package scoped

import (
	"fmt"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// least is the confidence below which nothing is kept. What is above it and below
// 0.5 is weighed against what is known already, when it is reconciled.
const least = 0.3

var lowConfidence = filter.Rule{Name: "low-confidence", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
	if c.Confidence != nil && *c.Confidence < least {
		return fmt.Sprintf("confidence %g < %g", *c.Confidence, least)
	}
	return ""
}}
