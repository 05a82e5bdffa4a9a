// Package signed makes tokens for links in letters. A token proves that the link was
// sent, so no table keeps it.
package signed

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// A Key signs tokens, and knows its own.
type Key []byte

// Token signs the facts that a link carries. It is good for the pages that what names,
// and until that time; the zero time is for ever.
func (k Key) Token(what string, until time.Time, known ...string) string {
	end := int64(0)
	if !until.IsZero() {
		end = until.Unix()
	}
	text := strings.Join(append([]string{strconv.FormatInt(end, 10)}, known...), "\x00")
	return base64.RawURLEncoding.EncodeToString(append(k.sum(what, text), text...))
}

// Read returns what a token says; false for one of another key or use, and for one that
// is over.
func (k Key) Read(what, token string, now time.Time) (known []string, ok bool) {
	data, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(data) < sha256.Size {
		return nil, false
	}
	text := string(data[sha256.Size:])
	if !hmac.Equal(data[:sha256.Size], k.sum(what, text)) {
		return nil, false
	}
	known = strings.Split(text, "\x00")
	end, err := strconv.ParseInt(known[0], 10, 64)
	if err != nil || end != 0 && now.Unix() >= end {
		return nil, false
	}
	return known[1:], true
}

// Hash knows a text again without keeping it; what names the use.
func (k Key) Hash(what, text string) []byte { return k.sum(what+" hash", text) }

func (k Key) sum(what, text string) []byte {
	mac := hmac.New(sha256.New, k)
	_, _ = mac.Write([]byte(what + "\x00" + text)) // a hash does not fail
	return mac.Sum(nil)
}
