package table

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
)

// maxPreset is the length of a preset's name, in characters.
const maxPreset = 60

// ownPresets fills in the club's own house rules for the game of the form, and
// takes over those that were chosen.
func (w *Wing) ownPresets(r *web.Request, form *tablepage.NewTableProps) error {
	presets, err := w.Store.Presets(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	for _, p := range presets {
		if p.Game != form.Game.Key {
			continue
		}
		own := tablepage.OwnPreset{ID: p.ID, Name: p.Name, Seats: p.Seats, Options: known(form.Game, p.Options)}
		form.Own = append(form.Own, own)
		if own.Key() == form.Preset {
			form.Options = own.Options
			for len(form.Seats) < min(p.Seats, form.Game.MaxSeats)-1 {
				form.Seats = append(form.Seats, string(live.SeatOpen))
			}
			form.Seats = form.Seats[:min(p.Seats, form.Game.MaxSeats)-1]
		}
	}
	return nil
}

// known drops options that this version of the game does not have.
func known(game engine.Info, options engine.Options) engine.Options {
	kept := engine.Options{}
	for _, o := range game.Options {
		for _, value := range o.Values {
			if options[o.Key] == value {
				kept[o.Key] = value
			}
		}
	}
	return kept
}

// SavePreset keeps the house rules of a table for the club, and shows the table
// again.
func (w *Wing) SavePreset(r *web.Request) error {
	number, err := strconv.Atoi(r.Field("table"))
	if err != nil || number < 1 || number > 1<<31-1 {
		return fmt.Errorf("table: %w", web.ErrForm)
	}
	return w.keepRules(r, number, r.Field("name"))
}

// keepRules keeps a table's house rules by a name, and shows the table, or asks for another name there.
func (w *Wing) keepRules(r *web.Request, number int, typed string) error {
	name, fault := web.CleanText(typed, maxPreset)
	if fault == "" {
		_, err := w.Store.SavePreset(r.Ctx(), r.Club.ID, r.Player(), number, name)
		switch {
		case errors.Is(err, base.ErrTaken):
			fault = "taken"
		case err != nil:
			return err
		default:
			return r.GoTo(link.Table(r.Club.Slug, number) + "?kept=1")
		}
	}
	board, err := w.Store.Board(r.Ctx(), r.Club.ID, number, r.Player())
	if err != nil {
		return err
	}
	return w.tablePage(r, http.StatusUnprocessableEntity, board, attempt{name: typed, nameReason: fault})
}

// RemovePreset deletes a kept bundle of house rules. The form for a new table stays
// filled in.
func (w *Wing) RemovePreset(r *web.Request) error {
	err := w.Store.RemovePreset(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"))
	return r.Done(err, link.NewTable(r.Club.Slug)+"?"+r.Request().PostForm.Encode())
}
