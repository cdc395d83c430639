package vector

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Every kernel must give what the plain words in plainGo's place would give, on
// the same inputs; the expected values here are computed digit by digit.
func TestKernelsAgree(t *testing.T) {
	for _, k := range kernels() {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			t.Run("products", rapid.MakeCheck(func(t *rapid.T) {
				width := padded(rapid.IntRange(1, 400).Draw(t, "dims"))
				rows := rapid.IntRange(0, 9).Draw(t, "rows")
				digit := rapid.Int8Range(-highest, highest)
				query := rapid.SliceOfN(digit, width, width).Draw(t, "query")
				data := rapid.SliceOfN(digit, rows*width, rows*width).Draw(t, "data")

				got := make([]int32, rows)
				k.products(got, query, data)
				if want := slowProducts(query, data, rows); !slices.Equal(got, want) {
					t.Fatalf("products = %v, want %v", got, want)
				}
			}))
			t.Run("agreements", rapid.MakeCheck(func(t *rapid.T) {
				width := padded(rapid.IntRange(1, 400).Draw(t, "dims"))
				tiles := rapid.IntRange(0, 3).Draw(t, "tiles")
				query := &digits{both: make([]int8, 2*width)}
				copy(query.both, rapid.SliceOfN(rapid.Int8Range(-highest, highest), width, width).Draw(t, "query"))
				query.both[0] = max(query.both[0], 1) // a query is never zero
				data := make([]byte, tiles*4*width)
				fill(data, rapid.Uint64().Draw(t, "seed"))

				got := make([]uint16, tiles*tileRows)
				k.agreements(got, agreementTable(query), data)
				if want := slowAgreements(query, data, len(got)); !slices.Equal(got, want) {
					t.Fatalf("agreements = %v, want %v", got, want)
				}
			}))
		})
	}
}

// The largest digits and the longest row must not overflow anywhere.
func TestKernelsAtTheirLimits(t *testing.T) {
	full := slices.Repeat([]int8{highest}, MaxDims)
	least := slices.Repeat([]int8{-highest}, MaxDims)
	whole := &digits{both: slices.Concat(full, make([]int8, MaxDims))}
	one := &digits{both: append([]int8{highest}, make([]int8, 2*lanes-1)...)}
	for _, k := range kernels() {
		t.Run(k.name, func(t *testing.T) {
			product := make([]int32, 1)
			for _, c := range []struct {
				query, row []int8
				want       int32
			}{
				{full, full, highest * highest * MaxDims},
				{full, least, -highest * highest * MaxDims},
				{least, least, highest * highest * MaxDims},
			} {
				if k.products(product, c.query, c.row); product[0] != c.want {
					t.Errorf("product = %d, want %d", product[0], c.want)
				}
			}
			for _, query := range []*digits{whole, one} {
				got, positive := make([]uint16, tileRows), make([]byte, 4*len(query.high()))
				k.agreements(got, agreementTable(query), positive)
				if want := slowAgreements(query, positive, tileRows); !slices.Equal(got, want) {
					t.Errorf("agreements of %d dims = %v, want %v", len(query.high()), got, want)
				}
			}
		})
	}
}

func slowProducts(query, data []int8, rows int) []int32 {
	out := make([]int32, rows)
	for i := range data {
		out[i/len(query)] += int32(query[i%len(query)]) * int32(data[i])
	}
	return out
}

func slowAgreements(query *digits, tiles []byte, rows int) []uint16 {
	weights, negative := weigh(query)
	out := make([]uint16, rows)
	for r := range out {
		tile := tiles[r/tileRows*4*len(weights):]
		for d := range weights {
			bit := tile[d/8*tileRows+r%tileRows] >> (d % 8) & 1
			if negative[d] == (bit == 1) {
				out[r] += uint16(weights[d])
			}
		}
	}
	return out
}

func fill(b []byte, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
}
