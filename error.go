package souvenir

import (
	"errors"
	"fmt"
)

// Code classifies an error by what the caller can do about it.
type Code string

const (
	Invalid     Code = "invalid"     // the request is wrong; sending it again will not help
	Denied      Code = "denied"      // the key is missing, unknown or not allowed to do this
	NotFound    Code = "not_found"   // no such thing within the caller's reach
	Conflict    Code = "conflict"    // it contradicts what is already stored
	TooLarge    Code = "too_large"   // more than one request may carry
	Unavailable Code = "unavailable" // a part we depend on is away; trying again later helps
	Internal    Code = "internal"    // our fault
)

// Error is a code for programs and a sentence for people.
type Error struct {
	Code    Code
	Message string
}

func (e *Error) Error() string { return e.Message }

// Errorf makes an error whose message is shown to a person as it is.
func Errorf(code Code, format string, args ...any) error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// CodeOf finds the code of err. An error without one is Internal.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return Internal
}
