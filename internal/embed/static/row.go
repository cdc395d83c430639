package static

import "math"

// hashLength is how long the vector of a hashed feature is, before its weight:
// about as long as that of a rare token.
const hashLength = 1.3

// add adds the vector of a feature to v.
func (m *Model) add(v []float32, f Feature) {
	if f.ID&hashed != 0 {
		addSigns(v, f.ID&^hashed, f.Weight*hashLength/float32(math.Sqrt(float64(m.dim))))
		return
	}
	scale := math.Float32frombits(le.Uint32(m.scales[4*f.ID:]))
	addRow(v, m.rows[f.ID*uint64(m.dim):][:m.dim], f.Weight*scale)
}

// addRow adds k times a row of int8, eight at a time: it is where the time goes.
func addRow(v []float32, row []byte, k float32) {
	for len(v) >= 8 && len(row) >= 8 {
		v[0] += k * float32(int8(row[0]))
		v[1] += k * float32(int8(row[1]))
		v[2] += k * float32(int8(row[2]))
		v[3] += k * float32(int8(row[3]))
		v[4] += k * float32(int8(row[4]))
		v[5] += k * float32(int8(row[5]))
		v[6] += k * float32(int8(row[6]))
		v[7] += k * float32(int8(row[7]))
		v, row = v[8:], row[8:]
	}
}

// addSigns adds k or -k everywhere, by bits that splitmix64 draws from the seed.
// The vectors of two seeds are nearly at right angles.
func addSigns(v []float32, seed uint64, k float32) {
	signed := [2]float32{-k, k} // looking up is three times as fast as flipping the sign
	for ; len(v) >= 64; v = v[64:] {
		seed += 0x9E3779B97F4A7C15
		bits := splitmix(seed)
		for i := 0; i < 64; i += 4 {
			x := (*[4]float32)(v[i:])
			x[0] += signed[bits&1]
			x[1] += signed[bits>>1&1]
			x[2] += signed[bits>>2&1]
			x[3] += signed[bits>>3&1]
			bits >>= 4
		}
	}
}

func splitmix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// normalize makes v unit length, in 64 bits so that no sum is too small or too
// large for it. The zero vector stays zero.
func normalize(v []float32) {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return
	}
	k := 1 / math.Sqrt(sum)
	for i, x := range v {
		v[i] = float32(float64(x) * k)
	}
}
