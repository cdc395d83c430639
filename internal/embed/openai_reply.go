package embed

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
)

// readVectors reads the reply to a request for n > 0 texts: n vectors in the
// order of the texts, all of one length. Replies may come in any order.
func readVectors(body []byte, n int) ([][]float32, error) {
	var reply struct {
		Data []struct {
			Index     *int
			Embedding json.RawMessage
		}
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return nil, errors.New("it is not the JSON that was expected")
	}
	if len(reply.Data) != n {
		return nil, fmt.Errorf("it has %d vectors for %d texts", len(reply.Data), n)
	}
	vectors := make([][]float32, n)
	for i, d := range reply.Data {
		if d.Index != nil { // some endpoints leave it out and keep the order
			i = *d.Index
		}
		if i < 0 || i >= n || vectors[i] != nil {
			return nil, fmt.Errorf("there is no place for the vector with index %d", i)
		}
		v, err := readVector(d.Embedding)
		if err != nil {
			return nil, fmt.Errorf("vector %d: %w", i, err)
		}
		vectors[i] = v
	}
	return vectors, sameLength(vectors)
}

func sameLength(vectors [][]float32) error {
	for i, v := range vectors {
		if len(v) != len(vectors[0]) {
			return fmt.Errorf("vector %d has %d numbers, vector 0 has %d", i, len(v), len(vectors[0]))
		}
	}
	return nil
}

// readVector reads a list of numbers, or the base64 of little-endian float32.
func readVector(raw json.RawMessage) ([]float32, error) {
	read := readNumbers
	if bytes.HasPrefix(raw, []byte(`"`)) {
		read = readBase64
	}
	return read(raw)
}

func readNumbers(raw json.RawMessage) ([]float32, error) {
	var v []float32
	if bytes.Contains(raw, []byte("null")) || json.Unmarshal(raw, &v) != nil { // null would pass as 0
		return nil, errors.New("no list of numbers")
	}
	return v, nil
}

func readBase64(raw json.RawMessage) ([]float32, error) {
	var b []byte
	if err := json.Unmarshal(raw, &b); err != nil || len(b)%4 != 0 {
		return nil, errors.New("no base64 of float32")
	}
	v := make([]float32, len(b)/4)
	_, err := binary.Decode(b, binary.LittleEndian, v)
	return v, err
}
