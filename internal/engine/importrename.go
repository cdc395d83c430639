package engine

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/souvenir-memory/souvenir"
)

// ownIDs gives what another user of the same tenant has ids of the new user's own:
// the same for the same thing each time, so that an import can be made again, and
// in the order of the old ones.
func ownIDs(user string) func(string) string {
	return func(id string) string {
		if id == "" {
			return ""
		}
		sum := sha256.Sum256([]byte(user + "\x00" + id))
		h := hex.EncodeToString(sum[:])
		if len(id) == 36 && id[14] == '7' {
			return id[:15] + h[:3] + "-8" + h[3:6] + "-" + h[6:18]
		}
		return h[:32]
	}
}

// renamed is a thing with other ids, wherever it names one. Conversations and
// messages are each user's own anyway.
func renamed(thing any, id func(string) string) any {
	switch v := thing.(type) {
	case souvenir.Memory:
		return renamedMemory(v, id)
	case souvenir.Change:
		v.ID, v.Memory, v.Step, v.Cause.Undoes = id(v.ID), id(v.Memory), id(v.Step), id(v.Cause.Undoes)
		if v.Before != nil {
			v.Before = new(renamedMemory(*v.Before, id))
		}
		v.After = new(renamedMemory(*v.After, id))
		return v
	case souvenir.ExportedOutcome:
		for n, m := range v.Memories {
			v.Memories[n] = id(m)
		}
		return v
	case souvenir.Retirement:
		v.ID, v.Memory = id(v.ID), id(v.Memory)
		return v
	case souvenir.Rejection:
		v.ID, v.Candidate.ID = id(v.ID), id(v.Candidate.ID)
		return v
	case souvenir.Episode:
		v.ID = id(v.ID)
		return v
	case souvenir.PendingTopic:
		v.ID, v.Episode = id(v.ID), id(v.Episode)
		return v
	}
	return thing
}

func renamedMemory(m souvenir.Memory, id func(string) string) souvenir.Memory {
	m.ID, m.SupersededBy = id(m.ID), id(m.SupersededBy)
	return m
}
