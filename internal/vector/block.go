package vector

// blockRows is how many rows a full block has. It is also how long a search may
// hold back a writer: the time to look at one block, some tens of microseconds.
const blockRows = 1024

// block is a run of rows, one array for each stage of a search.
type block struct {
	ids   []int64
	steps []float32 // zero marks a hole
	high  []int8
	low   []byte
	signs []byte // tiles; only full-sized blocks have them, as only large segments look
}

func newBlock(rows, width int) *block {
	b := &block{
		ids:   make([]int64, rows),
		steps: make([]float32, rows),
		high:  make([]int8, rows*width),
		low:   make([]byte, rows*width/2),
	}
	if rows == blockRows {
		b.signs = make([]byte, rows*width/8)
	}
	return b
}

// grown is a copy of b with room for more rows.
func (b *block) grown(rows, width int) *block {
	g, d := newBlock(rows, width), new(digits)
	for i, id := range b.ids {
		b.read(i, d)
		g.write(i, id, d)
	}
	return g
}

func (b *block) write(i int, id int64, d *digits) {
	b.ids[i], b.steps[i] = id, float32(d.step)
	copy(b.highOf(i), d.high())
	pack(b.lowOf(i), d.low())
	if b.signs != nil {
		writeSigns(b.signs, i, d.high())
	}
}

func (b *block) read(i int, d *digits) {
	d.resize(b.width())
	d.step = float64(b.steps[i])
	copy(d.high(), b.highOf(i))
	unpack(d.low(), b.lowOf(i))
}

// erase leaves a hole. Its digits stay until they are overwritten.
func (b *block) erase(i int) { b.steps[i] = 0 }

func (b *block) hole(i int) bool { return b.steps[i] == 0 }

func (b *block) width() int          { return len(b.high) / len(b.ids) }
func (b *block) highOf(i int) []int8 { w := b.width(); return b.high[i*w : (i+1)*w] }
func (b *block) lowOf(i int) []byte  { w := b.width() / 2; return b.low[i*w : (i+1)*w] }
