package handlers

import (
	"crypto/ecdh"
	"encoding/base64"
	"strings"

	"carteado/db"
	"carteado/views/link"
)

// addDevice takes a browser's subscription. It comes by our script, since a browser
// without one shows no notices.
func (s *Server) addDevice(r *request) error {
	house, err := s.house(r.ctx())
	if err != nil {
		return err
	}
	device := db.Device{Endpoint: r.field("endpoint")}
	decode := func(name string) []byte {
		data, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(r.field(name), "="))
		if err != nil {
			return nil
		}
		return data
	}
	device.P256dh, device.Auth = decode("p256dh"), decode("auth")
	_, wrong := ecdh.P256().NewPublicKey(device.P256dh)
	if wrong != nil || len(device.Auth) != 16 || len(device.Endpoint) > 1000 || !house.Push.Allowed(device.Endpoint) {
		return errForm
	}
	return r.done(s.store.AddDevice(r.ctx(), r.player(), r.viewer.ID, device), link.Calls+"?saved=device")
}

func (s *Server) endDevice(r *request) error {
	return r.done(s.store.EndDevice(r.ctx(), r.player(), r.number("id")), link.Calls)
}
