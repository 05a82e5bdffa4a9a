package handlers

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"carteado/db"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
)

func (s *Server) showNewTable(r *request) error {
	game := s.games[0]
	if key := r.QueryParam("game"); key != "" {
		var err error
		if game, err = s.game(key); err != nil {
			return err
		}
	}
	options, err := game.Resolve(nil)
	if err != nil {
		return err
	}
	return s.newTablePage(r, http.StatusOK, page.NewTableProps{Game: game, Options: options})
}

func (s *Server) newTablePage(r *request, status int, props page.NewTableProps) error {
	members, err := s.store.Members(r.ctx(), r.club.ID, r.player())
	if err != nil {
		return err
	}
	for _, m := range members {
		if m.Player != r.player() {
			props.Members = append(props.Members, part.Person{ID: m.Player, Name: m.Name, Online: m.Online})
		}
	}
	props.Club, props.Games, props.Bots = r.club.Slug, s.games, bot.Levels()
	for len(props.Seats) < props.Game.MinSeats-1 {
		props.Seats = append(props.Seats, string(db.SeatOpen))
	}
	return r.render(status, page.NewTable(props))
}

// openTable reads the form: game, seat1 and so on for the others, and an
// option.<key> for each house rule.
func (s *Server) openTable(r *request) error {
	game, err := s.game(r.field("game"))
	if err != nil {
		return err
	}
	form := page.NewTableProps{Game: game, Options: engine.Options{}, Faults: part.Faults{}}
	for _, option := range game.Options {
		value := cmp.Or(r.field("option."+option.Key), option.Values[0])
		form.Options[option.Key] = value
		if !slices.Contains(option.Values, value) {
			form.Faults["option."+option.Key] = reasonChoice
			form.Options[option.Key] = option.Values[0]
		}
	}
	var seats []db.SeatChoice
	for n := 1; n < game.MinSeats || n < game.MaxSeats && r.field(seatField(n)) != ""; n++ {
		choice, err := seatChoice(r.field(seatField(n)))
		if err != nil {
			form.Faults[seatField(n)] = reasonChoice
		}
		seats = append(seats, choice)
		form.Seats = append(form.Seats, r.field(seatField(n)))
	}
	if len(form.Faults) > 0 {
		return s.newTablePage(r, http.StatusUnprocessableEntity, form)
	}
	opened, err := s.store.OpenTable(r.ctx(), r.club.ID, r.player(), db.NewTable{Game: game.Key, Options: form.Options, Seats: seats})
	if errors.Is(err, db.ErrNotFound) {
		form.Faults[""] = reasonChoice // the member is none, or no more
		return s.newTablePage(r, http.StatusUnprocessableEntity, form)
	}
	if err != nil {
		return err
	}
	return r.goTo(link.Table(r.club.Slug, opened.Number))
}

func seatField(n int) string { return "seat" + strconv.Itoa(n) }

// seatChoice reads open, member:12 or bot:steady.
func seatChoice(word string) (choice db.SeatChoice, err error) {
	kind, rest, _ := strings.Cut(word, ":")
	choice.Kind = db.SeatKind(kind)
	switch choice.Kind {
	case db.SeatOpen:
		return choice, nil
	case db.SeatMember:
		choice.Player, err = strconv.ParseInt(rest, 10, 64)
		return choice, err
	case db.SeatBot:
		if choice.Level = rest; slices.Contains(bot.Levels(), rest) {
			return choice, nil
		}
	}
	return choice, fmt.Errorf("seat %q: %w", word, errForm)
}

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
	if err != nil {
		return err
	}
	return s.tablePage(r, http.StatusOK, board, attempt{})
}

func (s *Server) showRules(r *request) error {
	number, err := r.table()
	if err != nil {
		return err
	}
	view, err := s.store.TableOf(r.ctx(), r.club.ID, number, r.player())
	if err != nil {
		return err
	}
	game, err := s.game(view.Game)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, page.Rules(page.RulesProps{
		Club: r.club.Slug, Table: view.Number, Game: game, Options: view.Options,
	}))
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

// addBot gives the first seat that is not taken to the best bot there is.
func (s *Server) addBot(r *request) error {
	return s.change(r, func(number int) error {
		view, err := s.store.TableOf(r.ctx(), r.club.ID, number, r.player())
		if err != nil {
			return err
		}
		free := slices.IndexFunc(view.Seats, func(seat db.Seat) bool { return !seat.Taken() })
		if free < 0 {
			return db.ErrFull
		}
		levels := bot.Levels()
		return s.store.AddBot(r.ctx(), r.club.ID, number, r.player(), view.Seats[free].Seat, levels[len(levels)-1])
	})
}

func (s *Server) closeTable(r *request) error {
	return s.change(r, func(number int) error {
		return s.store.CloseTable(r.ctx(), r.club.ID, number, r.player())
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
	switch {
	case errors.Is(err, db.ErrFull), errors.Is(err, db.ErrStale):
		f := faultOf(err)
		board, err := s.store.Board(r.ctx(), r.club.ID, number, r.player())
		if err != nil {
			return err
		}
		return s.tablePage(r, f.status, board, attempt{fault: f.key})
	case err != nil:
		return err
	}
	return r.goTo(link.Table(r.club.Slug, number))
}
