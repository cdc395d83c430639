package vector

// Places tells where rows are, by their ids. Ids of one owner come mostly one
// after the other, so they are kept in runs: a million of them take 5 MB, and
// adding one costs nearly nothing. The zero value is empty. Reading is safe for
// concurrent use as long as nobody writes.
type Places struct {
	runs map[int64]*run // by their first id / runLength
	last *run           // the one written last, and its number
	at   int64
	size int
}

const (
	runBits   = 5
	runLength = 1 << runBits
)

// run holds places plus one; zero means that the id is not there.
type run [runLength]uint32

// Get finds a place.
func (p *Places) Get(id int64) (place uint32, ok bool) {
	r := p.runs[id>>runBits]
	if r == nil || r[id&(runLength-1)] == 0 {
		return 0, false
	}
	return r[id&(runLength-1)] - 1, true
}

// Set notes where a row is.
func (p *Places) Set(id int64, place uint32) {
	if p.last == nil || p.at != id>>runBits {
		p.turnTo(id >> runBits)
	}
	slot := &p.last[id&(runLength-1)]
	if *slot == 0 {
		p.size++
	}
	*slot = place + 1
}

// Delete forgets a row.
func (p *Places) Delete(id int64) {
	r := p.runs[id>>runBits]
	if r == nil || r[id&(runLength-1)] == 0 {
		return
	}
	r[id&(runLength-1)] = 0
	p.size--
	if *r == (run{}) {
		delete(p.runs, id>>runBits)
		p.last = nil
	}
}

// Len is how many rows there are.
func (p *Places) Len() int { return p.size }

func (p *Places) turnTo(number int64) {
	if p.runs == nil {
		p.runs = map[int64]*run{}
	}
	p.last, p.at = p.runs[number], number
	if p.last == nil {
		p.last = new(run)
		p.runs[number] = p.last
	}
}
