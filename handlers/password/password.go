// Package password keeps passwords: it hashes and checks them with argon2id and
// says which are too weak to take. It stores nothing and logs nothing.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// cost is the work of one hash. The values are those OWASP recommends for
// argon2id with the least memory; a stored hash names its own, so that they can
// be raised.
type cost struct {
	memory  uint32 // KiB
	time    uint32
	threads uint8
}

var current = cost{memory: 19 * 1024, time: 2, threads: 1}

const (
	saltSize = 16
	keySize  = 32

	// maxAtOnce bounds the memory that sign-ins can take together.
	maxAtOnce = 4
)

// atOnce leaves a core for pages: a hash keeps its own busy to the end.
func atOnce() int { return min(max(runtime.GOMAXPROCS(0)-1, 1), maxAtOnce) }

// ErrHash is returned for a stored hash that cannot be read.
var ErrHash = errors.New("malformed password hash")

// A Keeper hashes and checks passwords, a few at a time. It is safe for
// concurrent use.
type Keeper struct {
	slots chan struct{}
	decoy string
}

// NewKeeper returns a Keeper.
func NewKeeper() *Keeper {
	k := &Keeper{slots: make(chan struct{}, atOnce())}
	k.decoy = encode(current, make([]byte, saltSize), make([]byte, keySize))
	return k
}

// Hash returns the PHC string of a password under a new salt. It waits for its
// turn as long as ctx allows.
func (k *Keeper) Hash(ctx context.Context, plain string) (string, error) {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	key, err := k.derive(ctx, plain, salt, current, keySize)
	if err != nil {
		return "", err
	}
	return encode(current, salt, key), nil
}

// Check reports whether a password is the one behind a hash, and whether the
// hash was made at another cost than today's and should be replaced.
func (k *Keeper) Check(ctx context.Context, hash, plain string) (ok, outdated bool, err error) {
	c, salt, key, err := decode(hash)
	if err != nil {
		return false, false, err
	}
	got, err := k.derive(ctx, plain, salt, c, uint32(len(key)))
	if err != nil {
		return false, false, err
	}
	return subtle.ConstantTimeCompare(got, key) == 1, c != current, nil
}

// Decoy takes as long as Check, so that a name nobody has is not told by the
// time.
func (k *Keeper) Decoy(ctx context.Context, plain string) error {
	_, _, err := k.Check(ctx, k.decoy, plain)
	return err
}

func (k *Keeper) derive(ctx context.Context, plain string, salt []byte, c cost, size uint32) ([]byte, error) {
	select {
	case k.slots <- struct{}{}:
		defer func() { <-k.slots }()
	case <-ctx.Done():
		return nil, fmt.Errorf("hash password: %w", ctx.Err())
	}
	return argon2.IDKey([]byte(norm.NFKC.String(plain)), salt, c.time, c.memory, c.threads, size), nil
}

func encode(c cost, salt, key []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, c.memory, c.time, c.threads, b64.EncodeToString(salt), b64.EncodeToString(key))
}

func decode(hash string) (c cost, salt, key []byte, err error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, ErrHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.time, &c.threads); err != nil {
		return c, nil, nil, ErrHash
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	key, keyErr := base64.RawStdEncoding.DecodeString(parts[5])
	if saltErr != nil || keyErr != nil || len(key) == 0 || c.time == 0 || c.threads == 0 {
		return c, nil, nil, ErrHash
	}
	return c, salt, key, nil
}
