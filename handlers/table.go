package handlers

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"carteado/db"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/role"
	"carteado/views/link"
)

// board is the table in the path, as the reader may see it.
func (s *Server) board(r *request) (db.Board, error) {
	number, err := r.table()
	if err != nil {
		return db.Board{}, err
	}
	return s.store.Board(r.ctx(), r.club.ID, number, r.player())
}

// showTable is the waiting room, the board or the result, whichever it is now.
func (s *Server) showTable(r *request) error {
	board, err := s.board(r)
	if key := r.QueryParam("key"); key != "" && errors.Is(err, db.ErrNotFound) {
		return s.showDoor(r, key)
	}
	if errors.Is(err, db.ErrOtherRules) && board.Table.Status != db.TableClosed && r.club.Role.May(role.Close) {
		return r.goTo(link.Close(r.club.Slug, board.Table.Number)) // all that can be done there
	}
	if err != nil {
		return err
	}
	return s.tablePage(r, http.StatusOK, board, attempt{kept: r.QueryParam("kept") != ""})
}

func (s *Server) joinTable(r *request) error {
	return s.change(r, func(number int) error {
		return s.store.JoinTable(r.ctx(), r.club.ID, number, r.player())
	})
}

func (s *Server) leaveSeat(r *request) error {
	return s.change(r, func(number int) error {
		return s.store.LeaveSeat(r.ctx(), r.club.ID, number, r.player())
	})
}

// addBot gives the seat of the form to the best bot there is, or the first seat
// that is not taken.
func (s *Server) addBot(r *request) error {
	return s.change(r, func(number int) error {
		view, err := s.store.TableOf(r.ctx(), r.club.ID, number, r.player())
		if err != nil {
			return err
		}
		free := slices.IndexFunc(view.Seats, func(seat db.Seat) bool { return !seat.Taken() })
		if text := r.field("seat"); text != "" {
			if free, err = strconv.Atoi(text); err != nil || free < 0 || free >= len(view.Seats) {
				return fmt.Errorf("seat: %w", errForm)
			}
		}
		if free < 0 {
			return db.ErrFull
		}
		levels := bot.Levels()
		return s.store.AddBot(r.ctx(), r.club.ID, number, r.player(), view.Seats[free].Seat, levels[len(levels)-1])
	})
}

// startTable begins with fewer players than the table was opened for.
func (s *Server) startTable(r *request) error {
	return s.change(r, func(number int) error {
		return s.store.StartTable(r.ctx(), r.club.ID, number, r.player())
	})
}

// closeTable closes a table for who opened it, or with a reason for everybody.
func (s *Server) closeTable(r *request) error {
	if r.Request().PostForm.Has("reason") {
		return s.closeForAll(r)
	}
	return s.change(r, func(number int) error {
		return s.store.CloseTable(r.ctx(), r.club.ID, number, r.player(), "")
	})
}

// rematch asks for another match after the one that the form showed.
func (s *Server) rematch(r *request) error {
	over, err := r.match()
	if err != nil {
		return err
	}
	return s.change(r, func(number int) error {
		return s.store.Rematch(r.ctx(), r.club.ID, number, r.player(), over)
	})
}

// change does something to a table other than a move, and shows it as it is
// then. When somebody was faster, it is shown with the reason.
func (s *Server) change(r *request, do func(number int) error) error {
	number, err := r.table()
	if err != nil {
		return err
	}
	err = do(number)
	f := faultOf(err)
	var option *engine.ErrOption
	if errors.As(err, &option) || errors.Is(err, engine.ErrSeats) {
		f.key = "start_seats"
	}
	switch f.key {
	case "full", "stale", "start_seats":
		board, err := s.store.Board(r.ctx(), r.club.ID, number, r.player())
		if err != nil {
			return err
		}
		return s.tablePage(r, f.status, board, attempt{fault: f.key})
	}
	if err != nil {
		return err
	}
	return r.goTo(link.Table(r.club.Slug, number))
}
