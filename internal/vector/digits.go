package vector

import (
	"encoding/binary"
	"math"
)

// digits is the direction of a vector in whole numbers of two digits:
//
//	value ≈ step · (high·2^bits + low)      bits: how many the low digit has
//
// The step is chosen for each vector so that its largest number is ±127 in the
// high digit. No digit is ever -128, whose absolute value an int8 cannot hold.
type digits struct {
	dims int
	step float64
	both []int8 // all high digits, then all low ones, each padded(dims) long
}

// The low digit of a row is stored and has 4 bits, from -8 to 7. That of a query
// is not, and is as fine as it may be.
const (
	rowBits   = 4
	queryBits = 7
	highest   = 127
)

// lanes is how many int8 the widest instruction takes. Digits are padded with
// zeros to a whole number of them, so the kernels have no remainders.
const lanes = 64

func padded(dims int) int { return (dims + lanes - 1) &^ (lanes - 1) }

func (d *digits) high() []int8 { return d.both[:len(d.both)/2] }
func (d *digits) low() []int8  { return d.both[len(d.both)/2:] }

// resize makes room for a vector, reusing memory. Padding is zero.
func (d *digits) resize(dims int) {
	if d.dims != dims {
		*d = digits{dims: dims, both: make([]int8, 2*padded(dims))}
	}
}

// set writes v, or says why v has no direction.
func (d *digits) set(v []float32, bits int) error {
	length, err := norm(v)
	if err != nil {
		return err
	}
	d.resize(len(v))
	largest, most := largestOf(v), float64(int(highest)<<bits)
	d.step = largest / length / most
	scale, unit, shift := most/largest, int32(1)<<bits, uint(bits)&31 // the compiler then sees that shifting is safe
	high, low := d.high()[:len(v)], d.low()[:len(v)]
	for i, x := range v {
		n := round(float64(float64(x) * scale)) // outer float64: no fused rounding, so all CPUs agree
		h := (n + unit/2) >> shift
		high[i], low[i] = int8(h), int8(n-h*unit)
	}
	return nil
}

// round is math.Round for numbers far below 1<<30, without its branches.
func round(x float64) int32 { return int32(x+(1<<30+0.5)) - 1<<30 }

func largestOf(v []float32) float64 {
	var largest uint32 // the bits of positive floats are ordered as they are
	for _, x := range v {
		largest = max(largest, math.Float32bits(x)&^(1<<31))
	}
	return float64(math.Float32frombits(largest))
}

// pack writes low digits of rows, the first half and the second, 4 bits each.
func pack(packed []byte, low []int8) {
	first, second := low[:len(packed)], low[len(packed):][:len(packed)]
	for i := range packed {
		packed[i] = byte(first[i])&15 | byte(second[i])<<4
	}
}

// unpack reads what pack wrote, eight bytes at a time.
func unpack(low []int8, packed []byte) {
	first, second := low[:len(packed)], low[len(packed):][:len(packed)]
	for i := 0; i+8 <= len(packed); i += 8 {
		pairs := binary.LittleEndian.Uint64(packed[i:])
		putSigned((*[8]int8)(first[i:]), pairs)
		putSigned((*[8]int8)(second[i:]), pairs>>4)
	}
}

// putSigned writes the numbers from -8 to 7 that the low four bits of each byte hold.
func putSigned(to *[8]int8, bytes uint64) {
	const each = 0x0101010101010101
	n := bytes&(15*each) ^ 8*each            // 0 to 15, and 8 stands for zero
	n = (n | 0x80*each) - 8*each ^ 0x80*each // no byte borrows from the next
	to[0], to[1], to[2], to[3] = int8(n), int8(n>>8), int8(n>>16), int8(n>>24)
	to[4], to[5], to[6], to[7] = int8(n>>32), int8(n>>40), int8(n>>48), int8(n>>56)
}
