package analysis

import "github.com/souvenir-memory/souvenir"

// join makes one episode of those of a conversation's parts. A part that cannot be
// read any more is left out.
func join(parts []souvenir.Episode) souvenir.Episode {
	whole := parts[0]
	var found []Analysis
	for i, p := range parts {
		if a, err := ReadBody(p.Body); err == nil {
			found = append(found, a)
		}
		if i > 0 {
			whole.Messages = append(whole.Messages, p.Messages...)
		}
	}
	whole.Body = Merge(found).Body()
	return whole
}
