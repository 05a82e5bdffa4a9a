package handlers

import (
	"context"
	"net/http"
	"strings"
	"time"

	"carteado/db"
	"carteado/views/page"
)

// pollTable answers with what changed at a table since the position at, as soon
// as something does, or with nothing after a while. While nothing changes it
// asks the hub and not the database.
func (s *Server) pollTable(r *request) error {
	shown, at, _ := strings.Cut(r.QueryParam("at"), ".")
	seen, err := s.admit(r, func() (topic, error) {
		number, err := r.table()
		if err != nil {
			return topic{}, err
		}
		view, err := s.store.TableOf(r.ctx(), r.club.ID, number, r.player())
		return topic{table: view.ID}, err
	})
	if err != nil {
		return err
	}
	leave, parked := s.hub.park(seen.session)
	if parked {
		defer leave()
	}
	until := time.Now().Add(s.hub.hold)
	for {
		if s.hub.current(seen.topic, at) && (!parked || !s.hub.wait(r.client, seen.topic, at, time.Until(until))) {
			return r.nothing()
		}
		done, err := s.lookAgain(r, func() (bool, error) {
			number, err := r.table()
			if err != nil {
				return false, err
			}
			hint := s.hub.looking(seen.topic)
			board, err := s.store.Board(r.ctx(), r.club.ID, number, r.player())
			if err != nil {
				return false, err
			}
			s.hub.found(seen.topic, hint, board.Table.At)
			if board.Table.At == at {
				return false, nil
			}
			return true, s.tableFragment(r, http.StatusOK, kind(shown), board, attempt{})
		})
		if done || err != nil {
			return err
		}
	}
}

// pollClub answers with the home page's lists when they have changed. It does
// not wait: nobody sits in front of it for the next card.
func (s *Server) pollClub(r *request) error {
	at := r.QueryParam("at")
	seen, err := s.admit(r, func() (topic, error) { return topic{club: r.club.ID, player: r.player()}, nil })
	if err != nil {
		return err
	}
	if s.hub.current(seen.topic, at) {
		return r.nothing()
	}
	_, err = s.lookAgain(r, func() (bool, error) {
		hint := s.hub.looking(seen.topic)
		props, err := s.homeProps(r)
		if err != nil {
			return false, err
		}
		s.hub.found(seen.topic, hint, props.At)
		if props.At == at {
			return true, r.nothing()
		}
		return true, r.render(http.StatusOK, page.HomeFragment(props))
	})
	return err
}

// admit sees, once a minute, that the session of a poll may ask, and counts it.
// find says what the poll is about.
func (s *Server) admit(r *request, find func() (topic, error)) (pass, error) {
	token, ok := s.cookies.read(r.Request())
	if !ok {
		return pass{}, errSignedOut
	}
	hash, path := db.HashToken(token), r.Request().URL.Path
	seen, ok := s.hub.admitted(hash, path)
	if !ok {
		err := s.member(func(r *request) error {
			t, err := find()
			seen = pass{session: r.viewer.ID, topic: t}
			return err
		})(r)
		if err != nil {
			return pass{}, err
		}
		s.hub.admit(hash, path, seen.session, seen.topic)
	}
	if !s.hub.allow(seen.session) {
		return pass{}, errTooOften
	}
	return seen, nil
}

// lookAgain runs a part of a poll that asks the store: with a deadline of its
// own, however long the poll has waited, and as the member that the session
// belongs to now.
func (s *Server) lookAgain(r *request, look func() (bool, error)) (done bool, err error) {
	ctx, cancel := context.WithTimeout(r.client, maxDuration)
	defer cancel()
	r.SetRequest(r.Request().WithContext(ctx))
	r.asked, r.viewer = false, nil
	err = s.member(func(*request) error {
		done, err = look()
		return err
	})(r)
	return done, err
}
