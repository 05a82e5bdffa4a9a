// Package push hands notices to the push services of browsers, encrypted for the
// browser alone.
package push

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"carteado/handlers/outbound"
)

// life is that of a notice for a device that is switched off.
const life = 24 * time.Hour

// hosts are the push services of browsers. One that begins with a dot is a domain.
var hosts = []string{"fcm.googleapis.com", "updates.push.services.mozilla.com", ".notify.windows.com",
	"web.push.apple.com"}

// ErrGone says that a device does not want notices any more.
var ErrGone = errors.New("the device is gone")

// A Device is a browser that shows notices.
type Device struct {
	Endpoint     string
	P256dh, Auth []byte
}

// A Sender sends notices in the name of the house.
type Sender struct {
	private, public, contact string
	also                     []string
	client                   *http.Client
}

// New returns a sender with the house's key, a number of the curve P-256. Push services
// write to contact, the address of the club, when something is wrong. also are the
// beginnings of endpoints beside those of the known services.
func New(key []byte, contact string, also []string) (*Sender, error) {
	private, err := ecdh.P256().NewPrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("push key: %w", err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	return &Sender{
		private: encode(key), public: encode(private.PublicKey().Bytes()), contact: contact, also: also,
		client: outbound.Client(also),
	}, nil
}

// Public is the key by which browsers know the house.
func (s *Sender) Public() string { return s.public }

// Allowed reports that an endpoint is one of a push service: nothing else is ever asked,
// because a browser could otherwise make the house ask any address it can reach.
func (s *Sender) Allowed(endpoint string) bool {
	u, err := url.Parse(endpoint)
	if err != nil || u.User != nil || u.Fragment != "" {
		return false
	}
	if slices.Contains(s.also, u.Scheme+"://"+u.Host) {
		return true
	}
	return u.Scheme == "https" && u.Port() == "" && slices.ContainsFunc(hosts, func(host string) bool {
		return u.Host == host || strings.HasPrefix(host, ".") && strings.HasSuffix(u.Host, host)
	})
}

// Send sends a notice: ErrGone. A notice with the topic of one that the device has not
// fetched yet takes its place.
func (s *Sender) Send(ctx context.Context, d Device, notice []byte, topic string) error {
	if !s.Allowed(d.Endpoint) {
		return ErrGone
	}
	encode := base64.RawURLEncoding.EncodeToString
	answer, err := webpush.SendNotificationWithContext(ctx, notice,
		&webpush.Subscription{Endpoint: d.Endpoint, Keys: webpush.Keys{Auth: encode(d.Auth), P256dh: encode(d.P256dh)}},
		&webpush.Options{
			HTTPClient: s.client, Subscriber: s.contact, Topic: fmt.Sprintf("%x", sha256.Sum256([]byte(topic)))[:32],
			TTL: int(life.Seconds()), Urgency: webpush.UrgencyNormal,
			VAPIDPublicKey: s.public, VAPIDPrivateKey: s.private,
		})
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err // without the endpoint, which is a secret
		}
		return fmt.Errorf("push: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 4<<10)) // so that the connection is used again
	switch {
	case answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusGone:
		return ErrGone
	case answer.StatusCode >= http.StatusMultipleChoices:
		return fmt.Errorf("push: the service answers %d", answer.StatusCode)
	}
	return nil
}
