//go:build !race

package store_test

// manyMessages is how many a copy has to carry within seconds.
const manyMessages = 10_000
