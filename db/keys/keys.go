// Package keys holds what is not in the database, so that a copy of the database alone shows no hand of a running
// match: the keys by which the secrets of matches are encrypted there.
//
// Everything that tells a hidden card follows from the secret of its match. So that secret is encrypted by a key from
// a file, and whatever else would tell a card (positions, moves and what they showed, the order of a hand, plans,
// notes, how a round ended) by a key that follows from the secret. When a match is over its secret is published, as it
// always was, and with it its rows can be read by everybody again: they never have to be written anew, nothing of a
// match that is over needs the file, and another key changes the secrets of running matches alone.
//
// A key that leaks opens the copies of before, and matches that ran then; a new one protects those that begin after it.
package keys

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"sync"

	"carteado/engine"
)

// ErrLost is returned for a secret whose key is not in the file.
var ErrLost = errors.New("the key of this match is not there")

const (
	idSize = 8 // bytes of its name, which stands before what it has encrypted
	// SealedSize is the length of an encrypted secret: name, nonce, secret and tag.
	SealedSize = idSize + 12 + size + 16
)

const fileHead = `# The keys of running matches, the newest first. A copy of the database shows no hand without
# them: keep a copy of this file apart from those. Older keys open older backups.
`

// An ID names a key, and tells nothing about it.
type ID [idSize]byte

func (id ID) String() string { return hex.EncodeToString(id[:]) }

// A Ring has the keys of a file, or of this process alone. It is safe for concurrent use.
type Ring struct {
	file file // without a directory there is none
	mu   sync.Mutex
	list []ringKey // the newest first
}

type ringKey struct {
	id   ID
	aead cipher.AEAD
}

// inMemory serves every store of the process that has no directory, as in tests.
var inMemory = sync.OnceValue(func() *Ring {
	r := new(Ring)
	r.list = []ringKey{newKey(randomKey())}
	return r
})

// Open returns the keys in a directory. Nothing is read before a key is needed, and the first secret that is sealed
// makes the file. Without a directory the keys last as long as the process.
func Open(dir string) *Ring {
	if dir == "" {
		return inMemory()
	}
	return &Ring{file: file{dir, "matches.keys", fileHead}}
}

// String is where the keys are.
func (r *Ring) String() string { return r.file.String() }

func newKey(key []byte) ringKey {
	sum := sha256.Sum256(append([]byte("carteado key "), key...))
	return ringKey{ID(sum[:idSize]), newAEAD(key)}
}

func newAEAD(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // its length is right
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return aead
}

// load reads the file. The caller holds mu.
func (r *Ring) load(read func() ([][]byte, error)) error {
	if r.file.dir == "" {
		return nil
	}
	list, err := read()
	if err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	r.list = nil
	for _, key := range list {
		r.list = append(r.list, newKey(key))
	}
	return nil
}

// newest is the key that encrypts. It is read anew each time, because another program may have drawn one; the first
// makes the file.
func (r *Ring) newest() (ringKey, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.load(r.file.readOrMake); err != nil {
		return ringKey{}, err
	}
	return r.list[0], nil
}

// Add draws a key, and encrypts with it from now on. The others stay, because they open what is encrypted already.
func (r *Ring) Add() (ID, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := randomKey()
	if r.file.dir == "" {
		r.list = append([]ringKey{newKey(key)}, r.list...)
		return r.list[0].id, nil
	}
	if err := r.file.add(key); err != nil {
		return ID{}, fmt.Errorf("keys: %w", err)
	}
	return newKey(key).id, r.load(r.file.read)
}

// Has reports that a key is there.
func (r *Ring) Has(id ID) (bool, error) {
	_, err := r.key(id)
	if errors.Is(err, ErrLost) {
		return false, nil
	}
	return err == nil, err
}

func (r *Ring) key(id ID) (ringKey, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for again := true; ; again = false {
		for _, k := range r.list {
			if k.id == id {
				return k, nil
			}
		}
		if !again {
			return ringKey{}, fmt.Errorf("key %s in %s: %w", id, r.file, ErrLost)
		}
		if err := r.load(r.file.read); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return ringKey{}, err
		}
	}
}

// Newest is the name of the key that encrypts.
func (r *Ring) Newest() (ID, error) {
	k, err := r.newest()
	return k.id, err
}

// Seal encrypts the secret of a match.
func (r *Ring) Seal(match int64, secret engine.Seed) ([]byte, error) {
	return r.SealAs(matchName(match), secret[:])
}

// SealAs encrypts what has a name, such as the secret of a webhook; by no other name it can be read.
func (r *Ring) SealAs(name, plain []byte) ([]byte, error) {
	k, err := r.newest()
	if err != nil {
		return nil, err
	}
	return k.aead.Seal(k.id[:], nil, plain, name), nil
}

// Unseal decrypts the secret of a match: ErrLost.
func (r *Ring) Unseal(match int64, sealed []byte) (secret engine.Seed, err error) {
	if len(sealed) != SealedSize {
		return secret, fmt.Errorf("sealed secret of match %d has %d bytes", match, len(sealed))
	}
	plain, err := r.UnsealAs(matchName(match), sealed)
	if err != nil {
		return secret, err
	}
	return engine.Seed(plain), nil
}

// UnsealAs is the inverse of SealAs: ErrLost.
func (r *Ring) UnsealAs(name, sealed []byte) ([]byte, error) {
	if len(sealed) < idSize {
		return nil, fmt.Errorf("sealed secret of %s has %d bytes", name, len(sealed))
	}
	k, err := r.key(ID(sealed[:idSize]))
	if err != nil {
		return nil, err
	}
	plain, err := k.aead.Open(nil, nil, sealed[idSize:], name)
	if err != nil {
		return nil, fmt.Errorf("sealed secret of %s: %w", name, err)
	}
	return plain, nil
}

func matchName(match int64) []byte { return strconv.AppendInt([]byte("match "), match, 10) }
