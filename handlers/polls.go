package handlers

import (
	"context"
	"net/http"
	"strings"
	"time"

	"carteado/views/page"
)

// pollTable answers with what changed at a table since the position at, as soon
// as something does, or with nothing after a while.
func (s *Server) pollTable(r *request) error {
	shown, at, _ := strings.Cut(r.QueryParam("at"), ".")
	return s.poll(r, at, s.hub.hold, func() (string, func() error, error) {
		now, err := s.showing(r.ctx(), r.pass.topic)
		if err != nil {
			return "", nil, err
		}
		return now.whole.At(), func() error { return s.show(r, now, kind(shown)) }, nil
	})
}

// pollClub answers with the home page's lists when they have changed. It does not
// wait, because nobody sits in front of it for the next card.
func (s *Server) pollClub(r *request) error {
	return s.poll(r, r.QueryParam("at"), 0, func() (string, func() error, error) {
		hint := s.hub.looking(r.pass.topic)
		props, err := s.homeProps(r)
		if err != nil {
			return "", nil, err
		}
		s.hub.found(r.pass.topic, hint, props.At)
		return props.At, func() error { return r.render(http.StatusOK, page.HomeFragment(props)) }, nil
	})
}

// poll answers once its topic is at another position than at, and with nothing
// when that takes longer than hold. look finds the position and how to answer.
// While nothing changes, poll asks the hub and not the database.
func (s *Server) poll(r *request, at string, hold time.Duration, look func() (now string, answer func() error, err error)) error {
	t := r.pass.topic
	until := time.Now().Add(hold)
	leave, waits := s.hub.park(r.pass.session.ID)
	if waits {
		defer leave()
	}
	for {
		if s.hub.current(t, at) && (!waits || !s.hub.wait(r.client, t, at, time.Until(until))) {
			return r.nothing()
		}
		done, err := s.lookAgain(r, func() (bool, error) {
			now, answer, err := look()
			if err != nil || now == at {
				return false, err
			}
			if err := s.admit(r, 0); err != nil { // it may be long since the poll began
				return false, err
			}
			return true, answer()
		})
		if done || err != nil {
			return err
		}
	}
}

// lookAgain runs a part of a poll that may ask the store: with a deadline of its
// own, however long the poll has waited.
func (s *Server) lookAgain(r *request, look func() (bool, error)) (done bool, err error) {
	ctx, cancel := context.WithTimeout(r.client, s.config.Patience)
	defer cancel()
	r.SetRequest(r.Request().WithContext(ctx))
	return look()
}
