// Package souvenir is the vocabulary of Souvenir: long-term memory for LLM
// applications that people can trust.
//
// A [Message] is said in a [Conversation]. A [Window] of messages is read by a
// style, which proposes a [Candidate] with its [Evidence]. A candidate that is
// refused becomes a [Rejection]; one that survives is reconciled into a [Plan]
// and kept as a [Memory], whose every [Change] is recorded. How each message
// ended is its [Outcome]. A [Scope] says whose memory all of this is.
//
// The package imports the standard library only, so that every other package
// can speak these words without learning anything else.
package souvenir
