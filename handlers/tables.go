package handlers

import (
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"

	"carteado/db"
	"carteado/db/base"
	"carteado/engine"
	"carteado/engine/role"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
)

// board is the table in the path, as the reader may see it.
func (s *Server) board(r *request) (db.Board, error) {
	return s.store.Board(r.ctx(), r.club.ID, r.table(), r.player())
}

// showTable is the waiting room, the board or the result, whichever it is now.
func (s *Server) showTable(r *request) error {
	board, err := s.board(r)
	if key := r.QueryParam("key"); key != "" && errors.Is(err, db.ErrNotFound) {
		return s.showDoor(r, key)
	}
	if errors.Is(err, db.ErrOtherRules) && board.Table.Status != db.TableClosed && r.club.Role.May(role.Close) {
		return r.goTo(link.Close(r.club.Slug, board.Table.Number)) // the only actions there
	}
	if err != nil {
		return err
	}
	if board.Dealt && board.Table.Mine == engine.Spectator {
		came, err := s.watch(r, board.Table.ID)
		if err == nil && came {
			board, err = s.board(r)
		}
		if err != nil {
			return err
		}
	}
	try := attempt{kept: r.QueryParam("kept") != ""}
	if board.Dealt && r.QueryParam("reported") != "" {
		try.fault = "reported"
	}
	if try.refresh = r.QueryParam("refresh") != "" && waitsForOthers(board); try.refresh {
		r.Response().Header().Set("Refresh", "5") // seconds: only browsers without a script come to this address
	}
	return s.tablePage(r, http.StatusOK, board, try)
}

// waitsForOthers reports that something will happen at a table which is not the
// reader's own doing.
func waitsForOthers(b db.Board) bool {
	switch {
	case b.Table.Status == db.TableClosed:
		return false
	case kindOf(b) == kindWaiting:
		return true
	case b.View.Outcome != nil:
		return asksRematch(b)
	}
	return !b.View.MyTurn()
}

// asksRematch reports that the reader wants a rematch and others have not answered yet.
func asksRematch(b db.Board) bool {
	return b.View.Outcome != nil && b.Offer.Open() && slices.Contains(b.Offer.Yes, b.Table.Mine)
}

// change shows a table after something other than a move was done to it. When
// somebody was faster, it is shown with the reason.
func (s *Server) change(r *request, err error) error {
	f := faultOf(err)
	var option *engine.ErrOption
	if errors.As(err, &option) || errors.Is(err, engine.ErrSeats) {
		f.key = "start_seats"
	}
	switch f.key {
	case "full", "stale", "start_seats", "early", "gone", "secret", "silent", "words", "quota.phrases":
		board, err := s.board(r)
		if err != nil {
			return err
		}
		return s.tablePage(r, f.status, board, attempt{fault: f.key, words: r.field("words")})
	}
	if r.field("refresh") != "" {
		return r.done(err, link.Refreshing(r.club.Slug, r.table()))
	}
	return r.done(err, link.Table(r.club.Slug, r.table()))
}

func (s *Server) tables(r *request, lines []db.TableLine) []tablepage.Table {
	var tables []tablepage.Table
	for _, l := range lines {
		seats := people(r.player(), l.Seats)
		line := tablepage.Table{
			Number: l.Table, Game: l.Game, Seats: seats, Totals: l.Totals, Mine: int(l.Mine),
			Goal: s.goal(l.Game, l.Options), Since: l.At,
			Timed: l.Timed, Stands: l.Stands, Why: l.Why, Kept: l.Kept, Due: l.Due, Now: l.Now,
		}
		for _, seat := range l.ToMove {
			line.Turn = append(line.Turn, seats[seat])
		}
		if l.Last != nil {
			last := table.Entry(*l.Last)
			line.Last = &last
		}
		tables = append(tables, line)
	}
	return tables
}

// goal is the total or the number of rounds that ends a match under a table's
// house rules.
func (s *Server) goal(game string, options engine.Options) part.Goal {
	known, is := s.byKey[game]
	if !is {
		return part.Goal{}
	}
	return known.Goal(options)
}

// people are the seats of a table, in order, as a player knows them. A seat
// that is only kept for somebody is free.
func people(me int64, seats []base.Seat) []part.Person {
	people := make([]part.Person, len(seats))
	for _, seat := range seats {
		people[seat.Seat] = person(me, seat)
	}
	return numbered(people)
}

// numbered tells bots of one level apart by a number.
func numbered(people []part.Person) []part.Person {
	last := map[string]int{}
	for _, p := range people {
		last[p.Bot]++
	}
	next := map[string]int{}
	for i, p := range people {
		if p.Bot != "" && last[p.Bot] > 1 {
			next[p.Bot]++
			people[i].Number = next[p.Bot]
		}
	}
	return people
}

// faced is a member in a list.
func faced(me int64, p base.Person) part.Person {
	return part.Person{ID: p.ID, Name: p.Name, Face: part.FaceOf(p.Face), Me: p.ID == me}
}

func person(me int64, seat base.Seat) part.Person {
	switch {
	case seat.Bot != "":
		return part.Person{Bot: seat.Bot}
	case seat.Player != 0:
		return part.Person{ID: seat.Player, Name: seat.Name, Then: seat.Then, Face: part.FaceOf(seat.Face), Me: seat.Player == me}
	}
	return part.Person{}
}

// tablesPerPage is the length of a full page of tables.
const tablesPerPage = 25

// showTables lists all of the tables that the home page begins to list.
func (s *Server) showTables(r *request) error {
	home, err := s.store.HomeOf(r.ctx(), r.club, math.MaxInt)
	if err != nil {
		return err
	}
	props := tablepage.TablesProps{Games: s.games}
	if game, err := s.game(r.QueryParam("game")); err == nil {
		props.Game = game.Key
	}
	props.Search, _ = cleanText(r.QueryParam("q"), maxSearch)
	n, last := max(1, r.pageAsked()), 0
	for _, group := range []struct {
		title, verb string
		lines       []db.TableLine
	}{
		{"home.my_turn", "play", home.MyTurn}, {"home.invited", "join", home.Invited}, {"home.waiting", "resume", home.Waiting},
		{"tables.open", "join", home.Open}, {"home.playing", "watch", home.Playing},
	} {
		var lines []db.TableLine
		for _, line := range group.lines {
			if !sought(line, props.Search, props.Game) {
				continue
			}
			if props.Paging.Found++; props.Paging.Found > (n-1)*tablesPerPage && props.Paging.Found <= n*tablesPerPage {
				lines, last = append(lines, line), props.Paging.Found
			}
		}
		if len(lines) > 0 {
			props.Groups = append(props.Groups, tablepage.TableGroup{Title: group.title, Verb: group.verb, List: s.tables(r, lines)})
		}
	}
	if last == 0 && n > 1 {
		return db.ErrNotFound
	}
	props.Paging = paged(n, tablesPerPage, props.Paging.Found, func(n int) string {
		return link.AllTables(r.club.Slug, props.Search, props.Game, n)
	})
	return r.render(http.StatusOK, tablepage.Tables(props))
}

// sought reports that a table has a number, or somebody with a name at it, and is for
// a game; "" is any.
func sought(line db.TableLine, search, game string) bool {
	if game != "" && line.Game != game {
		return false
	}
	if search == "" || search == strconv.Itoa(line.Table) {
		return true
	}
	return slices.ContainsFunc(line.Seats, func(seat base.Seat) bool { return seat.Name != "" && base.NameHas(seat.Name, search) })
}
