package vector

import "golang.org/x/sys/cpu"

func kernels() []kernel {
	avx2 := kernel{name: "avx2", products: productsWithAVX2, agreements: agreementsWithAVX2}
	vnni := kernel{name: "avx512vnni", products: productsWithVNNI, agreements: agreementsWithAVX2}
	switch {
	case cpu.X86.HasAVX2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VNNI:
		return []kernel{vnni, avx2, plainGo}
	case cpu.X86.HasAVX2:
		return []kernel{avx2, plainGo}
	}
	return []kernel{plainGo}
}

func productsWithAVX2(out []int32, query, rows []int8) {
	if len(out) > 0 {
		productsAVX2(&out[0], &query[0], &rows[:len(out)*len(query)][0], len(query)/lanes, len(out))
	}
}

func productsWithVNNI(out []int32, query, rows []int8) {
	if len(out) > 0 {
		productsVNNI(&out[0], &query[0], &rows[:len(out)*len(query)][0], len(query)/lanes, len(out))
	}
}

func agreementsWithAVX2(out []uint16, table, tiles []byte) {
	if n := len(out) / tileRows; n > 0 {
		agreementsAVX2(&out[0], &table[0], &tiles[:n*len(table)][0], len(table), n)
	}
}

// steps is the length of a row in units of lanes; rows is how many there are.
//
//go:noescape
func productsAVX2(out *int32, query, data *int8, steps, rows int)

//go:noescape
func productsVNNI(out *int32, query, data *int8, steps, rows int)

// length is that of the table and of each tile; count is how many tiles there are.
//
//go:noescape
func agreementsAVX2(out *uint16, table, tiles *byte, length, count int)
