package handlers

import (
	"cmp"
	"crypto/ecdh"
	"encoding/base64"
	"net/http"
	"strings"

	"carteado/db"
	"carteado/db/delivery"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/views/link"
)

// addDevice takes a browser's subscription. It comes by our script, since a browser
// without one shows no notices.
func (s *Server) addDevice(r *request) error {
	device, err := s.subscription(r)
	if err != nil {
		return err
	}
	return r.done(s.store.AddDevice(r.ctx(), r.player(), r.viewer.ID, device), cmp.Or(local(r.field("next")), link.Calls+"?saved=device"))
}

// renewDevice takes the subscription that a browser has in place of an earlier one, by our service worker. Only that
// browser and its push service knew the earlier one.
func (s *Server) renewDevice(r *request) error {
	device, err := s.subscription(r)
	if err != nil {
		return err
	}
	if err := s.store.RenewDevice(r.ctx(), r.field("before"), decoded(r, "secret"), device); err != nil {
		return err
	}
	return r.NoContent(http.StatusNoContent)
}

func decoded(r *request, name string) []byte {
	data, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(r.field(name), "="))
	if err != nil {
		return nil
	}
	return data
}

// subscription reads a browser's subscription from the form.
func (s *Server) subscription(r *request) (device delivery.Device, err error) {
	house, err := s.house(r.ctx())
	if err != nil {
		return device, err
	}
	device = delivery.Device{Endpoint: r.field("endpoint"), P256dh: decoded(r, "p256dh"), Auth: decoded(r, "auth")}
	_, wrong := ecdh.P256().NewPublicKey(device.P256dh)
	if wrong != nil || len(device.Auth) != 16 || len(device.Endpoint) > 1000 || !house.Push.Allowed(device.Endpoint) {
		err = errForm
	}
	return device, err
}

// declineDevice leads back to the table at which the reader was asked.
func (s *Server) declineDevice(r *request) error {
	return r.done(s.store.DeclineDevice(r.ctx(), r.player()), cmp.Or(local(r.field("next")), link.Calls))
}

// deviceKey is the key by which browsers know the house, for a page of a table at which its
// reader is worth asking whether this device may call them: where a move may take days. "" for
// any other.
func (s *Server) deviceKey(r *request, b db.Board) (string, error) {
	if !b.Dealt || b.View.Seat == engine.Spectator || b.Table.Pace.Kind != clock.Slow {
		return "", nil
	}
	asks, err := s.store.AsksDevice(r.ctx(), r.player())
	if err != nil || !asks {
		return "", err
	}
	house, err := s.house(r.ctx())
	if err != nil {
		return "", err
	}
	return house.Push.Public(), nil
}

func (s *Server) endDevice(r *request) error {
	return r.done(s.store.EndDevice(r.ctx(), r.player(), r.number("id")), link.Calls)
}
