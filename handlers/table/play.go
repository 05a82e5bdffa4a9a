package table

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/table"
)

// PlayMove makes a move. It is answered only after it is kept.
func (w *Wing) PlayMove(r *web.Request) error {
	try := attempt{idem: r.Field("idem"), chosen: chosenIn(r)}
	in, err := w.readMove(r, try.chosen)
	if err != nil {
		if !web.ValidIdem(try.idem) {
			try.idem = ""
		}
		return w.Verified(r, func(r *web.Request) error {
			return w.refuse(r, http.StatusUnprocessableEntity, try, refusalOf(err))
		})
	}
	return w.play(r, postedFrom(r), try, in)
}

// refusalOf says why a form is no move.
func refusalOf(err error) table.Refusal {
	var illegal *engine.Illegal
	if errors.As(err, &illegal) {
		return table.Refusal{Kind: "illegal", Rule: illegal.Rule, Args: illegal.Args}
	}
	return table.Refusal{Kind: "unknown"}
}

// chosenIn are the cards chosen in a table's form.
func chosenIn(r *web.Request) []string {
	return slices.Concat(r.Request().PostForm["card"], r.Request().PostForm["reverse"])
}

// postedFrom is the kind of page that a move's form stands on.
func postedFrom(r *web.Request) tablepage.Kind {
	if r.Field("move") == engine.VerbNext {
		return tablepage.KindRecap
	}
	return tablepage.KindBoard
}

// readMove reads the fields of a table's form.
func (w *Wing) readMove(r *web.Request, chosen []string) (in live.PlayInput, err error) {
	if in.Idem = r.Field("idem"); !web.ValidIdem(in.Idem) {
		return in, fmt.Errorf("key of %d bytes: %w", len(in.Idem), web.ErrForm)
	}
	if in.Version, err = strconv.Atoi(r.Field("version")); err != nil || in.Version < 0 {
		return in, fmt.Errorf("version: %w", web.ErrForm)
	}
	if in.Match, err = r.Match(); err != nil {
		return in, err
	}
	in.Move, err = engine.Compose(w.GamesByKey[r.Field("game")].Rules, r.Field("move"), chosen)
	return in, err
}

// SortHand keeps how the player likes the hand sorted, and shows it so. The cards
// chosen so far stay chosen.
func (w *Wing) SortHand(r *web.Request) error {
	sort, known := map[string]string{table.SortRank: "", table.SortSuit: table.SortSuit}[r.Field("sort")]
	if !known {
		return web.ErrForm
	}
	board, err := w.board(r)
	if err != nil {
		return err
	}
	if err := w.Store.SaveSort(r.Ctx(), r.Player(), sort, board.Table.Match); err != nil {
		return err
	}
	w.Polls.Renew(r.Player())
	w.Store.Waiters.Redraw(board.Table.ID)
	r.Viewer.Player.Prefs.Sort, board.Order = sort, nil
	if !r.HTMX() {
		return r.GoTo(link.Table(r.Club.Slug, r.Table()))
	}
	return w.tableFragment(r, http.StatusOK, tablepage.KindBoard, board, attempt{chosen: chosenIn(r)})
}

// LeaveMatch gives a running match up, as it is now: the form names no version.
// Leaving twice is leaving once.
func (w *Wing) LeaveMatch(r *web.Request) error {
	board, err := w.board(r)
	if err != nil {
		return err
	}
	if !board.Dealt || board.View.Seat == engine.Spectator {
		return base.ErrNotFound
	}
	if board.View.Outcome != nil {
		return r.GoTo(link.Table(r.Club.Slug, r.Table()))
	}
	return w.play(r, tablepage.KindBoard, attempt{}, live.PlayInput{
		Match: board.Table.Match, Version: board.View.Version, Idem: web.NewIdem(),
		Move: engine.Move{Verb: engine.VerbLeave},
	})
}

func (w *Wing) play(r *web.Request, shown tablepage.Kind, try attempt, in live.PlayInput) error {
	in.Club, in.Table, in.Player, in.Session = r.Club.ID, r.Table(), r.Player(), r.Viewer.ID
	move := w.Store.Start(r.Ctx(), in)
	var drafted *draft
	if move.Next != nil && r.HTMX() {
		drafted = w.draft(r, move, shown)
	}
	played, err := move.Wait()
	if err != nil {
		return w.Verified(r, func(r *web.Request) error { return w.unplayed(r, try, err) })
	}
	if !r.Believed {
		r.Permit = web.Permit{Session: r.Viewer.Session, Club: r.Club, Guest: played.Guest,
			Topic: live.Topic{Table: played.Table}}
		w.Polls.Admit(r.Viewer.Token, web.PollPath(r), r.Permit)
	}
	if !r.HTMX() {
		return r.GoTo(link.Refreshing(r.Club.Slug, r.Table()))
	}
	now, err := w.Store.See(r.Ctx(), played.Guest)
	if err != nil {
		return err
	}
	return w.show(r, now, shown, drafted)
}

// unplayed says why a move was not made.
func (w *Wing) unplayed(r *web.Request, try attempt, err error) error {
	switch {
	case errors.As(err, new(*engine.Illegal)):
		return w.refuse(r, http.StatusUnprocessableEntity, try, refusalOf(err))
	case errors.Is(err, base.ErrStale):
		return w.refuse(r, http.StatusConflict, try, table.Refusal{Kind: "stale"})
	case errors.Is(err, base.ErrLate):
		return w.refuse(r, http.StatusConflict, try, table.Refusal{Kind: "late"})
	case errors.Is(err, base.ErrPaused):
		return w.refuse(r, http.StatusConflict, try, table.Refusal{Kind: "paused"})
	case errors.Is(err, base.ErrUnavailable):
		f := web.FaultOf(err)
		r.RetryAfter(f.After)
		if err := w.refuse(r, f.Status, try, table.Refusal{Kind: "unsaved"}); err == nil {
			return nil
		}
		return err
	}
	return err
}

// refuse shows the table as it is now, what was chosen, and why nothing happened.
func (w *Wing) refuse(r *web.Request, status int, try attempt, why table.Refusal) error {
	board, err := w.board(r)
	if err != nil {
		return err
	}
	if !board.Dealt || board.View.Seat == engine.Spectator {
		return base.ErrNotFound // only players of the match have the form
	}
	try.refusal = &why
	if r.HTMX() {
		return w.tableFragment(r, status, postedFrom(r), board, try)
	}
	return w.tablePage(r, status, board, try)
}
