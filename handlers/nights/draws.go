package nights

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"carteado/db/base"
	"carteado/db/nights"
	"carteado/engine"
	"carteado/engine/pairing"
	"carteado/engine/standing"
	"carteado/handlers/web"
	"carteado/views/link"
	"carteado/views/page"
	nightspage "carteado/views/page/nights"
	"carteado/views/part"
)

// maxMinutes is the longest round.
const maxMinutes = 300

// ShowDraws is the page of the tables of a night: for hosts with all that they do, for members to read.
func (w *Wing) ShowDraws(r *web.Request) error {
	return w.drawsPage(r, http.StatusOK, nightspage.DrawForm{})
}

func (w *Wing) drawsPage(r *web.Request, status int, form nightspage.DrawForm) error {
	n, _, _, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	draws, err := w.Store.DrawsOf(r.Ctx(), r.Club.ID, r.Player(), n.ID)
	if err != nil {
		return err
	}
	here, err := w.Store.ArrivalsOf(r.Ctx(), r.Club.ID, r.Player(), n.ID)
	if err != nil {
		return err
	}
	here = slices.DeleteFunc(here, func(a nights.Arrival) bool { return !a.Left.IsZero() })
	props := nightspage.DrawsProps{Night: w.NightOf(n), Evening: w.eveningOf(r, draws), Here: len(here), Form: form,
		Now: w.Now(), Open: n.Door}
	for _, game := range w.GameInfos {
		if len(n.Games) == 0 || slices.Contains(n.Games, game.Key) {
			props.Form.Games = append(props.Form.Games, game)
		}
	}
	if len(props.Form.Games) == 0 { // those of the night are not played here any more
		props.Form.Games = w.GameInfos
	}
	w.fillDrawForm(&props, draws)
	w.fillWaiting(&props, r, here, draws)
	return r.Show(status, nightspage.Draws(props))
}

// fillDrawForm begins the form with the wishes of the last round, and offers the ways to seat those who are here.
func (w *Wing) fillDrawForm(props *nightspage.DrawsProps, draws []nights.Draw) {
	f := &props.Form
	last := nights.Draw{Game: f.Games[0].Key, Minutes: 25, Screens: props.Place == "", AtTime: nights.PlayedOut}
	if len(draws) > 0 {
		last = draws[len(draws)-1]
	}
	if f.Game == "" {
		rules := maps.Clone(last.Options)
		f.Deals = rules[engine.Duplicate]
		delete(rules, engine.Duplicate)
		f.Game, f.Level, f.Minutes, f.Screens = last.Game, string(last.Level), strconv.Itoa(last.Minutes), last.Screens
		for _, game := range f.Games {
			for _, preset := range game.Presets {
				if game.Key == last.Game && maps.Equal(preset.Options, rules) {
					f.Rules = game.Key + "/" + preset.Key
				}
			}
		}
	}
	f.Size, f.AtTime = cmp.Or(f.Size, "any"), cmp.Or(f.AtTime, last.AtTime)
	if game, err := w.Game(f.Game); err == nil {
		for _, s := range pairing.Splits(props.Here, game.MinSeats, game.MaxSeats) {
			f.Splits = append(f.Splits, nightspage.Split{Sizes: s.Sizes, Out: s.Out})
		}
	}
}

// fillWaiting lists who waits for a table in a round that goes on.
func (w *Wing) fillWaiting(props *nightspage.DrawsProps, r *web.Request, here []nights.Arrival, draws []nights.Draw) {
	if len(draws) == 0 {
		return
	}
	last := draws[len(draws)-1]
	for _, a := range nights.Waiting(here, last) {
		arrival := arrivalOf(r, a)
		props.Waiting = append(props.Waiting, nightspage.DrawnSeat{ID: a.ID, Person: arrival.Person,
			Guest: arrival.Guest, Screen: a.Player != 0})
	}
	game, err := w.Game(last.Game)
	props.More = err == nil && len(props.Waiting) >= game.MinSeats
}

// eveningOf are the rounds of a night and what people have come to.
func (w *Wing) eveningOf(r *web.Request, draws []nights.Draw) (e nightspage.Evening) {
	people := map[int64]part.Person{}
	seatOf := func(s nights.DrawnSeat) nightspage.DrawnSeat {
		person := arrivalOf(r, s.Arrival).Person
		person.Me = s.Player != 0 && s.Player == r.Player()
		people[s.ID] = person
		return nightspage.DrawnSeat{ID: s.ID, Person: person, Guest: s.Guest, Screen: s.Player != 0, Place: s.Place,
			Points: s.Points, Reason: s.Reason, Gone: !s.Left.IsZero(), Kept: s.Kept}
	}
	for _, d := range draws {
		round := nightspage.Round{Number: d.Number, Game: d.Game, Level: d.Level, Lot: d.Lot, Minutes: d.Minutes,
			Screens: d.Screens, AtTime: d.AtTime, Opened: d.Opened, Ends: d.Ends(), Over: d.Over,
			Duplicates: d.Options.Duplicates(), Low: d.Low}
		for _, t := range d.Tables {
			table := nightspage.DrawnTable{Number: t.Number, Table: t.Table, Paper: t.Paper, Closed: t.Closed,
				Held:  t.Held,
				Sheet: w.stateOf(d, t), Reasons: t.Reasons, Played: t.Played(), Begun: t.Begun}
			table.Room = d.Over.IsZero() && w.Store.TakesMore(d, t)
			for _, s := range t.Seats {
				table.Seats = append(table.Seats, seatOf(s))
			}
			round.Tables = append(round.Tables, table)
		}
		for _, s := range d.Out {
			round.Out = append(round.Out, seatOf(s))
		}
		e.Rounds = append(e.Rounds, round)
	}
	for _, line := range standing.Evening(nights.Sittings(draws)) {
		e.Lines = append(e.Lines, nightspage.EveningLine{EveningLine: line, Person: people[line.Player]})
	}
	return e
}

// stateOf says what has become of the sheet of a table.
func (w *Wing) stateOf(d nights.Draw, t nights.DrawnTable) nightspage.SheetState {
	game := slices.IndexFunc(w.GameInfos, func(g engine.Info) bool { return g.Key == d.Game })
	if game < 0 || t.Table != 0 {
		return nightspage.SheetNone
	}
	_, paper := w.Games[game].Rules.(engine.Paper)
	switch {
	case !paper, t.Sheet == nil && t.Played(): // its places were written down alone
		return nightspage.SheetNone
	case t.Sheet == nil || t.Sheet.Match == 0:
		return nightspage.SheetOpen
	case t.Sheet.Confirmed.IsZero():
		return nightspage.SheetUnconfirmed
	}
	return nightspage.SheetConfirmed
}

// readWish reads how a round is to be drawn for a number of people.
func (w *Wing) readWish(r *web.Request, people int) (form nightspage.DrawForm, wish nights.Wish) {
	form = nightspage.DrawForm{Game: r.Field("game"), Size: r.Field("size"), Level: r.Field("level"),
		Minutes: r.Field("minutes"), Screens: r.Field("screens") == "on", Faults: part.Faults{}}
	form.Deals = r.Field("duplicates")
	form.Rules, form.AtTime = r.Field("rules"), cmp.Or(r.Field("at_time"), nights.PlayedOut)
	wish = nights.Wish{Game: form.Game, Level: pairing.Level(form.Level), Screens: form.Screens, AtTime: form.AtTime}
	if !slices.Contains(pairing.Levels(), wish.Level) || form.AtTime != nights.PlayedOut &&
		form.AtTime != nights.AsItStands {
		form.Faults[""] = web.ReasonChoice
	}
	wish.Minutes = web.BoundedField(r, form.Faults, "minutes", maxMinutes)
	game, err := w.Game(form.Game)
	if err != nil {
		form.Game, form.Faults["game"] = "", web.ReasonChoice
		return form, wish
	}
	if of, preset, chosen := strings.Cut(form.Rules, "/"); chosen {
		at := slices.IndexFunc(game.Presets, func(p engine.Preset) bool { return p.Key == preset })
		if of != game.Key || at < 0 {
			form.Faults["rules"] = "draw_rules"
			return form, wish
		}
		wish.Options = game.Presets[at].Options
	}
	if wish.Sizes, err = sizes(r.Field("split"), form.Size, game, people); err != nil {
		form.Faults["size"] = "night_people"
	}
	if form.Deals != "" {
		wish.Options = readDuplicates(&form, game, wish)
	}
	return form, wish
}

// sizes are those of the tables: of a split that was chosen, as in 4,4,3, or the best for a size, as in 3 or 3-4.
func sizes(split, size string, game engine.Info, people int) (list []int, err error) {
	if split != "" {
		sum := 0
		for text := range strings.SplitSeq(split, ",") {
			n, err := strconv.Atoi(text)
			if sum += n; err != nil || n < game.MinSeats || n > game.MaxSeats || sum > people {
				return nil, base.ErrFull
			}
			list = append(list, n)
		}
		return list, nil
	}
	least, most := game.MinSeats, game.MaxSeats
	if from, to, is := strings.Cut(size, "-"); size != "any" && size != "" {
		if !is {
			to = from
		}
		low, err := strconv.Atoi(from)
		high, err2 := strconv.Atoi(to)
		if err != nil || err2 != nil {
			return nil, base.ErrFull
		}
		least, most = max(least, low), min(most, high)
	}
	if least > most {
		return nil, base.ErrFull
	}
	splits := pairing.Splits(people, least, most)
	if len(splits) == 0 {
		return nil, base.ErrFull
	}
	return splits[0].Sizes, nil
}

// DrawTables draws a round, or draws it again.
func (w *Wing) DrawTables(r *web.Request) error {
	here, err := w.Store.ArrivalsOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	people := 0
	for _, a := range here {
		if a.Left.IsZero() {
			people++
		}
	}
	form, wish := w.readWish(r, people)
	if len(form.Faults) == 0 {
		err = w.Store.DrawTables(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), wish)
		if errors.Is(err, base.ErrFull) { // somebody has gone meanwhile
			form.Faults["size"], err = "night_people", nil
		}
	}
	if err != nil {
		return err
	}
	if len(form.Faults) > 0 {
		return w.drawsPage(r, http.StatusUnprocessableEntity, form)
	}
	return r.GoTo(link.Draws(r.Club.Slug, r.Number("night")))
}

// ExchangeSeats has two people change seats.
func (w *Wing) ExchangeSeats(r *web.Request) error {
	a, err := strconv.ParseInt(r.Field("a"), 10, 64)
	b, err2 := strconv.ParseInt(r.Field("b"), 10, 64)
	if err != nil || err2 != nil {
		return web.ErrForm
	}
	err = w.Store.ExchangeSeats(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), int(r.Number("round")), a, b)
	return r.Done(err, link.Draws(r.Club.Slug, r.Number("night")))
}

// OpenRound makes a proposal a round and opens its tables. Pressed again, it opens those that are missing.
func (w *Wing) OpenRound(r *web.Request) error {
	night, round := r.Number("night"), int(r.Number("round"))
	err := w.Store.OpenRound(r.Ctx(), r.Club.ID, r.Player(), night, round)
	if err == nil {
		err = w.Store.OpenDrawnTables(r.Ctx(), r.Club.ID, r.Player(), night, round)
	}
	return r.Done(err, link.Draws(r.Club.Slug, night))
}

func (w *Wing) UndoRound(r *web.Request) error {
	err := w.Store.UndoRound(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), int(r.Number("round")),
		"draws.undo.reason")
	return r.Done(err, link.Draws(r.Club.Slug, r.Number("night")))
}

func (w *Wing) EndRound(r *web.Request) error {
	err := w.Store.EndRound(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), int(r.Number("round")),
		"draws.end.reason")
	return r.Done(err, link.Draws(r.Club.Slug, r.Number("night")))
}

// CloseDrawnTable closes a table whose players have gone.
func (w *Wing) CloseDrawnTable(r *web.Request) error {
	how := r.Field("how")
	if how != nights.AsItStands && how != nights.Void {
		return web.ErrForm
	}
	err := w.Store.CloseDrawnTable(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), int(r.Number("round")),
		int(r.Number("number")), how == nights.AsItStands, "draws.close.reason")
	return r.Done(err, link.Draws(r.Club.Slug, r.Number("night")))
}

// SeatIn gives somebody who waits a seat in the round that goes on, or all who wait tables of their own.
func (w *Wing) SeatIn(r *web.Request) error {
	number, who := 0, int64(0)
	if r.Field("rest") != "yes" {
		var err, err2 error
		number, err = strconv.Atoi(r.Field("table"))
		who, err2 = strconv.ParseInt(r.Field("who"), 10, 64)
		if err != nil || err2 != nil || number < 1 {
			return web.ErrForm
		}
	}
	err := w.Store.SeatIn(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), int(r.Number("round")), number, who,
		"draws.seated.reason")
	return r.Done(err, link.Draws(r.Club.Slug, r.Number("night")))
}

// SeatOut takes somebody who has gone home out of the round that goes on.
func (w *Wing) SeatOut(r *web.Request) error {
	who, err := strconv.ParseInt(r.Field("who"), 10, 64)
	if err != nil {
		return web.ErrForm
	}
	err = w.Store.SeatOut(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), int(r.Number("round")), who,
		"draws.seated.reason")
	return r.Done(err, link.Draws(r.Club.Slug, r.Number("night")))
}

// SetPlaces writes down the result of a table with real cards.
func (w *Wing) SetPlaces(r *web.Request) error {
	places, list, err := web.PlacesTyped(r)
	if err != nil {
		return err
	}
	round, table := int(r.Number("round")), int(r.Number("number"))
	if !web.ValidPlaces(list, 0) {
		wrong := page.WrongPlaces{Round: round, Table: table, Places: places}
		return w.drawsPage(r, http.StatusUnprocessableEntity, nightspage.DrawForm{Wrong: wrong,
			Faults: part.Faults{"places": "places"}})
	}
	err = w.Store.SetPlaces(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), round, table, places)
	return r.Done(err, link.Draws(r.Club.Slug, r.Number("night")))
}
