package handlers

import (
	"slices"

	"github.com/a-h/templ"

	"carteado/db"
	"carteado/engine"
	"carteado/views/layout"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/table"
)

// A kind is one of the pages that a table's address can show. A fragment of one kind cannot be
// swapped into another.
type kind string

func kindOf(b db.Board) kind {
	switch {
	case !b.Dealt:
		return kindWaiting
	case tablepage.Cut(b.View):
		return kindCut
	case b.View.Between || b.View.Outcome != nil:
		return kindRecap
	}
	return kindBoard
}

// navigates reports that a page has the navigation of the club: no table fills its screen.
func (k kind) navigates() bool { return k != kindBoard && k != kindRecap }

// An attempt holds the fields of a refused form, which is shown again with the reason.
type attempt struct {
	refusal *table.Refusal
	idem    string   // its key; "" draws a new one
	chosen  []string // its cards
	fault   string   // of a waiting room
	words   string   // that somebody wanted to say
	refresh bool     // the page asks for itself again, for browsers without a script

	kept       bool   // house rules were kept just now
	name       string // under which to keep them
	nameReason string // why not under that name
}

// A reader holds all facts about a request on which a table's page depends.
type reader struct {
	player     int64 // 0: a member with no part in the table
	club       layout.Club
	zone       string // of the club
	lang, sort string
}

// reader is who reads the answer to a request.
func (r *request) reader() reader {
	return reader{
		player: r.player(), lang: r.language(), sort: r.viewer.Player.Prefs.Sort,
		zone: r.club.TimeZone, club: layout.Club{Slug: r.club.Slug, Name: r.club.Name, Role: r.club.Role},
	}
}

// tablePage renders the whole page of a table.
func (s *Server) tablePage(r *request, status int, b db.Board, try attempt) error {
	if err := s.mayShow(r, b.Table.Number); err != nil {
		return err
	}
	whole, _, err := s.tableParts(r.reader(), b, try)
	if err == nil {
		r.deviceKey, err = s.deviceKey(r, b)
	}
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
	if err := s.mayShow(r, b.Table.Number); err != nil {
		return err
	}
	_, fragment, err := s.tableParts(r.reader(), b, try)
	if err != nil {
		return err
	}
	return r.render(status, fragment)
}

func (s *Server) tableParts(r reader, b db.Board, try attempt) (whole, fragment templ.Component, err error) {
	seats := people(r.player, b.Table.Seats)
	at := string(kindOf(b)) + "." + b.Table.At
	if try.idem == "" {
		try.idem = newIdem()
	}
	switch kindOf(b) {
	case kindWaiting:
		props, err := s.waitingProps(r, b.Table, at, try)
		return tablepage.Waiting(props), tablepage.WaitingFragment(props), err
	case kindRecap, kindCut:
		props := tablepage.RecapProps{
			Table: b.Table.Number, At: at, Match: b.Table.Match, Idem: try.idem, View: b.View,
			Seats: seats, Refusal: try.refusal, Closed: tablepage.Closing(b.Table.Closed),
			Shut:   b.Table.Status == db.TableClosed,
			Beside: beside(r, b, try), Asks: asksRematch(b), Refreshes: try.refresh,
		}
		return tablepage.Recap(props), tablepage.RecapFragment(props), nil
	}
	props := table.Props{
		Club: r.club.Slug, Table: b.Table.Number, At: at, Match: b.Table.Match, Idem: try.idem, View: b.View,
		Legal: b.Legal, Seats: seats, Log: entries(b.Log), Chosen: try.chosen, Sort: r.sort, Order: cardsOf(b.Order),
		Refusal: try.refusal, Refreshes: try.refresh,
		Beside: beside(r, b, try),
	}
	return table.Page(&props), table.Fragment(&props), nil
}

// entries puts the newest move first. The log leaves out the moves that go on to the next
// round: the recap shows them while a seat is awaited.
func entries(log []db.LogEntry) []table.Entry {
	list := make([]table.Entry, 0, len(log))
	for _, e := range slices.Backward(log) {
		next := func(e engine.Event) bool { return e.Kind == engine.VerbNext }
		if slices.ContainsFunc(e.Events, next) { // the list is shared by all boards
			e.Events = slices.DeleteFunc(slices.Clone(e.Events), next)
		}
		if len(e.Events) > 0 {
			list = append(list, table.Entry(e))
		}
	}
	return list
}

const (
	kindWaiting kind = "waiting"
	kindBoard   kind = "board"
	kindRecap   kind = "recap"
	kindCut     kind = "cut" // the recap of a match that was cut short
)
