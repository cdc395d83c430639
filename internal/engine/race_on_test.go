//go:build race

package engine

// raced says that the race detector watches, which makes everything slow.
const raced = true
