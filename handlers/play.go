package handlers

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"carteado/db"
	"carteado/engine"
	"carteado/views/link"
	"carteado/views/table"
)

// newIdem draws the key under which one form is played at most once.
func newIdem() string { return rand.Text() }

// validIdem reports that a key has the form of newIdem's, so that it fits its
// column.
func validIdem(key string) bool {
	return len(key) == 26 && strings.Trim(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// playMove makes a move. It is answered only after it is kept.
func (s *Server) playMove(r *request) error {
	try := attempt{idem: r.field("idem"), chosen: r.chosen()}
	in, err := s.readMove(r, try.chosen)
	if err != nil {
		if !validIdem(try.idem) {
			try.idem = ""
		}
		return s.verified(r, func(r *request) error {
			return s.refuse(r, http.StatusUnprocessableEntity, try, refusalOf(err))
		})
	}
	return s.play(r, r.postedFrom(), try, in)
}

// refusalOf says why a form is no move.
func refusalOf(err error) table.Refusal {
	var illegal *engine.Illegal
	if errors.As(err, &illegal) {
		return table.Refusal{Kind: "illegal", Rule: illegal.Rule, Args: illegal.Args}
	}
	return table.Refusal{Kind: "unknown"}
}

// chosen are the cards chosen in a table's form.
func (r *request) chosen() []string {
	return slices.Concat(r.Request().PostForm["card"], r.Request().PostForm["reverse"])
}

// postedFrom is the kind of page that a move's form stands on.
func (r *request) postedFrom() kind {
	if r.field("move") == engine.VerbNext {
		return kindRecap
	}
	return kindBoard
}

// readMove reads the fields of a table's form.
func (s *Server) readMove(r *request, chosen []string) (in db.PlayInput, err error) {
	if in.Idem = r.field("idem"); !validIdem(in.Idem) {
		return in, fmt.Errorf("key of %d bytes: %w", len(in.Idem), errForm)
	}
	if in.Version, err = strconv.Atoi(r.field("version")); err != nil || in.Version < 0 {
		return in, fmt.Errorf("version: %w", errForm)
	}
	if in.Match, err = r.match(); err != nil {
		return in, err
	}
	in.Move, err = engine.Compose(s.byKey[r.field("game")].Rules, r.field("move"), chosen)
	return in, err
}

// sortHand keeps how the player likes the hand sorted, and shows it so. The cards
// chosen so far stay chosen.
func (s *Server) sortHand(r *request) error {
	sort, known := map[string]string{table.SortRank: "", table.SortSuit: table.SortSuit}[r.field("sort")]
	if !known {
		return errForm
	}
	board, err := s.board(r)
	if err != nil {
		return err
	}
	if err := s.store.SaveSort(r.ctx(), r.player(), sort, board.Table.Match); err != nil {
		return err
	}
	s.hub.renew(r.player())
	s.store.Waiters.Redraw(board.Table.ID)
	r.viewer.Player.Prefs.Sort, board.Order = sort, nil
	if !r.htmx() {
		return r.goTo(link.Table(r.club.Slug, r.table()))
	}
	return s.tableFragment(r, http.StatusOK, kindBoard, board, attempt{chosen: r.chosen()})
}

// leaveMatch gives a running match up, as it is now: the form names no version.
// Leaving twice is leaving once.
func (s *Server) leaveMatch(r *request) error {
	board, err := s.board(r)
	if err != nil {
		return err
	}
	if !board.Dealt || board.View.Seat == engine.Spectator {
		return db.ErrNotFound
	}
	if board.View.Outcome != nil {
		return r.goTo(link.Table(r.club.Slug, r.table()))
	}
	return s.play(r, kindBoard, attempt{}, db.PlayInput{
		Match: board.Table.Match, Version: board.View.Version, Idem: newIdem(),
		Move: engine.Move{Verb: engine.VerbLeave},
	})
}

func (s *Server) play(r *request, shown kind, try attempt, in db.PlayInput) error {
	in.Club, in.Table, in.Player, in.Session = r.club.ID, r.table(), r.player(), r.viewer.ID
	move := s.store.Start(r.ctx(), in)
	if move.Next != nil && r.htmx() {
		r.drawn = s.draft(r, move, shown)
	}
	played, err := move.Wait()
	if err != nil {
		return s.verified(r, func(r *request) error { return s.unplayed(r, try, err) })
	}
	if !r.believed {
		r.pass = pass{session: r.viewer.Session, club: r.club, guest: played.Guest,
			topic: db.Topic{Table: played.Table}}
		s.hub.admit(r.viewer.token, r.pollPath(), r.pass)
	}
	if !r.htmx() {
		return r.goTo(link.Refreshing(r.club.Slug, r.table()))
	}
	now, err := s.store.See(r.ctx(), played.Guest)
	if err != nil {
		return err
	}
	return s.show(r, now, shown)
}

// unplayed says why a move was not made.
func (s *Server) unplayed(r *request, try attempt, err error) error {
	switch {
	case errors.As(err, new(*engine.Illegal)):
		return s.refuse(r, http.StatusUnprocessableEntity, try, refusalOf(err))
	case errors.Is(err, db.ErrStale):
		return s.refuse(r, http.StatusConflict, try, table.Refusal{Kind: "stale"})
	case errors.Is(err, db.ErrLate):
		return s.refuse(r, http.StatusConflict, try, table.Refusal{Kind: "late"})
	case errors.Is(err, db.ErrPaused):
		return s.refuse(r, http.StatusConflict, try, table.Refusal{Kind: "paused"})
	case errors.Is(err, db.ErrUnavailable):
		f := faultOf(err)
		r.retryAfter(f.after)
		if err := s.refuse(r, f.status, try, table.Refusal{Kind: "unsaved"}); err == nil {
			return nil
		}
		return err
	}
	return err
}

// refuse shows the table as it is now, what was chosen, and why nothing happened.
func (s *Server) refuse(r *request, status int, try attempt, why table.Refusal) error {
	board, err := s.board(r)
	if err != nil {
		return err
	}
	if !board.Dealt || board.View.Seat == engine.Spectator {
		return db.ErrNotFound // only players of the match have the form
	}
	try.refusal = &why
	if r.htmx() {
		return s.tableFragment(r, status, r.postedFrom(), board, try)
	}
	return s.tablePage(r, status, board, try)
}
