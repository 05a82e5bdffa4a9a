package account

import (
	"cmp"
	"crypto/ecdh"
	"encoding/base64"
	"net/http"
	"strings"

	"carteado/db/delivery"
	"carteado/handlers/web"
	"carteado/views/link"
)

// AddDevice takes a browser's subscription. It comes by our script, since a browser
// without one shows no notices.
func (w *Wing) AddDevice(r *web.Request) error {
	device, err := w.subscription(r)
	if err != nil {
		return err
	}
	next := cmp.Or(web.LocalPath(r.Field("next")), link.Delivery+"?saved=device")
	return r.Done(w.Store.AddDevice(r.Ctx(), r.Player(), r.Viewer.ID, device), next)
}

// RenewDevice takes the subscription that a browser has in place of an earlier one, by our service worker. Only that
// browser and its push service knew the earlier one.
func (w *Wing) RenewDevice(r *web.Request) error {
	device, err := w.subscription(r)
	if err != nil {
		return err
	}
	if err := w.Store.RenewDevice(r.Ctx(), r.Field("before"), decoded(r, "secret"), device); err != nil {
		return err
	}
	return r.NoContent(http.StatusNoContent)
}

func decoded(r *web.Request, name string) []byte {
	data, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(r.Field(name), "="))
	if err != nil {
		return nil
	}
	return data
}

// subscription reads a browser's subscription from the form.
func (w *Wing) subscription(r *web.Request) (device delivery.Device, err error) {
	senders, err := w.Senders(r.Ctx())
	if err != nil {
		return device, err
	}
	device = delivery.Device{Endpoint: r.Field("endpoint"), P256dh: decoded(r, "p256dh"), Auth: decoded(r, "auth")}
	_, wrong := ecdh.P256().NewPublicKey(device.P256dh)
	if wrong != nil || len(device.Auth) != 16 || len(device.Endpoint) > 1000 || !senders.Push.Allowed(device.Endpoint) {
		err = web.ErrForm
	}
	return device, err
}

// DeclineDevice leads back to the table at which the reader was asked.
func (w *Wing) DeclineDevice(r *web.Request) error {
	return r.Done(w.Store.DeclineDevice(r.Ctx(), r.Player()), cmp.Or(web.LocalPath(r.Field("next")), link.Delivery))
}

func (w *Wing) EndDevice(r *web.Request) error {
	return r.Done(w.Store.EndDevice(r.Ctx(), r.Player(), r.Number("id")), link.Delivery)
}
