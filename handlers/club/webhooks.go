package club

import (
	"errors"
	"net/http"
	"net/url"
	"slices"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/handlers/web"
	"carteado/handlers/webhook"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// maxWebhook is the length of an address, in characters.
const maxWebhook = 500

// ShowWebhooks lists the addresses outside of the house that hear of the club.
func (w *Wing) ShowWebhooks(r *web.Request) error {
	return w.webhooksPage(r, http.StatusOK, clubpage.WebhooksProps{Kinds: delivery.WebhookKinds()})
}

// webhooksPage adds the list to what a form on its page has come to.
func (w *Wing) webhooksPage(r *web.Request, status int, props clubpage.WebhooksProps) error {
	list, err := w.Store.WebhooksOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	for _, hook := range list {
		props.List = append(props.List, clubpage.Webhook(hook))
	}
	props.Full = len(list) >= base.Quotas["webhooks"]
	return r.Show(status, clubpage.Webhooks(props))
}

// chosenKinds are those of a form that there are.
func chosenKinds(r *web.Request) []string {
	return slices.DeleteFunc(delivery.WebhookKinds(), func(kind string) bool {
		return !slices.Contains(r.Request().PostForm["kinds"], kind)
	})
}

// AddWebhook lets an address hear of the club, and shows the secret that signs, this once.
func (w *Wing) AddWebhook(r *web.Request) error {
	props := clubpage.WebhooksProps{Kinds: chosenKinds(r), Faults: part.Faults{}}
	props.Address = web.CleanField(r, props.Faults, "address", maxWebhook)
	senders, err := w.Senders(r.Ctx())
	if err != nil {
		return err
	}
	if props.Faults["address"] == "" && !senders.Webhooks.Allowed(props.Address) {
		props.Faults["address"] = "webhook_address"
	}
	if len(props.Kinds) == 0 {
		props.Faults["kinds"] = web.ReasonChoice
	}
	if len(props.Faults) > 0 {
		return w.webhooksPage(r, http.StatusUnprocessableEntity, props)
	}
	address, err := url.Parse(props.Address)
	if err != nil {
		return err
	}
	id, secret, err := w.Store.AddWebhook(r.Ctx(), r.Club.ID, r.Player(), props.Address, address.Host, props.Kinds,
		r.Key())
	var quota *base.ErrQuota
	if errors.As(err, &quota) {
		props.Faults[""] = web.QuotaKey(quota)
		return w.webhooksPage(r, http.StatusTooManyRequests, props)
	}
	if err != nil {
		return err
	}
	return w.webhooksPage(r, http.StatusOK, clubpage.WebhooksProps{Kinds: delivery.WebhookKinds(), Which: id,
		Secret: secret.Reveal()})
}

// TurnWebhook draws a webhook's secret anew, and shows it, this once.
func (w *Wing) TurnWebhook(r *web.Request) error {
	id := r.Number("id")
	secret, err := w.Store.TurnWebhookSecret(r.Ctx(), r.Club.ID, r.Player(), id)
	if errors.Is(err, base.ErrKeyLost) {
		return w.webhooksPage(r, http.StatusConflict, clubpage.WebhooksProps{Kinds: delivery.WebhookKinds(), Which: id,
			Refusal: "key"})
	}
	if err != nil {
		return err
	}
	return w.webhooksPage(r, http.StatusOK, clubpage.WebhooksProps{Kinds: delivery.WebhookKinds(), Which: id,
		Secret: secret.Reveal()})
}

// ChangeWebhook says what a webhook hears, and whether it is called at all.
func (w *Wing) ChangeWebhook(r *web.Request) error {
	err := w.Store.ChangeWebhook(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"), chosenKinds(r), r.Field("on") == "on")
	return r.Done(err, link.Webhooks(r.Club.Slug))
}

// RemoveWebhook forgets a webhook.
func (w *Wing) RemoveWebhook(r *web.Request) error {
	return r.Done(w.Store.RemoveWebhook(r.Ctx(), r.Club.ID, r.Player(), r.Number("id")), link.Webhooks(r.Club.Slug))
}

// TestWebhook calls a webhook at once, with nothing but that calls arrive, and shows its answer.
func (w *Wing) TestWebhook(r *web.Request) error {
	id := r.Number("id")
	props := clubpage.WebhooksProps{Kinds: delivery.WebhookKinds(), Which: id}
	senders, err := w.Senders(r.Ctx())
	if err != nil {
		return err
	}
	content, err := w.Store.TestWebhook(r.Ctx(), r.Club.ID, r.Player(), id)
	if errors.Is(err, base.ErrKeyLost) {
		props.Refusal = "key"
		return w.webhooksPage(r, http.StatusConflict, props)
	}
	if err != nil {
		return err
	}
	cancel := r.Renew(web.TestTime)
	props.Answer, err = senders.CallWebhook(r.Ctx(), content, delivery.WebhookCall{Webhook: id, ID: web.NewIdem(),
		At: w.Now()}, w.Now())
	cancel()
	defer r.Renew(w.Timeout)()
	if err != nil {
		props.Answer, props.Refusal = "", webhook.Why(err)
	}
	if err := w.Store.NoteWebhook(r.Ctx(), id, props.Refusal, false); err != nil {
		return err
	}
	return w.webhooksPage(r, http.StatusOK, props)
}
