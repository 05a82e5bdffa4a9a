package base

import (
	"crypto/sha256"
	"fmt"
)

// A Secret is text that must not reach a log or a page by accident: it prints
// as [hidden] through fmt, slog and JSON. The zero value is no secret.
type Secret string

const hidden = "[hidden]"

// Reveal returns the text itself.
func (s Secret) Reveal() string { return string(s) }

// String hides the text.
func (Secret) String() string { return hidden }

// GoString hides the text from %#v.
func (Secret) GoString() string { return hidden }

// Format hides the text from every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(hidden)) }

// MarshalText hides the text from JSON and slog.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// A TokenHash is all that the database knows of a session's token.
type TokenHash [sha256.Size]byte

// HashToken returns the hash under which a token's session is found.
func HashToken(token []byte) TokenHash { return sha256.Sum256(token) }
