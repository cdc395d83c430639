package store

import (
	"encoding/json"
	"strconv"
	"strings"
	"unique"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// A large user's memories are read in one column, its parts joined by a character
// that nobody types: the driver spends longer on a column than SQLite on a row.
const (
	packedJoin  = "\x1f"
	packedJoins = 21
)

// packing reads packed memories into a shelf.
type packing struct {
	shelf *shelf
	last  string // the labels before, as they were packed
	about unique.Handle[labels]
	odd   []int64 // rows with the joining character in their texts, to be read in columns
}

// put shelves one packed memory. Words are cut from its texts as they were
// packed, as the joining character is not part of any word.
func (p *packing) put(text string) {
	row := parts(text)
	n, id := row.number(), row.next()
	if strings.Count(text, packedJoin) != packedJoins {
		p.odd = append(p.odd, n)
		return
	}
	about := memoryAbout{priority: uint8(row.number()), importance: uint8(row.number()), confidence: row.fraction(), confirmations: uint32(row.number())}
	about.expires, about.said = row.number(), row.number()
	about.temporary = row.next() == string(souvenir.Temporary)
	about.labels = p.labels(&row)
	if p.shelf.tells {
		texts := row
		about.told = &toldTexts{id: strings.Clone(id), content: strings.Clone(texts.next()), question: strings.Clone(texts.next())}
	}
	p.shelf.memories.Put(n, words.Index(row.texts()), about)
}

// labels are mostly those of the row before.
func (p *packing) labels(row *parts) unique.Handle[labels] {
	if rest, same := strings.CutPrefix(string(*row), p.last); same && p.last != "" {
		*row = parts(rest)
		return p.about
	}
	before := string(*row)
	p.about = unique.Make(labels{
		kind: row.next(), origin: row.next(), agent: row.next(), reach: row.next(),
		conversation: row.next(), site: row.next(), key: row.next(), about: row.next(),
	})
	p.last = before[:len(before)-len(*row)]
	return p.about
}

// parts is what is left of a packed row.
type parts string

func (p *parts) next() string {
	part, rest, _ := strings.Cut(string(*p), packedJoin)
	*p = parts(rest)
	return part
}

func (p *parts) number() int64 {
	n, _ := strconv.ParseInt(p.next(), 10, 64) // the columns are numbers
	return n
}

func (p *parts) fraction() float32 {
	part := p.next()
	if part == "-1" { // unknown, as mostly
		return -1
	}
	f, _ := strconv.ParseFloat(part, 64)
	return float32(f)
}

// texts are the parts to be found by, of which the last is a list of tags.
func (p *parts) texts() string {
	text := string(*p)
	if plain, none := strings.CutSuffix(text, packedJoin+"[]"); none {
		return plain
	}
	end := strings.LastIndex(text, packedJoin)
	var tags []string
	_ = json.Unmarshal([]byte(text[end+1:]), &tags) // what is no list has no tags
	return text[:end] + "\n" + strings.Join(tags, "\n")
}
