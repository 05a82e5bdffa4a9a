package table

import (
	"errors"
	"net/http"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine/role"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
)

// maxClosing is the length of a reason, in characters.
const maxClosing = 200

// ShowClose asks a host for the reason to close a table.
func (w *Wing) ShowClose(r *web.Request) error {
	return w.closePage(r, http.StatusOK, tablepage.CloseProps{})
}

func (w *Wing) closePage(r *web.Request, status int, props tablepage.CloseProps) error {
	t, err := w.Store.TableOf(r.Ctx(), r.Club.ID, r.Table(), r.Player())
	if err != nil {
		return err
	}
	if t.Status == live.TableClosed {
		return r.GoTo(link.Table(r.Club.Slug, t.Number))
	}
	props.Table, props.Game, props.Seats = t.Number, t.Game, web.People(r.Player(), t.Seats)
	props.Playing = t.MatchStatus == base.MatchPlaying
	if props.Playing && part.Together(props.Seats) {
		_, err := w.board(r)
		// nobody can play such a match on
		props.Own = !errors.Is(err, base.ErrOtherRules) && !errors.Is(err, base.ErrKeyLost)
	}
	return r.Show(status, tablepage.CloseTable(props))
}

// CloseTable closes a table for the player who opened it, or for everybody with
// the reason that a host gives in the form.
func (w *Wing) CloseTable(r *web.Request) error {
	if !r.Request().PostForm.Has("reason") {
		return w.change(r, w.Store.WithdrawTable(r.Ctx(), r.Club.ID, r.Table(), r.Player()))
	}
	reason, fault := web.CleanText(r.Field("reason"), maxClosing)
	if fault == "" {
		return w.change(r, w.Store.CloseTable(r.Ctx(), r.Club.ID, r.Table(), r.Player(), reason))
	}
	if !r.Club.Role.May(role.Close) {
		return base.ErrForbidden
	}
	return w.closePage(r, http.StatusUnprocessableEntity, tablepage.CloseProps{Reason: r.Field("reason"),
		Faults: part.Faults{"reason": fault}})
}
