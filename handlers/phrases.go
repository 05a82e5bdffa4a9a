package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"carteado/db"
	"carteado/db/base"
	"carteado/engine"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
)

// maxWords bounds what a player writes in one piece.
const maxWords = 200

// errWords refuses words that are none, too long or not to be seen.
var errWords = errors.New("words")

// say tells the others at a table one of the phrases, or words of the player's own.
func (s *Server) say(r *request) error {
	match, err := r.match()
	if err != nil {
		return err
	}
	said := db.Phrase{Club: r.club.ID, Table: r.table(), Match: match, Player: r.player(), ID: r.field("phrase"), Idem: r.key()}
	switch {
	case said.ID == db.OwnWords:
		var reason string
		if said.Words, reason = cleanText(r.field("words"), maxWords); reason != "" {
			err = errWords
		}
		if said.Idem != "" {
			said.Idem += " own" // a page has the same key in both of its forms
		}
	case !table.Sayable(said.ID):
		return fmt.Errorf("phrase: %w", errForm)
	}
	if err == nil {
		err = s.store.Say(r.ctx(), said)
	}
	if !r.htmx() {
		return s.change(r, err)
	}
	try, status := attempt{}, http.StatusOK
	if errors.Is(err, db.ErrSecret) || errors.Is(err, db.ErrSilent) || errors.Is(err, errWords) || errors.As(err, new(*base.ErrQuota)) {
		try.fault, status = faultOf(err).key, http.StatusConflict // which htmx shows
	} else if err != nil {
		return err
	}
	board, err := s.board(r)
	if err != nil {
		return err
	}
	return s.tableFragment(r, status, kindBoard, board, try)
}

// mute hides from the reader what the player of a seat says, or shows it again.
func (s *Server) mute(r *request) error {
	field := "mute"
	if r.field(field) == "" {
		field = "unmute"
	}
	seat, err := strconv.ParseInt(r.field(field), 10, 8)
	if err != nil {
		return fmt.Errorf("seat: %w", errForm)
	}
	board, err := s.board(r)
	if err != nil {
		return err
	}
	err = s.store.Mute(r.ctx(), r.club.ID, r.table(), r.player(), engine.Seat(seat), field == "mute")
	s.hub.redraw(board.Table.ID)
	return s.change(r, err)
}

// showReportedWords shows a host what members reported to them in a match.
func (s *Server) showReportedWords(r *request) error {
	list, err := s.store.ReportedWords(r.ctx(), r.club.ID, r.player(), r.number("match"))
	if err != nil {
		return err
	}
	props := tablepage.ReportedWordsProps{Match: r.number("match"), Table: list[0].Table, Over: list[0].Over}
	for _, w := range list {
		props.List = append(props.List, tablepage.WrittenWords{Number: w.Number, By: part.Person{ID: w.Author, Name: w.Name}, At: w.At, Text: w.Text})
	}
	return r.render(http.StatusOK, tablepage.ReportedWords(props))
}

// removeWords takes away what a player wrote.
func (s *Server) removeWords(r *request) error { return r.aboutWords(s.store.RemoveWords, "") }

// reportWords tells the hosts of what a player wrote.
func (s *Server) reportWords(r *request) error {
	return r.aboutWords(s.store.ReportWords, "?reported=1")
}

// aboutWords does something about the words that a form names, and leads to their table, or
// back to the list of those that were reported.
func (r *request) aboutWords(do func(ctx context.Context, club, by, match int64, number int) (table int, err error), said string) error {
	number, err := strconv.Atoi(r.field("number"))
	if err != nil {
		return fmt.Errorf("number: %w", errForm)
	}
	match := r.number("match")
	table, err := do(r.ctx(), r.club.ID, r.player(), match, number)
	if r.field("listed") != "" {
		return r.done(err, link.Words(r.club.Slug, match))
	}
	return r.done(err, link.Table(r.club.Slug, table)+said)
}
