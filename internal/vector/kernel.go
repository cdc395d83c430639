package vector

// kernel is one way to do the two inner loops of a search. All kernels give the
// same whole numbers; they differ in the instructions they use. kernels lists
// those that this CPU can run, fastest first, and plainGo is always the last.
type kernel struct {
	name string

	// products sets out[i] to the inner product of query and the i-th row. A row
	// is len(query) long, a multiple of lanes, and rows holds len(out) of them.
	products func(out []int32, query, rows []int8)

	// agreements sets out[i] to the agreement of the i-th row with the query of
	// the table; see signs.go. tiles holds len(out) rows, a multiple of tileRows.
	agreements func(out []uint16, table, tiles []byte)
}

var plainGo = kernel{name: "go", products: productsGo, agreements: agreementsGo}

func productsGo(out []int32, query, rows []int8) {
	for i := range out {
		out[i] = productGo(query, rows[i*len(query):][:len(query)])
	}
}

func productGo(query, row []int8) int32 {
	var s0, s1, s2, s3 int32
	for len(query) >= 4 && len(row) >= 4 {
		s0 += int32(query[0]) * int32(row[0])
		s1 += int32(query[1]) * int32(row[1])
		s2 += int32(query[2]) * int32(row[2])
		s3 += int32(query[3]) * int32(row[3])
		query, row = query[4:], row[4:]
	}
	return s0 + s1 + s2 + s3
}

func agreementsGo(out []uint16, table, tiles []byte) {
	for len(out) > 0 {
		agreementsOfTile((*[tileRows]uint16)(out), table, tiles[:len(table)])
		out, tiles = out[tileRows:], tiles[len(table):]
	}
}

func agreementsOfTile(out *[tileRows]uint16, table, tile []byte) {
	*out = [tileRows]uint16{}
	for len(table) >= 32 && len(tile) >= tileRows {
		first, second := (*[16]byte)(table), (*[16]byte)(table[16:])
		for i, signs := range (*[tileRows]byte)(tile) {
			out[i] += uint16(first[signs&15]) + uint16(second[signs>>4])
		}
		table, tile = table[32:], tile[tileRows:]
	}
}
