package handlers

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"carteado/db"
	"carteado/engine"
	"carteado/engine/card"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

// A kind is what a table's address shows. A fragment of one kind cannot be
// swapped into another.
type kind string

const (
	kindWaiting kind = "waiting"
	kindBoard   kind = "board"
	kindRecap   kind = "recap"
)

func kindOf(b db.Board) kind {
	switch {
	case !b.Dealt:
		return kindWaiting
	case b.View.Between || b.View.Outcome != nil:
		return kindRecap
	}
	return kindBoard
}

// An attempt is what a refused form tried, to be shown again beside the reason.
type attempt struct {
	refusal *table.Refusal
	idem    string   // its key; "" draws a new one
	chosen  []string // its cards
	fault   string   // of a waiting room

	kept       bool   // house rules were kept just now
	name       string // under which to keep them
	nameReason string // why not under that name
}

// newIdem draws the key under which one form is played at most once.
func newIdem() string { return rand.Text() }

// validIdem holds what newIdem draws, and nothing that would not fit a row.
func validIdem(key string) bool {
	return len(key) == 26 && strings.Trim(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// playMove makes a move. It is answered only after it is kept.
func (s *Server) playMove(r *request) error {
	number, err := r.table()
	if err != nil {
		return err
	}
	try := attempt{idem: r.field("idem"), chosen: r.chosen()}
	in, err := s.readMove(r, try.chosen)
	if err != nil {
		if !validIdem(try.idem) {
			try.idem = ""
		}
		return s.refuse(r, number, http.StatusUnprocessableEntity, try, refusalOf(err))
	}
	return s.play(r, number, r.postedFrom(), try, in)
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
	in.Move, err = engine.Compose(s.rules[r.field("game")], r.field("move"), chosen)
	return in, err
}

// sortHand keeps how the player likes the hand sorted, and shows it so. What was
// chosen so far stays chosen.
func (s *Server) sortHand(r *request) error {
	sort, known := map[string]string{table.SortRank: "", table.SortSuit: table.SortSuit}[r.field("sort")]
	if !known {
		return errForm
	}
	board, err := s.board(r)
	if err != nil {
		return err
	}
	if err := s.store.SaveSort(r.ctx(), r.player(), sort); err != nil {
		return err
	}
	r.viewer.Player.Prefs.Sort = sort
	if !r.htmx() {
		return r.goTo(link.Table(r.club.Slug, board.Table.Number))
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
		return r.goTo(link.Table(r.club.Slug, board.Table.Number))
	}
	return s.play(r, board.Table.Number, kindBoard, attempt{}, db.PlayInput{
		Match: board.Table.Match, Version: board.View.Version, Idem: newIdem(), Move: engine.Move{Verb: engine.VerbLeave},
	})
}

func (s *Server) play(r *request, number int, shown kind, try attempt, in db.PlayInput) error {
	in.Club, in.Table, in.Player = r.club.ID, number, r.player()
	played, err := s.store.Play(r.ctx(), in)
	switch {
	case errors.As(err, new(*engine.Illegal)):
		return s.refuse(r, number, http.StatusUnprocessableEntity, try, refusalOf(err))
	case errors.Is(err, db.ErrStale):
		return s.refuse(r, number, http.StatusConflict, try, table.Refusal{Kind: "stale"})
	case errors.Is(err, db.ErrUnavailable):
		f := faultOf(err)
		r.retryAfter(f.after)
		if err := s.refuse(r, number, f.status, try, table.Refusal{Kind: "unsaved"}); err == nil {
			return nil
		}
		return err
	case err != nil:
		return err
	}
	s.hub.hinted(db.Change{Club: r.club.ID, Table: played.Table, At: played.At})
	if !r.htmx() {
		return r.goTo(link.Table(r.club.Slug, number))
	}
	board, err := s.store.Board(r.ctx(), r.club.ID, number, r.player())
	if err != nil {
		return err
	}
	return s.tableFragment(r, http.StatusOK, shown, board, attempt{})
}

// refuse shows the table as it is now, what was chosen, and why nothing happened.
func (s *Server) refuse(r *request, number, status int, try attempt, why table.Refusal) error {
	board, err := s.store.Board(r.ctx(), r.club.ID, number, r.player())
	if err != nil {
		return err
	}
	if !board.Dealt || board.View.Seat == engine.Spectator {
		return db.ErrNotFound // who does not sit there has no form to post
	}
	try.refusal = &why
	if r.htmx() {
		return s.tableFragment(r, status, r.postedFrom(), board, try)
	}
	return s.tablePage(r, status, board, try)
}

// tablePage renders the whole page of a table.
func (s *Server) tablePage(r *request, status int, b db.Board, try attempt) error {
	whole, _, err := s.tableParts(r, b, try)
	if err != nil {
		return err
	}
	return r.render(status, whole)
}

// tableFragment renders what changes on a table's page, or leads the reader to
// the table anew when it has become a page of another kind.
func (s *Server) tableFragment(r *request, status int, shown kind, b db.Board, try attempt) error {
	if kindOf(b) != shown {
		return r.goTo(link.Table(r.club.Slug, b.Table.Number))
	}
	_, fragment, err := s.tableParts(r, b, try)
	if err != nil {
		return err
	}
	return r.render(status, fragment)
}

func (s *Server) tableParts(r *request, b db.Board, try attempt) (whole, fragment templ.Component, err error) {
	seats := people(r, b.Table.Seats)
	at := string(kindOf(b)) + "." + b.Table.At
	if try.idem == "" {
		try.idem = newIdem()
	}
	switch kindOf(b) {
	case kindWaiting:
		props, err := s.waitingProps(r, b.Table, at, try)
		return page.Waiting(props), page.WaitingFragment(props), err
	case kindRecap:
		props := page.RecapProps{
			Club: r.club.Slug, Table: b.Table.Number, At: at, Match: b.Table.Match, Idem: try.idem, View: b.View,
			Seats: seats, Refusal: try.refusal, Closed: closing(b.Table.Closed), Shut: b.Table.Status == db.TableClosed,
			Rematch: b.View.Outcome != nil && b.View.Seat != engine.Spectator && b.Table.Status == db.TablePlaying,
		}
		return page.Recap(props), page.RecapFragment(props), nil
	}
	props := table.Props{
		Club: r.club.Slug, Table: b.Table.Number, At: at, Match: b.Table.Match, Idem: try.idem, View: b.View,
		Legal: b.Legal, Seats: seats, Log: entries(b.Log), Chosen: try.chosen, Sort: r.viewer.Player.Prefs.Sort, Refusal: try.refusal,
	}
	return table.Page(props), table.Fragment(props), nil
}

// entries puts the newest move first.
func entries(log []db.LogEntry) []table.Entry {
	list := make([]table.Entry, 0, len(log))
	for _, e := range slices.Backward(log) {
		list = append(list, table.Entry{Version: e.Version, Seat: e.Seat, Events: e.Events, Time: e.At})
	}
	return list
}

func (s *Server) waitingProps(r *request, t db.TableView, at string, try attempt) (page.WaitingProps, error) {
	game, err := s.game(t.Game)
	if err != nil {
		return page.WaitingProps{}, err
	}
	props := page.WaitingProps{
		Club: r.club.Slug, Table: t.Number, At: at, Game: game, Options: t.Options,
		Goal: s.goal(t.Game, t.Options), Joined: t.Mine != engine.Spectator, Host: t.Host == r.player(), Closed: t.Status == db.TableClosed,
		URL: s.config.URL + link.Table(r.club.Slug, t.Number), Match: t.Match, Commitment: t.Commitment, Fault: try.fault,
		Private: t.Reach == db.ReachInvited, Reason: closing(t.Closed), Kept: try.kept, Name: try.name, NameReason: try.nameReason,
	}
	if props.Private {
		props.URL = s.config.URL + link.TableByKey(r.club.Slug, t.Number, t.Token.Reveal())
	}
	seated := people(r, t.Seats)
	for _, seat := range t.Seats {
		shown := page.WaitingSeat{Seat: int(seat.Seat), Person: seated[seat.Seat], Host: seat.Player == t.Host}
		if seat.Invited != 0 {
			shown.Invited = &part.Person{ID: seat.Invited, Name: seat.Name, Me: seat.Invited == r.player()}
		}
		props.Seats = append(props.Seats, shown)
	}
	return props, nil
}

// An arranger is the view of a game in which a move with a card can be arranged
// in several ways.
type arranger interface {
	// Held are the viewer's own cards.
	Held() []card.Card
	// Arrangements are the moves with one of them, best first.
	Arrangements(card.Card) []engine.Move
}

// showArrange lets a player choose the combinations of a move.
func (s *Server) showArrange(r *request) error {
	board, err := s.board(r)
	if err != nil {
		return err
	}
	if kindOf(board) != kindBoard || board.View.Seat == engine.Spectator {
		return r.goTo(link.Table(r.club.Slug, board.Table.Number))
	}
	view, ok := board.View.Round.(arranger)
	if !ok {
		return db.ErrNotFound
	}
	props := page.ArrangeProps{
		Club: r.club.Slug, Table: board.Table.Number, Match: board.Table.Match, Version: board.View.Version, Idem: newIdem(), Hand: view.Held(),
	}
	for _, move := range board.Legal {
		c := move.Card()
		name := c.String()
		if c == card.Unknown || slices.Contains(props.Cards, name) {
			continue
		}
		moves := view.Arrangements(c)
		if len(moves) == 0 {
			continue
		}
		props.Cards = append(props.Cards, name)
		if name == r.QueryParam("card") {
			props.Card, props.Moves = name, moves
		}
	}
	return r.render(http.StatusOK, page.Arrange(props))
}
