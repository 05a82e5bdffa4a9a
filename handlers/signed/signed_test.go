package signed

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTokens(t *testing.T) {
	now := time.Date(2026, 11, 22, 15, 0, 0, 0, time.UTC)
	key := Key(strings.Repeat("k", 32))
	token := key.Token("confirm", now.Add(time.Hour), "7", "ana@example.org")
	if known, ok := key.Read("confirm", token, now); !ok || !slices.Equal(known, []string{"7", "ana@example.org"}) {
		t.Errorf("read %q, %t", known, ok)
	}
	if _, ok := key.Read("stop", key.Token("stop", time.Time{}, "7"), now.AddDate(10, 0, 0)); !ok {
		t.Error("a token for ever ends")
	}
	data, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data { // every byte counts
		data[i] ^= 1
		if _, ok := key.Read("confirm", base64.RawURLEncoding.EncodeToString(data), now); ok {
			t.Errorf("a token with another byte %d is read", i)
		}
		data[i] ^= 1
	}
	for name, read := range map[string]func() ([]string, bool){
		"of another use":  func() ([]string, bool) { return key.Read("stop", token, now) },
		"of another key":  func() ([]string, bool) { return Key("other").Read("confirm", token, now) },
		"that is over":    func() ([]string, bool) { return key.Read("confirm", token, now.Add(time.Hour)) },
		"that is none":    func() ([]string, bool) { return key.Read("confirm", "%", now) },
		"that is nothing": func() ([]string, bool) { return key.Read("confirm", "", now) },
	} {
		if _, ok := read(); ok {
			t.Errorf("a token %s is read", name)
		}
	}
}
