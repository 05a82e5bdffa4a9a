package keys

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Head is the last entry of a chain of the audit log at a time. The hash of an entry stands for all before it.
type Head struct {
	Club      int64 // 0: the entries of no club
	Place     int
	Hash      []byte
	At        time.Time // in whole seconds
	Key       ed25519.PublicKey
	Signature []byte
}

// signed is what the signature is about.
func (h Head) signed() []byte {
	return fmt.Appendf(nil, "carteado head\n%d\n%d\n%x\n%s", h.Club, h.Place, h.Hash, h.At.UTC().Format(time.RFC3339))
}

// Holds reports that the key that the head names has signed it.
func (h Head) Holds() bool {
	return len(h.Key) == ed25519.PublicKeySize && ed25519.Verify(h.Key, h.signed(), h.Signature)
}

// String writes a head in a line.
func (h Head) String() string {
	return fmt.Sprintf("%d %d %x %s %s %s", h.Club, h.Place, h.Hash, h.At.UTC().Format(time.RFC3339),
		base64.StdEncoding.EncodeToString(h.Key), base64.StdEncoding.EncodeToString(h.Signature))
}

// ErrHead is returned for a text that is no head.
var ErrHead = errors.New("no head of a log")

// ParseHead is the inverse of String.
func ParseHead(text string) (h Head, err error) {
	words := strings.Fields(text)
	if len(words) != 6 {
		return h, ErrHead
	}
	var failed [6]error
	h.Club, failed[0] = strconv.ParseInt(words[0], 10, 64)
	h.Place, failed[1] = strconv.Atoi(words[1])
	h.Hash, failed[2] = hex.DecodeString(words[2])
	h.At, failed[3] = time.Parse(time.RFC3339, words[3])
	h.Key, failed[4] = base64.StdEncoding.DecodeString(words[4])
	h.Signature, failed[5] = base64.StdEncoding.DecodeString(words[5])
	return h, errors.Join(failed[:]...)
}

// A Signer signs heads, and records of matches, by a key from a file, and keeps the last head of each chain in another
// file beside it. It is safe for concurrent use.
type Signer struct {
	keys, heads file
	mu          sync.Mutex
	own         ed25519.PrivateKey // without a file
}

// signInMemory is inMemory for signatures.
var signInMemory = sync.OnceValue(func() *Signer { return &Signer{own: ed25519.NewKeyFromSeed(randomKey())} })

// OpenSigner returns the signer of a directory; see Open.
func OpenSigner(dir string) *Signer {
	if dir == "" {
		return signInMemory()
	}
	return &Signer{
		keys: file{dir, "audit.keys", "# The keys that sign the heads of the audit log, the newest first.\n"},
		heads: file{dir, "audit.heads", "# The last signed head of each club's log: club, place, hash, time, key, " +
			"signature.\n"},
	}
}

// String is where the keys are.
func (s *Signer) String() string { return s.keys.String() }

// Sign fills in key and signature. The first head makes the file.
func (s *Signer) Sign(h *Head) (err error) {
	h.Key, h.Signature, err = s.SignText(h.signed())
	return err
}

// SignText signs a text whose first line says what it is, so that no signature can be taken for another's. The first
// one makes the file.
func (s *Signer) SignText(text []byte) (key ed25519.PublicKey, signature []byte, err error) {
	private := s.own
	if private == nil {
		list, err := s.keys.readOrMake()
		if err != nil {
			return nil, nil, fmt.Errorf("keys: %w", err)
		}
		private = ed25519.NewKeyFromSeed(list[0])
	}
	return private.Public().(ed25519.PublicKey), ed25519.Sign(private, text), nil
}

// Own are the public halves of the keys; none where there is no file.
func (s *Signer) Own() (own []ed25519.PublicKey, err error) {
	if s.own != nil {
		return []ed25519.PublicKey{s.own.Public().(ed25519.PublicKey)}, nil
	}
	list, err := s.keys.read()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, key := range list {
		own = append(own, ed25519.NewKeyFromSeed(key).Public().(ed25519.PublicKey))
	}
	return own, err
}

// Kept are the last heads that were signed here.
func (s *Signer) Kept() (list []Head, err error) {
	if s.own != nil {
		return nil, nil
	}
	text, err := os.ReadFile(s.heads.String())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		h, failed := ParseHead(line)
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", s.heads, failed))
			continue
		}
		list = append(list, h)
	}
	return list, err
}

// Keep notes heads outside of the database. One that is already noted of a longer log stays: a log that has become
// shorter shows.
func (s *Signer) Keep(heads []Head) error {
	if s.own != nil || len(heads) == 0 {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list, err := s.Kept()
	if err != nil {
		return err
	}
	for _, h := range heads {
		i := slices.IndexFunc(list, func(k Head) bool { return k.Club == h.Club })
		switch {
		case i < 0:
			list = append(list, h)
		case list[i].Place < h.Place:
			list[i] = h
		}
	}
	return s.write(list)
}

// Forget lets go of heads that were kept, of which somebody has said that their entries are rightly gone.
func (s *Signer) Forget(heads []Head) error {
	if s.own != nil || len(heads) == 0 {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list, err := s.Kept()
	if err != nil {
		return err
	}
	return s.write(slices.DeleteFunc(list, func(k Head) bool {
		return slices.ContainsFunc(heads, func(h Head) bool { return h.String() == k.String() })
	}))
}

// write puts these heads in the place of those that are kept.
func (s *Signer) write(list []Head) error {
	content := s.heads.comment
	for _, h := range list {
		content += h.String() + "\n"
	}
	return s.heads.replace([]byte(content))
}
