package account

import (
	"net/http"
	"slices"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/handlers/web"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

func (w *Wing) ShowDelivery(r *web.Request) error {
	said := r.QueryParam("saved")
	if !slices.Contains([]string{"choice", "asked", "address", "device"}, said) {
		said = ""
	}
	return w.deliveryPage(r, http.StatusOK, accountpage.DeliveryProps{Saved: said, Typed: r.Viewer.Player.Email})
}

func (w *Wing) deliveryPage(r *web.Request, status int, props accountpage.DeliveryProps) error {
	settings, err := w.Store.DeliverySettings(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	devices, err := w.Store.Devices(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	senders, err := w.Senders(r.Ctx())
	if err != nil {
		return err
	}
	for _, kind := range delivery.NoticeKinds() {
		props.Kinds = append(props.Kinds, accountpage.DeliveryKind{
			Key: kind, Push: slices.Contains(settings.Push, kind), Mail: slices.Contains(settings.Mail, kind),
		})
	}
	props.Daily, props.Brief, props.Address = settings.Daily, settings.Brief, settings.Address
	props.PushKey, props.Mails = senders.Push.Public(), w.Mails != nil
	props.Lost = (*accountpage.Lost)(settings.Lost)
	for _, d := range devices {
		props.Devices = append(props.Devices, accountpage.Device{ID: d.ID, Agent: d.UserAgent, Told: d.ToldAt})
	}
	if err := w.NameClub(r); err != nil {
		return err
	}
	return r.Show(status, accountpage.Delivery(props))
}

// chosen are the kinds of notices that are ticked under a name.
func chosen(r *web.Request, name string) (kinds []string, err error) {
	kinds = []string{}
	for _, kind := range r.Request().PostForm[name] {
		if !slices.Contains(delivery.NoticeKinds(), kind) {
			return nil, web.ErrForm
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

func (w *Wing) SaveDelivery(r *web.Request) error {
	onPush, err := chosen(r, "push")
	if err != nil {
		return err
	}
	byMail, err := chosen(r, "mail")
	if err != nil {
		return err
	}
	if w.Mails == nil { // the form does not ask
		before, err := w.Store.DeliverySettings(r.Ctx(), r.Player())
		if err != nil {
			return err
		}
		byMail = before.Mail
	}
	err = w.Store.SaveDeliverySettings(r.Ctx(), r.Player(), delivery.Settings{
		Push: onPush, Mail: byMail, Daily: r.Field("daily") != "", Brief: r.Field("brief") != "",
	})
	return r.Done(err, link.Delivery+"?saved=choice")
}

// AskAddress sends the question whether an address is the reader's to it. Not for a session that may be that of who
// made a link for a new password: a password that is forgotten comes by the address, so they would keep the account.
func (w *Wing) AskAddress(r *web.Request) error {
	if w.Mails == nil {
		return base.ErrNotFound
	}
	address, reason := web.CleanEmail(r.Field("address"))
	if reason == "" && address == "" {
		reason = web.ReasonEmpty
	}
	if reason == "" && r.Viewer.LinkBy != 0 {
		reason = "passkey_link"
	}
	if reason != "" {
		return w.deliveryPage(r, http.StatusUnprocessableEntity, accountpage.DeliveryProps{
			Typed: r.Field("address"), Faults: part.Faults{"address": reason},
		})
	}
	w.NoteEvent(r, accounts.EventAddress)
	return r.Done(w.Store.ConfirmAddress(r.Ctx(), r.Player(), address), link.Delivery+"?saved=asked")
}
