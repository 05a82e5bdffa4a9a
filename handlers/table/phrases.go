package table

import (
	"context"
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
	"carteado/views/part"
	"carteado/views/table"
)

// Say tells the others at a table one of the phrases, or words of the player's own.
func (w *Wing) Say(r *web.Request) error {
	match, err := r.Match()
	if err != nil {
		return err
	}
	said := live.Phrase{Club: r.Club.ID, Table: r.Table(), Match: match, Player: r.Player(), ID: r.Field("phrase"),
		Idem: r.Key()}
	switch {
	case said.ID == live.OwnWords:
		var reason string
		if said.Words, reason = web.CleanText(r.Field("words"), table.MaxWords); reason == web.ReasonSigns {
			err = web.ErrSigns
		} else if reason != "" {
			err = web.ErrWords
		}
		if said.Idem != "" {
			said.Idem += " own" // a page has the same key in both of its forms
		}
	case !table.Sayable(said.ID):
		return fmt.Errorf("phrase: %w", web.ErrForm)
	}
	if err == nil {
		err = w.Store.Say(r.Ctx(), said)
	}
	if !r.HTMX() {
		return w.change(r, err)
	}
	try, status := attempt{}, http.StatusOK
	if errors.Is(err, base.ErrSecret) || errors.Is(err, base.ErrSilent) || errors.Is(err, web.ErrWords) ||
		errors.Is(err, web.ErrSigns) || errors.As(err, new(*base.ErrQuota)) {
		try.fault, status = web.FaultOf(err).Key, http.StatusConflict // which htmx shows
	} else if err != nil {
		return err
	}
	board, err := w.board(r)
	if err != nil {
		return err
	}
	return w.tableFragment(r, status, tablepage.KindBoard, board, try)
}

// Mute hides from the reader what the player of a seat says, or shows it again.
func (w *Wing) Mute(r *web.Request) error {
	field := "mute"
	if r.Field(field) == "" {
		field = "unmute"
	}
	seat, err := strconv.ParseInt(r.Field(field), 10, 8)
	if err != nil {
		return fmt.Errorf("seat: %w", web.ErrForm)
	}
	board, err := w.board(r)
	if err != nil {
		return err
	}
	err = w.Store.Mute(r.Ctx(), r.Club.ID, r.Table(), r.Player(), engine.Seat(seat), field == "mute")
	w.Store.Waiters.Redraw(board.Table.ID)
	return w.change(r, err)
}

// ShowReportedWords shows a host what members reported to them in a match.
func (w *Wing) ShowReportedWords(r *web.Request) error {
	list, err := w.Store.ReportedWords(r.Ctx(), r.Club.ID, r.Player(), r.Number("match"))
	if err != nil {
		return err
	}
	props := tablepage.ReportedWordsProps{Match: r.Number("match"), Table: list[0].Table, Over: list[0].Over}
	for _, w := range list {
		props.List = append(props.List, tablepage.WrittenWords{Number: w.Number,
			By: part.Person{ID: w.Author, Name: w.Name}, At: w.At, Text: w.Text})
	}
	return r.Show(http.StatusOK, tablepage.ReportedWords(props))
}

// RemoveWords takes away what a player wrote.
func (w *Wing) RemoveWords(r *web.Request) error { return aboutWords(r, w.Store.RemoveWords, "") }

// ReportWords tells the hosts of what a player wrote.
func (w *Wing) ReportWords(r *web.Request) error {
	return aboutWords(r, w.Store.ReportWords, "?reported=1")
}

// aboutWords does something about the words that a form names, and leads to their table, or
// back to the list of those that were reported.
func aboutWords(r *web.Request, do func(ctx context.Context, club, by, match int64, number int) (table int, err error),
	said string) error {
	number, err := strconv.Atoi(r.Field("number"))
	if err != nil {
		return fmt.Errorf("number: %w", web.ErrForm)
	}
	match := r.Number("match")
	table, err := do(r.Ctx(), r.Club.ID, r.Player(), match, number)
	if r.Field("listed") != "" {
		return r.Done(err, link.Words(r.Club.Slug, match))
	}
	return r.Done(err, link.Table(r.Club.Slug, table)+said)
}
