package handlers

import (
	"errors"
	"net/http"

	"carteado/db"
	"carteado/db/base"
	"carteado/engine/role"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
)

// maxClosing is the length of a reason, in characters.
const maxClosing = 200

// showClose asks a host for the reason to close a table.
func (s *Server) showClose(r *request) error {
	return s.closePage(r, http.StatusOK, tablepage.CloseProps{})
}

func (s *Server) closePage(r *request, status int, props tablepage.CloseProps) error {
	t, err := s.store.TableOf(r.ctx(), r.club.ID, r.table(), r.player())
	if err != nil {
		return err
	}
	if t.Status == db.TableClosed {
		return r.goTo(link.Table(r.club.Slug, t.Number))
	}
	props.Table, props.Game, props.Seats = t.Number, t.Game, people(r.player(), t.Seats)
	props.Playing = t.MatchStatus == base.MatchPlaying
	if props.Playing && part.Together(props.Seats) {
		_, err := s.board(r)
		props.Own = !errors.Is(err, db.ErrOtherRules) // nobody can play such a match on
	}
	return r.render(status, tablepage.CloseTable(props))
}

// closeTable closes a table for the player who opened it, or for everybody with
// the reason that a host gives in the form.
func (s *Server) closeTable(r *request) error {
	if !r.Request().PostForm.Has("reason") {
		return s.change(r, s.store.WithdrawTable(r.ctx(), r.club.ID, r.table(), r.player()))
	}
	reason, fault := cleanText(r.field("reason"), maxClosing)
	if fault == "" {
		return s.change(r, s.store.CloseTable(r.ctx(), r.club.ID, r.table(), r.player(), reason))
	}
	if !r.club.Role.May(role.Close) {
		return db.ErrForbidden
	}
	return s.closePage(r, http.StatusUnprocessableEntity, tablepage.CloseProps{Reason: r.field("reason"), Faults: part.Faults{"reason": fault}})
}
