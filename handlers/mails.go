package handlers

import (
	"cmp"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"

	"carteado/db"
	"carteado/handlers/jobs"
	accountpage "carteado/views/page/account"
)

// signedLink reads the link of a letter: its player and its other facts.
func (s *Server) signedLink(r *request, what string) (player int64, said string, err error) {
	house, err := s.house(r.ctx())
	if err != nil {
		return 0, "", err
	}
	known, ok := house.Links.Read(what, r.Param("token"), s.now())
	if !ok || len(known) != 2 {
		return 0, "", db.ErrGone
	}
	player, err = strconv.ParseInt(known[0], 10, 64)
	return player, known[1], err
}

func (s *Server) showConfirm(r *request) error {
	player, _, err := s.signedLink(r, jobs.LinkConfirm)
	if err != nil {
		return err
	}
	p, err := s.store.RecipientOf(r.ctx(), player)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, accountpage.ConfirmAddress(r.Param("token"), p.Name))
}

// confirmAddress makes an address its player's: only a reader of its letters has the
// link.
func (s *Server) confirmAddress(r *request) error {
	player, address, err := s.signedLink(r, jobs.LinkConfirm)
	if err != nil {
		return err
	}
	if err := s.store.TakeAddress(r.ctx(), player, address); err != nil {
		return err
	}
	s.hub.renew(player)
	return r.render(http.StatusOK, accountpage.MailsDone("confirmed"))
}

// refusing reads the link of an invitation's letter, by which an address wants no more of
// them.
func (s *Server) refusing(r *request) (hash []byte, err error) {
	house, err := s.house(r.ctx())
	if err != nil {
		return nil, err
	}
	if known, ok := house.Links.Read(jobs.LinkRefuse, r.Param("token"), s.now()); ok && len(known) == 1 {
		return hex.DecodeString(known[0])
	}
	return nil, nil
}

func (s *Server) showUnsubscribe(r *request) error {
	hash, err := s.refusing(r)
	if err != nil {
		return err
	}
	if hash != nil {
		return r.render(http.StatusOK, accountpage.Unsubscribe(r.Param("token"), "invitation"))
	}
	_, kind, err := s.signedLink(r, jobs.LinkStop)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, accountpage.Unsubscribe(r.Param("token"), kind))
}

// unsubscribe ends mails without a sign-in. A mail program posts
// List-Unsubscribe=One-Click (RFC 8058), and ends those that it shows.
func (s *Server) unsubscribe(r *request) error {
	hash, err := s.refusing(r)
	if err != nil {
		return err
	}
	if hash != nil {
		if err := s.store.RefuseMail(r.ctx(), hash); err != nil {
			return err
		}
		return r.render(http.StatusOK, accountpage.MailsDone("refused"))
	}
	player, kind, err := s.signedLink(r, jobs.LinkStop)
	if err != nil {
		return err
	}
	stop := cmp.Or(r.field("stop"), "these")
	if !slices.Contains([]string{"these", "all", "daily"}, stop) {
		return errForm
	}
	switch {
	case stop == "daily":
		err = s.store.MailDaily(r.ctx(), player)
	case stop == "all":
		err = s.store.Unsubscribe(r.ctx(), player, "")
	default:
		err = s.store.Unsubscribe(r.ctx(), player, kind)
	}
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, accountpage.MailsDone("stopped"))
}

func (s *Server) showForgotten(r *request) error {
	if s.mails == nil {
		return db.ErrNotFound
	}
	return r.render(http.StatusOK, accountpage.Forgotten(false))
}

// forgotten sends a link for a new password if the account has a confirmed address. The
// answer is always the same, so that it tells nothing about accounts.
func (s *Server) forgotten(r *request) error {
	if s.mails == nil {
		return db.ErrNotFound
	}
	typed, reason := cleanText(r.field("user"), maxEmail)
	if reason != "" {
		return errForm
	}
	if err := s.store.AllowSignIn(r.ctx(), db.Attempt{Typed: "forgotten " + typed, Address: r.address()}); err != nil {
		return err
	}
	if err := s.store.ForgotPassword(r.ctx(), typed); err != nil {
		return err
	}
	return r.render(http.StatusOK, accountpage.Forgotten(true))
}
