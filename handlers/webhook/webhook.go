// Package webhook calls addresses that a club's hosts have named, and signs what it says, by
// https://www.standardwebhooks.com: libraries for receivers are there in most languages.
package webhook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"carteado/handlers/outbound"
)

// ErrGone says that a receiver wants no more calls.
var ErrGone = errors.New("the receiver wants no more calls")

// A Sender calls webhooks.
type Sender struct {
	also   []string
	client *http.Client
}

// New returns a sender. also are hosts that it may call beside public ones over https, as https://host or http://host.
func New(also []string) *Sender { return &Sender{also, outbound.Client(also)} }

// Allowed reports that an address may be called as it is written; where its name leads shows when it is called.
func (s *Sender) Allowed(address string) bool {
	u, err := url.Parse(address)
	return err == nil && outbound.Allowed(u, s.also)
}

// A Call is what a webhook is told.
type Call struct {
	Address string
	Secrets []string // each signs; the last for a while the one before
	ID      string   // the same however often it is tried
	At      time.Time
	Body    []byte // JSON
}

// Why says in a word why a call was not taken, for which pages have a sentence, or as the receiver has said it.
func Why(err error) string {
	var name *net.DNSError
	switch {
	case errors.Is(err, outbound.ErrInside):
		return "inside"
	case errors.Is(err, ErrGone):
		return "gone"
	case errors.As(err, &name):
		return "host" // the text of this one would tell the house's name server
	case errors.Is(err, context.DeadlineExceeded), os.IsTimeout(err):
		return "late"
	}
	return err.Error()
}

// maxAnswer is how much of an answer is read, and maxShown how much of it is shown, in characters.
const (
	maxAnswer = 4 << 10
	maxShown  = 200
)

// Send calls a webhook, and returns what it answers: ErrGone. Anything but a status of success is an error, whose text
// holds the answer and never the address, which is a secret.
func (s *Sender) Send(ctx context.Context, c Call) (answer string, err error) {
	if !s.Allowed(c.Address) {
		return "", outbound.ErrInside
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Address, bytes.NewReader(c.Body))
	if err != nil {
		return "", errors.New("the address is none")
	}
	var signatures []string
	for _, secret := range c.Secrets {
		signer, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			return "", errors.New("the secret is none")
		}
		signature, err := signer.Sign(c.ID, c.At, c.Body)
		if err != nil {
			return "", err
		}
		signatures = append(signatures, signature)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Carteado")
	r.Header.Set(standardwebhooks.HeaderWebhookID, c.ID)
	r.Header.Set(standardwebhooks.HeaderWebhookTimestamp, fmt.Sprint(c.At.Unix()))
	r.Header.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	got, err := s.client.Do(r)
	if err != nil {
		var failed *url.Error
		switch {
		case errors.Is(err, outbound.ErrInside):
			err = outbound.ErrInside
		case errors.As(err, &failed):
			err = failed.Err // without the address
		}
		return "", err
	}
	defer func() { _ = got.Body.Close() }()
	text, _ := io.ReadAll(io.LimitReader(got.Body, maxAnswer)) // what of it there is
	answer = strings.TrimSpace(got.Status + " " + shown(text))
	switch {
	case got.StatusCode == http.StatusGone:
		return answer, ErrGone
	case got.StatusCode < 200 || got.StatusCode >= 300:
		return answer, errors.New(answer)
	}
	return answer, nil
}

// shown is the beginning of an answer in a line.
func shown(text []byte) string {
	clean := strings.Join(strings.FieldsFunc(strings.ToValidUTF8(string(text), "?"), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if runes := []rune(clean); len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return clean
}
