package keys

import (
	"bytes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"

	"carteado/engine"
)

// A Match encrypts and decrypts the rows of one match. What stands in a row from before there were keys, in plain, is
// returned as it is.
type Match struct {
	Secret engine.Seed
	aead   cipher.AEAD
}

// Of is the key that follows from the secret of a match.
func Of(secret engine.Seed) *Match {
	key, err := hkdf.Key(sha256.New, secret[:], nil, "carteado rows 1", size)
	if err != nil {
		panic(err) // the length is right
	}
	return &Match{secret, newAEAD(key)}
}

// A Kind says what is encrypted, so that nothing is taken for something else.
type Kind string

// The kinds of what is encrypted.
const (
	Position Kind = "position"
	Events   Kind = "events"
	Move     Kind = "move"
	Final    Kind = "final"
	Hand     Kind = "hand"
	Plan     Kind = "plan"
	Note     Kind = "note"
)

// textMark begins a text that is encrypted. No card and no move begins like that.
const textMark = "sealed:"

// Sealed finds what Text has encrypted, in JSON.
var Sealed = regexp.MustCompile(`"` + textMark + `[A-Za-z0-9+/=]+"`)

// padTo hides the exact length of what is encrypted.
const padTo = 32

// seal pads what is encrypted by a 1 and as many zeros as are needed.
func (m *Match) seal(kind Kind, plain []byte) string {
	padded := make([]byte, (len(plain)/padTo+1)*padTo)
	copy(padded, plain)
	padded[len(plain)] = 1
	return base64.StdEncoding.EncodeToString(m.aead.Seal(nil, nil, padded, []byte(kind)))
}

func (m *Match) unseal(kind Kind, stored string) ([]byte, error) {
	sealed, err := base64.StdEncoding.DecodeString(stored)
	if err == nil {
		sealed, err = m.aead.Open(nil, nil, sealed, []byte(kind))
	}
	if err != nil {
		return nil, fmt.Errorf("sealed %s: %w", kind, err)
	}
	sealed = bytes.TrimRight(sealed, "\x00")
	return sealed[:max(0, len(sealed)-1)], nil
}

// JSON encrypts an array or an object, for a column of JSON: it becomes a string. Nil stays nil.
func (m *Match) JSON(kind Kind, plain []byte) []byte {
	if plain == nil {
		return nil
	}
	return []byte(`"` + m.seal(kind, plain) + `"`)
}

// OpenJSON is the inverse of JSON.
func (m *Match) OpenJSON(kind Kind, stored []byte) ([]byte, error) {
	if len(stored) < 2 || stored[0] != '"' {
		return stored, nil
	}
	return m.unseal(kind, string(stored[1:len(stored)-1]))
}

// Text encrypts a text.
func (m *Match) Text(kind Kind, plain string) string { return textMark + m.seal(kind, []byte(plain)) }

// OpenText is the inverse of Text.
func (m *Match) OpenText(kind Kind, stored string) (string, error) {
	sealed, is := strings.CutPrefix(stored, textMark)
	if !is {
		return stored, nil
	}
	plain, err := m.unseal(kind, sealed)
	return string(plain), err
}
