package proof

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
)

// A Signature says that the house with this key has handed the record out. It proves where the record comes from, and
// nothing about its cards.
type Signature struct {
	Key  []byte `json:"key"`  // public, Ed25519
	Sign []byte `json:"sign"` // of what ToSign returns
}

var errSignature = errors.New("the house has not signed this record, or not like this")

// ToSign is the text that a house signs: it stands for every field but the signature, however the record is written.
func (r Record) ToSign() (string, error) {
	r.Signature = nil
	if r.Options == nil {
		r.Options = map[string]string{}
	}
	r.Seats, r.Moves = append([]Seat{}, r.Seats...), append([]Move{}, r.Moves...)
	r.Rounds, r.Totals = append(r.Rounds[:0:0], r.Rounds...), append([]int{}, r.Totals...)
	if len(r.Rounds) == 0 {
		r.Rounds = nil
	}
	data, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("carteado record\n%x", sha256.Sum256(data)), nil
}

// Signed checks the signature, if there is one: a *Fault.
func (r Record) Signed() error {
	if r.Signature == nil {
		return nil
	}
	text, err := r.ToSign()
	if err == nil && (len(r.Signature.Key) != ed25519.PublicKeySize ||
		!ed25519.Verify(r.Signature.Key, []byte(text), r.Signature.Sign)) {
		err = errSignature
	}
	if err != nil {
		return &Fault{StepSignature, err}
	}
	return nil
}
