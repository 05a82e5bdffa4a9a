package table

import (
	"slices"

	"github.com/a-h/templ"

	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/handlers/web"
	"carteado/views/layout"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/table"
)

// kindOf is the kind of page that shows a board.
func kindOf(b live.Board) tablepage.Kind {
	switch {
	case !b.Dealt:
		return tablepage.KindWaiting
	case tablepage.Cut(b.View):
		return tablepage.KindCut
	case b.View.Between || b.View.Outcome != nil:
		return tablepage.KindRecap
	}
	return tablepage.KindBoard
}

// An attempt holds the fields of a refused form, which is shown again with the reason.
type attempt struct {
	refusal *table.Refusal
	idem    string   // its key; "" draws a new one
	chosen  []string // its cards
	fault   string   // of a waiting room
	hint    *bot.Advice
	words   string // that somebody wanted to say
	word    string // that somebody wanted to add to the deals
	refresh bool   // the page asks for itself again, for browsers without a script

	first      bool   // the reader has never played the game of a waiting room
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

// readerOf is the reader of the answer to a request.
func readerOf(r *web.Request) reader {
	return reader{
		player: r.Player(), lang: r.Language(), sort: r.Viewer.Player.Prefs.Sort,
		zone: r.Club.TimeZone, club: layout.Club{Slug: r.Club.Slug, Name: r.Club.Name, Role: r.Club.Role},
	}
}

// tablePage renders the whole page of a table.
func (w *Wing) tablePage(r *web.Request, status int, b live.Board, try attempt) error {
	if err := w.MayShow(r, b.Table.Number); err != nil {
		return err
	}
	whole, _, err := w.tableParts(readerOf(r), b, try)
	if err == nil {
		r.DeviceKey, err = w.deviceKey(r, b)
	}
	if err != nil {
		return err
	}
	return r.Show(status, whole)
}

// tableFragment renders what changes on a table's page, or leads the reader to
// the table anew when it has become a page of another kind.
func (w *Wing) tableFragment(r *web.Request, status int, shown tablepage.Kind, b live.Board, try attempt) error {
	if kindOf(b) != shown {
		return r.GoTo(link.Table(r.Club.Slug, b.Table.Number))
	}
	if err := w.MayShow(r, b.Table.Number); err != nil {
		return err
	}
	_, fragment, err := w.tableParts(readerOf(r), b, try)
	if err != nil {
		return err
	}
	return r.Show(status, fragment)
}

func (w *Wing) tableParts(r reader, b live.Board, try attempt) (whole, fragment templ.Component, err error) {
	seats := web.People(r.player, b.Table.Seats)
	at := string(kindOf(b)) + "." + b.Table.At
	if try.idem == "" {
		try.idem = web.NewIdem()
	}
	switch kindOf(b) {
	case tablepage.KindWaiting:
		props, err := w.waitingProps(r, b.Table, at, try)
		return tablepage.Waiting(props), tablepage.WaitingFragment(props), err
	case tablepage.KindRecap, tablepage.KindCut:
		props := tablepage.RecapProps{
			Table: b.Table.Number, At: at, Match: b.Table.Match, Idem: try.idem, View: b.View,
			Seats: seats, Refusal: try.refusal, Closed: tablepage.Closing(b.Table.Closed),
			Shut: b.Table.Status == live.TableClosed, Held: b.Table.Held,
			Status: tableStatus(r, b, try), Asks: asksRematch(b), Refreshes: try.refresh,
			First: b.First,
		}
		return tablepage.Recap(props), tablepage.RecapFragment(props), nil
	}
	props := table.Props{
		Club: r.club.Slug, Table: b.Table.Number, At: at, Match: b.Table.Match, Idem: try.idem, View: b.View,
		Legal: b.Legal, Seats: seats, Log: entries(b.Log), Chosen: try.chosen, Sort: r.sort, Order: cardsOf(b.Order),
		Refusal: try.refusal, Refreshes: try.refresh,
		Status: tableStatus(r, b, try),
	}
	return table.Page(&props), table.Fragment(&props), nil
}

// entries puts the newest move first. The log leaves out the moves that go on to the next
// round: the recap shows them while a seat is awaited.
func entries(log []live.LogEntry) []table.Entry {
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
