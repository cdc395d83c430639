package vector

import "golang.org/x/sys/cpu"

func kernels() []kernel {
	neon := kernel{name: "neon", products: productsGo, agreements: agreementsWithNEON}
	sdot := kernel{name: "neon+sdot", products: productsWithSDOT, agreements: agreementsWithNEON}
	if cpu.ARM64.HasASIMDDP {
		return []kernel{sdot, neon, plainGo}
	}
	return []kernel{neon, plainGo} // every 64-bit ARM has NEON
}

func productsWithSDOT(out []int32, query, rows []int8) {
	if len(out) > 0 {
		productsSDOT(&out[0], &query[0], &rows[:len(out)*len(query)][0], len(query)/lanes, len(out))
	}
}

func agreementsWithNEON(out []uint16, table, tiles []byte) {
	if n := len(out) / tileRows; n > 0 {
		agreementsNEON(&out[0], &table[0], &tiles[:n*len(table)][0], len(table)/32, n)
	}
}

// steps is the length of a row in units of lanes; rows is how many there are.
//
//go:noescape
func productsSDOT(out *int32, query, data *int8, steps, rows int)

// groups is the length of the table in units of 32 bytes.
//
//go:noescape
func agreementsNEON(out *uint16, table, tiles *byte, groups, count int)
