package vector

import "math"

// The signs of a row are one bit a dimension, set where its high digit is negative.
// They alone say a good deal about a cosine: where the signs of the row and the
// query agree, the dimension adds to it, the more the larger the query's number
// there. So the agreement of a row is
//
//	the sum over dimensions with equal signs of |query|, in small whole numbers
//
// Weighing by the query costs nothing over counting equal bits, and makes do with
// a shortlist of a fifth to a tenth of the length for the same recall.
//
// Signs are laid out for looking up 32 rows with one instruction. A tile is 32
// rows; its byte 32·g + r holds dimensions 8g … 8g+7 of row r. The query becomes
// a table with two lots of 16 bytes for each g: the agreement of every pattern
// of the four low bits, then of the four high bits. Hence a table is as long as
// a tile: 32 bytes for every 8 dimensions.
const tileRows = 32

// Bounds that the kernels rely on: two looked-up bytes must add up to at most
// 255, and a whole row to at most 65,535.
const (
	mostOfFour = 127
	mostOfRow  = 1<<16 - 1
)

// writeSigns puts the signs of row i, given by its high digits, into the tiles.
func writeSigns(tiles []byte, i int, high []int8) {
	tile := tiles[i/tileRows*4*len(high):]
	for at := 0; at < len(high); at += 8 {
		tile[4*at+i%tileRows] = signsOf((*[8]int8)(high[at:]))
	}
}

func signsOf(h *[8]int8) byte { // unrolled, because every row of a large load passes here 32 times
	return byte(h[0])>>7 | byte(h[1])>>7<<1 | byte(h[2])>>7<<2 | byte(h[3])>>7<<3 |
		byte(h[4])>>7<<4 | byte(h[5])>>7<<5 | byte(h[6])>>7<<6 | byte(h[7])>>7<<7
}

// agreementTable is the table for a query.
func agreementTable(query *digits) []byte {
	weights, negative := weigh(query)
	table := make([]byte, 4*len(weights))
	for i := 0; i < len(weights); i += 4 {
		fillFour((*[16]byte)(table[4*i:]), weights[i:i+4], negative[i:i+4])
	}
	return table
}

// fillFour sets the agreement for each of the 16 sign patterns of 4 dimensions.
func fillFour(table *[16]byte, weights []byte, negative []bool) {
	for pattern := range table {
		var sum byte
		for i, w := range weights {
			if negative[i] == (pattern>>i&1 == 1) {
				sum += w
			}
		}
		table[pattern] = sum
	}
}

// weigh scales |query| to the largest whole numbers within the bounds.
func weigh(query *digits) (weights []byte, negative []bool) {
	high, low := query.high(), query.low()
	weights, negative = make([]byte, len(high)), make([]bool, len(high))
	size := make([]float64, len(high))
	var ofRow, ofFour float64
	for i := range high {
		n := int(high[i])<<queryBits + int(low[i])
		size[i], negative[i] = math.Abs(float64(n)), n < 0
		if i%4 == 3 {
			four := size[i] + size[i-1] + size[i-2] + size[i-3]
			ofRow, ofFour = ofRow+four, max(ofFour, four)
		}
	}
	scale := min(mostOfFour/ofFour, mostOfRow/ofRow)
	for i := range weights {
		weights[i] = byte(size[i] * scale) // rounding down keeps the bounds
	}
	return weights, negative
}
