package shuffle

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Source is what the deals of a match follow from: a Seed alone under V1, a Mix under V2.
type Source interface {
	// Derive returns the seed for a purpose and a number, such as "round" 3. Knowing it
	// tells nothing about the source or its other seeds.
	Derive(purpose string, n int) Seed
}

// A Mix is the source of a match under V2: the secret to which the club has committed, and what each seat has added
// to it. It prints without the secret.
type Mix struct {
	Secret        Seed
	Match         string   // the number that the commitment names
	Contributions []string // by seat, each a line of text that may be empty
}

// BotContribution is what a bot's seat adds: the same at every table, so that it was fixed before anybody sat down.
const BotContribution = "bot"

// ErrVersion refuses a version of the method that this program does not know.
var ErrVersion = errors.New("no such shuffle")

// ErrContributions refuses contributions that are none: they are lines of text, one for each seat.
var ErrContributions = errors.New("a contribution is one line of text")

// From is the source of a match by the version of its method: ErrVersion, ErrContributions.
func From(version string, secret Seed, match string, contributions []string) (Source, error) {
	switch version {
	case V1:
		return secret, nil
	case V2:
		for _, text := range contributions {
			if strings.ContainsAny(text, "\n\r") {
				return nil, ErrContributions
			}
		}
		return Mix{secret, match, contributions}, nil
	}
	return nil, fmt.Errorf("%.40q: %w", version, ErrVersion)
}

// Derive is the HMAC-SHA-256 of Text with the secret as its key.
func (m Mix) Derive(purpose string, n int) Seed {
	mac := hmac.New(sha256.New, m.Secret[:])
	_, _ = mac.Write([]byte(m.Text(purpose, n))) // a hash does not fail
	return Seed(mac.Sum(nil))
}

// Text is what is mixed with the secret for a purpose and a number: a line that names them and the match,
// then the contribution of each seat.
func (m Mix) Text(purpose string, n int) string {
	first := "carteado " + V2 + " " + m.Match + " " + purpose + " " + strconv.Itoa(n)
	return strings.Join(append([]string{first}, m.Contributions...), "\n")
}
