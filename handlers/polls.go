package handlers

import (
	"context"
	"net/http"
	"strings"
	"time"

	"carteado/engine/role"
	"carteado/views/page"
)

// pollTable answers with what changed at a table since the position at, as soon
// as something does, or with nothing after a while.
func (s *Server) pollTable(r *request) error {
	shown, at, _ := strings.Cut(r.QueryParam("at"), ".")
	return s.poll(r, at, s.hub.hold, func() (string, func() error, error) {
		board, err := s.board(r)
		return board.Table.At, func() error { return s.tableFragment(r, http.StatusOK, kind(shown), board, attempt{}) }, err
	})
}

// pollClub answers with the home page's lists when they have changed. It does not
// wait, because nobody sits in front of it for the next card.
func (s *Server) pollClub(r *request) error {
	return s.poll(r, r.QueryParam("at"), 0, func() (string, func() error, error) {
		props, err := s.homeProps(r)
		return props.At, func() error { return r.render(http.StatusOK, page.HomeFragment(props)) }, err
	})
}

// topicOf is the topic of a poll's path.
func (s *Server) topicOf(r *request) (topic, error) {
	if r.Param("table") == "" {
		return topic{club: r.club.ID, player: r.player()}, nil
	}
	view, err := s.store.TableOf(r.ctx(), r.club.ID, r.table(), r.player())
	return topic{table: view.ID}, err
}

// poll answers once its topic is at another position than at, and with nothing
// when that takes longer than hold. look reads the position from the store and
// makes the answer. While nothing changes, poll asks the hub and not the database.
func (s *Server) poll(r *request, at string, hold time.Duration, look func() (now string, answer func() error, err error)) error {
	t := r.pass.topic
	until := time.Now().Add(hold)
	leave, waits := s.hub.park(r.pass.session)
	if waits {
		defer leave()
	}
	for {
		if s.hub.current(t, at) && (!waits || !s.hub.wait(r.client, t, at, time.Until(until))) {
			return r.nothing()
		}
		done, err := s.lookAgain(r, func() (bool, error) {
			hint := s.hub.looking(t)
			now, answer, err := look()
			if err != nil {
				return false, err
			}
			s.hub.found(t, hint, now)
			if now == at {
				return false, nil
			}
			return true, answer()
		})
		if done || err != nil {
			return err
		}
	}
}

// lookAgain runs a part of a poll that asks the store: with a deadline of its
// own, however long the poll has waited, and as the member that the session
// belongs to now.
func (s *Server) lookAgain(r *request, look func() (bool, error)) (done bool, err error) {
	ctx, cancel := context.WithTimeout(r.client, s.config.Patience)
	defer cancel()
	r.SetRequest(r.Request().WithContext(ctx))
	r.asked, r.viewer = false, nil
	err = s.member(role.Play)(func(*request) error {
		done, err = look()
		return err
	})(r)
	return done, err
}
