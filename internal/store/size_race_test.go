//go:build race

package store_test

// manyMessages is smaller here: the race detector makes SQLite twenty times slower.
const manyMessages = 500
