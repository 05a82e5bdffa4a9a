package nights

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"carteado/db/nights"
	"carteado/engine"
	"carteado/engine/role"
	"carteado/handlers/web"
	"carteado/views/link"
	nightspage "carteado/views/page/nights"
)

// ShowSheet is the sheet of a table that plays with real cards.
func (w *Wing) ShowSheet(r *web.Request) error {
	return w.sheetPage(r, http.StatusOK, nightspage.SheetForm{})
}

// sheetAt finds the table in the path.
func (w *Wing) sheetAt(r *web.Request) (nights.SheetAt, error) {
	return w.Store.SheetOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), int(r.Number("round")),
		int(r.Number("number")))
}

func (w *Wing) sheetPage(r *web.Request, status int, form nightspage.SheetForm) error {
	n, _, _, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	at, err := w.sheetAt(r)
	if err != nil {
		return err
	}
	game, err := w.Game(at.Draw.Game)
	if err != nil {
		return err
	}
	p := nightspage.SheetProps{Night: w.NightOf(n), Round: at.Draw.Number, Table: at.Table.Number, Game: game,
		Asks: at.Match.Asks(), Rounds: at.Match.Rounds(), Number: at.Match.Number(), Dealer: at.Match.Dealer(),
		Totals: at.Match.Totals(), LowWins: at.Match.Scoring().LowWins, Form: form}
	if p.Options, err = game.Resolve(at.Draw.Options); err != nil {
		return err
	}
	p.Goal = w.Goal(game.Key, p.Options)
	sits, host := false, r.Club.Role.May(role.Night)
	for _, s := range at.Table.Seats {
		person := arrivalOf(r, s.Arrival).Person
		person.Me = s.Player != 0 && s.Player == r.Player()
		p.Seats, sits = append(p.Seats, person), sits || person.Me
	}
	p.May = sits || host
	if sheet := at.Table.Sheet; sheet != nil {
		p.By, p.Written, p.Match = web.PersonOf(r.Player(), sheet.By), sheet.At, sheet.Match
		p.Confirmed, p.ConfirmedBy = sheet.Confirmed, web.PersonOf(r.Player(), sheet.ConfirmedBy)
		p.MayConfirm = sheet.MayConfirm(r.Player(), sits, host)
		if sheet.Match != 0 {
			p.Placing = at.Match.Placing()
		}
	}
	return r.Show(status, nightspage.SheetPage(p))
}

// readRound reads a round as it was filled in. What cannot be read as a number is out of bounds.
func readRound(r *web.Request, asks engine.Sheet) (form nightspage.SheetForm, round engine.Written) {
	posted := r.Request().PostForm
	form = nightspage.SheetForm{By: r.Field("by"), How: r.Field("how"), Left: posted["left"], Places: posted["places"],
		Also: r.Field("also") == "on"}
	number := func(text string, blank int) int {
		text = strings.TrimSpace(text)
		if text == "" {
			return blank
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return engine.Blank - 1
		}
		return n
	}
	round = engine.Written{By: engine.Nobody, How: form.How, Also: form.Also}
	if len(posted["by"]) > 1 {
		form.Wrong = &engine.ErrPaper{Key: "two", Seat: engine.Nobody}
	}
	switch seat, err := strconv.Atoi(form.By); {
	case len(asks.Hows) == 0 || form.By == nightspage.Nobody && asks.Block != "":
		round.How = ""
	case err != nil || seat < 0 || seat > 9:
		form.Wrong = &engine.ErrPaper{Key: engine.PaperHow, Seat: engine.Nobody}
	default:
		round.By = engine.Seat(seat)
	}
	if round.By != engine.Nobody && len(asks.Hows) == 1 {
		round.How = asks.Hows[0]
	}
	if asks.Most > 0 {
		for _, text := range form.Left {
			round.Left = append(round.Left, number(text, engine.Blank))
		}
	}
	if asks.Places {
		for _, text := range form.Places {
			round.Places = append(round.Places, number(text, 0))
		}
	}
	return form, round
}

// WriteRound writes a round on a sheet, or says what cannot be, with the form as it was filled in.
func (w *Wing) WriteRound(r *web.Request) error {
	at, err := w.sheetAt(r)
	if err != nil {
		return err
	}
	written, err := strconv.Atoi(r.Field("written"))
	if err != nil {
		return web.ErrForm
	}
	form, round := readRound(r, at.Match.Asks())
	if form.Wrong == nil {
		err = w.Store.WriteRound(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), at.Draw.Number, at.Table.Number,
			written, round)
		errors.As(err, &form.Wrong)
	}
	if form.Wrong != nil {
		return w.sheetPage(r, http.StatusUnprocessableEntity, form)
	}
	return w.sheetDone(r, err)
}

func (w *Wing) sheetDone(r *web.Request, err error) error {
	return r.Done(err, link.Sheet(r.Club.Slug, r.Number("night"), int(r.Number("round")), int(r.Number("number"))))
}

// TakeBackRound takes the last round off a sheet, or the end of a match.
func (w *Wing) TakeBackRound(r *web.Request) error {
	written, err := strconv.Atoi(r.Field("written"))
	if err != nil {
		return web.ErrForm
	}
	return w.sheetDone(r, w.Store.TakeBackRound(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"),
		int(r.Number("round")), int(r.Number("number")), written))
}

// EndSheet ends a match as it stands.
func (w *Wing) EndSheet(r *web.Request) error {
	return w.sheetDone(r, w.Store.EndSheet(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), int(r.Number("round")),
		int(r.Number("number"))))
}

// ConfirmSheet says that a sheet is right.
func (w *Wing) ConfirmSheet(r *web.Request) error {
	return w.sheetDone(r, w.Store.ConfirmSheet(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"),
		int(r.Number("round")), int(r.Number("number"))))
}

// SetPaper has a table of a proposal play with real cards.
func (w *Wing) SetPaper(r *web.Request) error {
	err := w.Store.SetPaper(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), int(r.Number("round")),
		int(r.Number("number")), r.Field("on") != "no")
	return r.Done(err, link.Draws(r.Club.Slug, r.Number("night")))
}
