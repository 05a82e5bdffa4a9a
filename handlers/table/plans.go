package table

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/card"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/table"
)

// ShowPlans lists what the reader has planned for the next turn at a table, and lets them plan more.
func (w *Wing) ShowPlans(r *web.Request) error {
	board, err := w.planned(r)
	if err != nil || !planable(board) {
		return r.Done(err, link.Table(r.Club.Slug, r.Table()))
	}
	return w.plansPage(r, http.StatusOK, board, tablepage.PlansProps{})
}

// planned is the board in the path, for a player: base.ErrNotFound for others.
func (w *Wing) planned(r *web.Request) (live.Board, error) {
	board, err := w.board(r)
	if err == nil && board.Table.Mine == engine.Spectator {
		err = base.ErrNotFound
	}
	return board, err
}

// planable reports that a match is played in which the reader plays on.
func planable(b live.Board) bool {
	return kindOf(b) == tablepage.KindBoard && (b.View.Left == nil || !b.View.Left[b.View.Seat])
}

func (w *Wing) plansPage(r *web.Request, status int, b live.Board, p tablepage.PlansProps) error {
	plans, err := w.Store.PlansOf(r.Ctx(), b.Table.Match, r.Player())
	if err != nil {
		return err
	}
	for _, plan := range plans {
		p.Plans = append(p.Plans, tablepage.Plan{Number: plan.Number, Shows: plan.Shows, Moves: plan.Moves})
	}
	p.Table, p.Match, p.Mine = b.Table.Number, b.Table.Match, b.View.MyTurn()
	p.May = table.PlanningOf(w.GamesByKey[b.View.Game], &table.Props{
		View: b.View, Legal: b.Legal, Sort: r.Viewer.Player.Prefs.Sort, Order: cardsOf(b.Order),
	})
	return r.Show(status, tablepage.Plans(p))
}

// Plan makes a plan of the reader move by move, keeps it, or takes one back. Until it is kept it is in the form alone.
func (w *Wing) Plan(r *web.Request) error {
	board, err := w.planned(r)
	if err != nil {
		return err
	}
	match, err := r.Match()
	if err != nil {
		return err
	}
	if match != board.Table.Match || !planable(board) {
		return r.GoTo(link.Table(r.Club.Slug, r.Table()))
	}
	if n, err := strconv.Atoi(r.Field("remove")); err == nil {
		return r.Done(w.Store.RemovePlan(r.Ctx(), match, r.Player(), n), link.Plans(r.Club.Slug, r.Table()))
	}
	p := tablepage.PlansProps{Shows: shownBy(r.Field("shows"), r.Field("suit")), Steps: r.Request().PostForm["step"]}
	p.Steps = slices.DeleteFunc(slices.Clone(p.Steps), func(step string) bool {
		_, err := engine.ParseMove(step)
		return err != nil
	})
	if pressed := r.Field("move"); pressed != "" && len(p.Steps) < live.MaxPlanMoves {
		move, err := engine.Compose(w.GamesByKey[board.View.Game].Rules, pressed, chosenIn(r))
		if err != nil {
			p.Fault = "plan"
			return w.plansPage(r, http.StatusUnprocessableEntity, board, p)
		}
		p.Steps = append(p.Steps, move.String())
	}
	switch do := r.Field("do"); {
	case do == "back" && len(p.Steps) > 0:
		p.Steps = p.Steps[:len(p.Steps)-1]
	case do == "keep" && len(p.Steps) > 0:
		plan := live.Plan{Shows: p.Shows, Moves: p.Steps[:min(len(p.Steps), live.MaxPlanMoves)]}
		err := w.Store.AddPlan(r.Ctx(), r.Club.ID, match, r.Player(), plan)
		switch {
		case errors.Is(err, base.ErrStale):
			return r.GoTo(link.Table(r.Club.Slug, r.Table())) // it is their turn by now
		case errors.Is(err, base.ErrFull):
			p.Fault = "plans_full"
			return w.plansPage(r, http.StatusConflict, board, p)
		}
		return r.Done(err, link.Plans(r.Club.Slug, r.Table()))
	}
	return w.plansPage(r, http.StatusOK, board, p)
}

// shownBy reads the rank or card that the others are to show; "" for any.
func shownBy(rank, suit string) string {
	for _, text := range []string{rank + suit, rank} {
		if c, err := card.Parse(text); err == nil && c != card.Unknown {
			return text
		}
	}
	if slices.Contains(table.FrenchRanks(), rank) {
		return rank
	}
	return ""
}
