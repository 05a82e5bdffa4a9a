package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A receiver finds out by the secret that a call is the house's, and is the one that it says.
func TestSignature(t *testing.T) {
	secret := "whsec_" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("s", 32)))
	before := "whsec_" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("b", 32)))
	verified := make(chan bool, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mac := hmac.New(sha256.New, []byte(strings.Repeat("s", 32)))
		mac.Write([]byte(r.Header.Get("webhook-id") + "." + r.Header.Get("webhook-timestamp") + "." + string(body)))
		want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		signatures := strings.Fields(r.Header.Get("webhook-signature"))
		verified <- len(signatures) == 2 && signatures[0] == want && signatures[1] != want &&
			r.Header.Get("webhook-timestamp") == "1790000000" && r.Header.Get("Content-Type") == "application/json"
	}))
	defer receiver.Close()
	answer, err := New([]string{receiver.URL}).Send(t.Context(), Call{Address: receiver.URL + "/x", ID: "one",
		Secrets: []string{secret, before}, At: time.Unix(1790000000, 0), Body: []byte(`{"type":"test"}`)})
	if err != nil || answer != "200 OK" || !<-verified {
		t.Errorf("the receiver answers %q: %v", answer, err)
	}
}

// Only a status of success is one, the beginning of what is said is shown, and the address nowhere.
func TestRefusals(t *testing.T) {
	held := make(chan struct{})
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/secret/gone":
			w.WriteHeader(http.StatusGone)
		case "/secret/leads":
			http.Redirect(w, r, "/secret/fine", http.StatusFound)
		case "/secret/long":
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, "a\x00\n\u202e<b>"+strings.Repeat("x", 1<<20))
		case "/secret/hangs":
			<-held
		}
	}))
	defer receiver.Close()
	defer close(held)
	s := New([]string{receiver.URL})
	for path, want := range map[string]string{
		"fine": "", "gone": "gone", "leads": "302 Found", "long": "400 Bad Request a <b>xxx", "hangs": "late",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if path == "hangs" {
			ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
		}
		_, err := s.Send(ctx, Call{Address: receiver.URL + "/secret/" + path, Body: []byte("{}")})
		cancel()
		got := ""
		if err != nil {
			got = Why(err)
		}
		if !strings.HasPrefix(got, want) || (want == "") != (err == nil) || strings.Contains(got, "secret") ||
			len(got) > 300 {
			t.Errorf("%s: %q", path, got)
		}
	}
	if _, err := New(nil).Send(t.Context(), Call{Address: "https://localhost:1/secret"}); err == nil ||
		Why(err) != "inside" {
		t.Errorf("the machine itself: %v", err)
	}
	if _, err := New(nil).Send(t.Context(), Call{Address: receiver.URL}); Why(err) != "inside" {
		t.Errorf("http: %v", err)
	}
	if _, err := New(nil).Send(t.Context(), Call{Address: "https://nowhere.invalid/secret"}); err == nil ||
		strings.Contains(Why(err), "secret") || errors.Is(err, ErrGone) {
		t.Errorf("a name that nobody has: %v", err)
	}
}
