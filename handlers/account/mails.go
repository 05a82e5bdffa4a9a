package account

import (
	"cmp"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/handlers/jobs"
	"carteado/handlers/web"
	accountpage "carteado/views/page/account"
)

// signedLink reads the link of a letter: its player and its other facts.
func (w *Wing) signedLink(r *web.Request, what string) (player int64, said string, err error) {
	senders, err := w.Senders(r.Ctx())
	if err != nil {
		return 0, "", err
	}
	known, ok := senders.Links.Read(what, r.Param("token"), w.Now())
	if !ok || len(known) != 2 {
		return 0, "", base.ErrGone
	}
	player, err = strconv.ParseInt(known[0], 10, 64)
	return player, known[1], err
}

func (w *Wing) ShowConfirm(r *web.Request) error {
	player, _, err := w.signedLink(r, jobs.LinkConfirm)
	if err != nil {
		return err
	}
	p, err := w.Store.RecipientOf(r.Ctx(), player)
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, accountpage.ConfirmAddress(r.Param("token"), p.Name))
}

// ConfirmAddress makes an address its player's: only a reader of its letters has the
// link.
func (w *Wing) ConfirmAddress(r *web.Request) error {
	player, address, err := w.signedLink(r, jobs.LinkConfirm)
	if err != nil {
		return err
	}
	if err := w.Store.TakeAddress(r.Ctx(), player, address); err != nil {
		return err
	}
	w.Polls.Renew(player)
	return r.Show(http.StatusOK, accountpage.MailsDone("confirmed"))
}

// refusing reads the link of an invitation's letter, by which an address wants no more of
// them.
func (w *Wing) refusing(r *web.Request) (hash []byte, err error) {
	senders, err := w.Senders(r.Ctx())
	if err != nil {
		return nil, err
	}
	if known, ok := senders.Links.Read(jobs.LinkRefuse, r.Param("token"), w.Now()); ok && len(known) == 1 {
		return hex.DecodeString(known[0])
	}
	return nil, nil
}

func (w *Wing) ShowUnsubscribe(r *web.Request) error {
	hash, err := w.refusing(r)
	if err != nil {
		return err
	}
	if hash != nil {
		return r.Show(http.StatusOK, accountpage.Unsubscribe(r.Param("token"), "invitation"))
	}
	_, kind, err := w.signedLink(r, jobs.LinkStop)
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, accountpage.Unsubscribe(r.Param("token"), kind))
}

// Unsubscribe ends mails without a sign-in. A mail program posts
// List-Unsubscribe=One-Click (RFC 8058), and ends those that it shows.
func (w *Wing) Unsubscribe(r *web.Request) error {
	hash, err := w.refusing(r)
	if err != nil {
		return err
	}
	if hash != nil {
		if err := w.Store.RefuseMail(r.Ctx(), hash); err != nil {
			return err
		}
		return r.Show(http.StatusOK, accountpage.MailsDone("refused"))
	}
	player, kind, err := w.signedLink(r, jobs.LinkStop)
	if err != nil {
		return err
	}
	stop := cmp.Or(r.Field("stop"), "these")
	if !slices.Contains([]string{"these", "all", "daily"}, stop) {
		return web.ErrForm
	}
	switch {
	case stop == "daily":
		err = w.Store.MailDaily(r.Ctx(), player)
	case stop == "all":
		err = w.Store.Unsubscribe(r.Ctx(), player, "")
	default:
		err = w.Store.Unsubscribe(r.Ctx(), player, kind)
	}
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, accountpage.MailsDone("stopped"))
}

func (w *Wing) ShowForgotten(r *web.Request) error {
	if w.Mails == nil {
		return base.ErrNotFound
	}
	return r.Show(http.StatusOK, accountpage.Forgotten(false))
}

// Forgotten sends a link for a new password if the account has a confirmed address. The
// answer is always the same, so that it tells nothing about accounts.
func (w *Wing) Forgotten(r *web.Request) error {
	if w.Mails == nil {
		return base.ErrNotFound
	}
	typed, reason := web.CleanText(r.Field("user"), web.MaxEmail)
	if reason != "" {
		return web.ErrForm
	}
	if err := w.Store.AllowSignIn(r.Ctx(), accounts.Attempt{Typed: "forgotten " + typed,
		Address: r.Address()}); err != nil {
		return err
	}
	if err := w.Store.ForgotPassword(r.Ctx(), typed); err != nil {
		return err
	}
	return r.Show(http.StatusOK, accountpage.Forgotten(true))
}
