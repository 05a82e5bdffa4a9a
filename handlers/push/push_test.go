package push

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func sender(t *testing.T, also ...string) *Sender {
	t.Helper()
	s, err := New([]byte(strings.Repeat("k", 32)), "https://club.example.org", also)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOnlyPushServicesAreAsked(t *testing.T) {
	s := sender(t)
	for endpoint, allowed := range map[string]bool{
		"https://fcm.googleapis.com/fcm/send/x":             true,
		"https://updates.push.services.mozilla.com/wpush/x": true,
		"https://wns2-by3p.notify.windows.com/w/?token=x":   true,
		"https://web.push.apple.com/x":                      true,
		"http://fcm.googleapis.com/x":                       false,
		"https://fcm.googleapis.com:8443/x":                 false,
		"https://fcm.googleapis.com.example.org/x":          false,
		"https://example.org/fcm.googleapis.com":            false,
		"https://me@fcm.googleapis.com/x":                   false,
		"https://evilnotify.windows.com/x":                  false,
		"https://127.0.0.1/x":                               false,
		"http://169.254.169.254/latest":                     false,
		"file:///etc/passwd":                                false,
		"":                                                  false,
	} {
		if s.Allowed(endpoint) != allowed {
			t.Errorf("%q is allowed: %t", endpoint, !allowed)
		}
	}
}

// A service that hangs holds up its own call alone, and not for ever.
func TestAServiceThatHangs(t *testing.T) {
	held := make(chan struct{})
	hangs := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-held }))
	defer hangs.Close()
	defer close(held)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	s := sender(t, hangs.URL)
	key, err := base64.RawURLEncoding.DecodeString(s.Public()) // any key of the curve
	if err != nil {
		t.Fatal(err)
	}
	device := Device{Endpoint: hangs.URL + "/secret", P256dh: key, Auth: make([]byte, 16)}
	err = s.Send(ctx, device, []byte("{}"), "t")
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a service that hangs: %v", err)
	}
}

// A service leads nowhere else: what it answers with a redirect is a failure.
func TestAServiceLeadsNowhereElse(t *testing.T) {
	led := false
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { led = true }))
	defer inside.Close()
	service := httptest.NewServer(http.RedirectHandler(inside.URL, http.StatusTemporaryRedirect))
	defer service.Close()
	s := sender(t, service.URL)
	key, err := base64.RawURLEncoding.DecodeString(s.Public())
	if err != nil {
		t.Fatal(err)
	}
	device := Device{Endpoint: service.URL, P256dh: key, Auth: make([]byte, 16)}
	if err := s.Send(t.Context(), device, []byte("{}"), "t"); err == nil || led {
		t.Errorf("a service leads elsewhere: %t, %v", led, err)
	}
}
