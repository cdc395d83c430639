package main

import (
	"strings"

	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/openai"
)

// proxySettings are the proxy's view of the configuration as it is now.
func (h *house) proxySettings() openai.Settings {
	c := h.live.Current()
	p := c.Proxy
	return openai.Settings{
		Upstreams: upstreamsOf(c), Tools: p.Tools, Place: p.Place, Format: p.Format,
		ProfileBudget: p.ProfileBudget, Budget: p.Budget, Patience: p.RecallTimeout,
	}
}

// upstreamsOf are those that name their models, and then the one that has all others.
func upstreamsOf(c *config.Config) []openai.Upstream {
	var all []openai.Upstream
	for _, u := range c.Upstreams {
		models := strings.FieldsFunc(u.Models, func(r rune) bool { return r == ',' || r == ' ' })
		all = append(all, openai.Upstream{Models: models, URL: u.URL, Key: u.Key, Memory: u.Memory == nil || *u.Memory})
	}
	if c.Upstream != "" {
		all = append(all, openai.Upstream{URL: c.Upstream, Key: c.UpstreamKey, Memory: c.Proxy.Memory})
	}
	return all
}
