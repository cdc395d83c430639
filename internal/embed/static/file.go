package static

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
)

// A model file, little endian:
//
//	 0  "SOUVEMB1"
//	 8  version, dim, tokens, vocabulary bytes, CRC-32 of all after the header, 0
//	32  the tokens in the order of their ids, each ended by a line feed
//	    zeros up to a multiple of 16
//	    a float32 scale for each token
//	    dim int8 for each token
//
// The vector of a token is its scale times its row.
const (
	magic      = "SOUVEMB1"
	version    = 1
	headerSize = 32
	maxDim     = 4096
	maxScale   = 1e6 // far above any real one; keeps a long text finite
)

var le = binary.LittleEndian

// Load reads a model file. The model keeps using the bytes, so they must not
// change afterwards.
func Load(name string, file []byte) (*Model, error) {
	l, err := layoutOf(file)
	if err == nil && crc32.ChecksumIEEE(file[headerSize:]) != l.checksum {
		err = errors.New("wrong checksum")
	}
	if err != nil {
		return nil, fmt.Errorf("load model %q: %w", name, err)
	}
	return load(name, file)
}

// load reads a file that is known to be whole. It looks at no row, so that the
// rows of words that nobody says stay on the disk.
func load(name string, file []byte) (*Model, error) {
	l, err := layoutOf(file)
	if err != nil {
		return nil, fmt.Errorf("load model %q: %w", name, err)
	}
	m := &Model{name: name, dim: l.dim, scales: file[l.scales:l.rows], rows: file[l.rows:]}
	if err = checkScales(m.scales); err == nil {
		m.vocab, err = readVocabulary(file[headerSize:l.vocabEnd], l.tokens)
	}
	if err != nil {
		return nil, fmt.Errorf("load model %q: %w", name, err)
	}
	return m, nil
}

// layout says where the parts of a file are.
type layout struct {
	dim, tokens            int
	vocabEnd, scales, rows int
	checksum               uint32
}

func layoutOf(file []byte) (layout, error) {
	if len(file) < headerSize || !bytes.HasPrefix(file, []byte(magic)) {
		return layout{}, errors.New("not a model file")
	}
	if v := le.Uint32(file[8:]); v != version {
		return layout{}, fmt.Errorf("version %d, want %d", v, version)
	}
	dim := le.Uint32(file[12:])
	if dim == 0 || dim > maxDim || dim%64 != 0 {
		return layout{}, fmt.Errorf("%d dimensions, want a multiple of 64 up to %d", dim, maxDim)
	}

	// In 64 bits, and compared with the length before anything is allocated.
	tokens, vocab := uint64(le.Uint32(file[16:])), uint64(le.Uint32(file[20:]))
	vocabEnd := headerSize + vocab
	scales := (vocabEnd + 15) &^ 15
	rows := scales + 4*tokens
	if end := rows + tokens*uint64(dim); end != uint64(len(file)) {
		return layout{}, fmt.Errorf("%d bytes, want %d", len(file), end)
	}
	return layout{
		dim: int(dim), tokens: int(tokens),
		vocabEnd: int(vocabEnd), scales: int(scales), rows: int(rows),
		checksum: le.Uint32(file[24:]),
	}, nil
}

func checkScales(scales []byte) error {
	for i := 0; i < len(scales); i += 4 {
		s := math.Float32frombits(le.Uint32(scales[i:]))
		if !(s >= 0 && s <= maxScale) { // also true of NaN
			return fmt.Errorf("token %d has scale %v", i/4, s)
		}
	}
	return nil
}
