package db_test

import (
	"slices"
	"testing"

	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

// A planned is a match by days in which one player is to discard and the other has planned.
type planned struct {
	club
	mover, planner int64
	seat           engine.Seat // of the planner
	match          int64
	discard        engine.Move // that the mover is going to make
	holds          []string    // cards of the planner
}

// plans lets the player who waits plan the answers to a discard. In the answers X is its card and Y one of the hand.
func plans(t *testing.T, pace string, answers ...live.Plan) planned {
	t.Helper()
	p := planned{club: found(t)}
	p.OnTurn(p.due.tell)
	p.timed(t, pace)
	p.mover = p.club.mover(t, 1)
	p.planner = p.ana + p.bento - p.mover
	_, err := p.Play(t.Context(), p.input(t, 1, p.mover, "draws"))
	must(t, err)
	p.discard = p.board(t, 1, p.mover).Legal[0]
	board := p.board(t, 1, p.planner)
	p.match, p.seat = board.Table.Match, board.Table.Mine
	for _, c := range board.View.Round.(toy.View).Hand {
		p.holds = append(p.holds, c.String())
	}
	x := p.discard.Card().String()
	y := p.holds[slices.IndexFunc(p.holds, func(c string) bool { return c != x })]
	for _, a := range answers {
		if a.Shows == "X" {
			a.Shows = x
		}
		for i, move := range a.Moves {
			a.Moves[i] = map[string]string{"discard X": "discard " + x, "discard Y": "discard " + y}[move]
			if a.Moves[i] == "" {
				a.Moves[i] = move
			}
		}
		must(t, p.AddPlan(t.Context(), p.id, p.match, p.planner, a))
	}
	return p
}

// answer lets the mover discard, and the program do what it was told then. It returns what was made after the discard.
func (p planned) answer(t *testing.T) []live.LogEntry {
	t.Helper()
	in := p.input(t, 1, p.mover, "discards")
	in.Move = p.discard
	played, err := p.Play(t.Context(), in)
	must(t, err)
	due, err := p.Planned(t.Context(), p.due.all())
	if must(t, err); len(due) != 1 || due[0].Seat != p.seat {
		t.Fatalf("the program was told of %v, planned are %v", p.due.all(), due)
	}
	must(t, p.PlayBot(t.Context(), due[0], nil))
	must(t, p.PlayBot(t.Context(), due[0], nil)) // as a job does that comes late
	log := p.board(t, 1, p.planner).Log
	return slices.DeleteFunc(slices.Clone(log), func(e live.LogEntry) bool { return e.Version <= played.Version })
}

// The first plan that fits the last move is played at once, as moves of the player in their time; then there is none.
func TestPlansArePlayed(t *testing.T) {
	t.Parallel()
	for _, pace := range []string{"slow 86400", "live 30+120", ""} {
		t.Run(pace, func(t *testing.T) {
			t.Parallel()
			plansArePlayed(t, pace)
		})
	}
}

func plansArePlayed(t *testing.T, pace string) {
	t.Helper()
	p := plans(t, pace,
		live.Plan{Shows: "??", Moves: []string{"draw @stock"}},
		live.Plan{Shows: "X", Moves: []string{"draw @discard", "discard Y"}},
		live.Plan{Moves: []string{"draw @stock"}})
	made := p.answer(t)
	if len(made) != 2 || made[0].Made != "" ||
		made[0].Events[0].From != engine.In(engine.Discard) || made[1].Events[0].Kind != "discard" {
		t.Fatalf("what was made: %+v", made)
	}
	board := p.board(t, 1, p.planner)
	if board.View.MyTurn() {
		t.Errorf("afterwards %v are to move", board.View.ToMove)
	}
	if clock := board.Table.Clock; clock != nil && (clock.Seats[p.seat].Missed != 0 ||
		!clock.Seats[p.seat].Since.IsZero()) {
		t.Errorf("afterwards the clock is %+v", clock)
	}
	if left, err := p.PlansOf(t.Context(), p.match, p.planner); err != nil || len(left) != 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

// A plan that does not fit is void, and so is what is left of one when the rules refuse a move. A card that is drawn
// decides nothing before it is drawn: the move before it stays made.
func TestPlansThatDoNotFitAreVoid(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		plan live.Plan
		made int
	}{
		"another card":        {live.Plan{Shows: "??", Moves: []string{"draw @stock"}}, 0},
		"a move out of order": {live.Plan{Moves: []string{"discard Y", "draw @stock"}}, 0},
		"no move at all":      {live.Plan{Moves: []string{"nonsense"}}, 0},
		"the card just taken": {live.Plan{Moves: []string{"draw @discard", "discard X"}}, 1},
		"a card never held":   {live.Plan{Moves: []string{"draw @stock", "discard ??"}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := plans(t, "slow 86400", tc.plan)
			if made := p.answer(t); len(made) != tc.made {
				t.Errorf("made are %+v", made)
			}
			if board := p.board(t, 1, p.planner); !board.View.MyTurn() {
				t.Error("it is not their turn any more")
			}
			if left, err := p.PlansOf(t.Context(), p.match, p.planner); err != nil || len(left) != 0 {
				t.Errorf("left are %v, %v", left, err)
			}
		})
	}
}

// Nobody can tell a match with plans from one without: planning changes no position, the move before the plan reads
// nothing of it, so that it takes no longer, and the program is told of the turn either way.
func TestPlansTellNobodyAnything(t *testing.T) {
	t.Parallel()
	for _, pace := range []string{"slow 86400", ""} {
		plansTellNobodyAnything(t, pace)
	}
}

func plansTellNobodyAnything(t *testing.T, pace string) {
	t.Helper()
	var told []int
	for _, answers := range [][]live.Plan{nil, {{Moves: []string{"draw @stock"}}}} {
		p := plans(t, pace)
		before := p.board(t, 1, p.mover).Table.At
		for _, a := range answers {
			must(t, p.AddPlan(t.Context(), p.id, p.match, p.planner, a))
		}
		if after := p.board(t, 1, p.mover).Table.At; after != before {
			t.Errorf("planning leads from position %s to %s", before, after)
		}
		tx, err := p.Pool().Begin(t.Context())
		must(t, err)
		_, err = tx.Exec(t.Context(), `LOCK TABLE plans IN ACCESS EXCLUSIVE MODE`)
		must(t, err)
		in := p.input(t, 1, p.mover, "discards")
		ctx, cancel := dbtest.Limit(t.Context())
		_, err = p.Play(ctx, in)
		cancel()
		must(t, err)
		must(t, tx.Rollback(t.Context()))
		told = append(told, len(p.due.all()))
	}
	if told[0] != told[1] {
		t.Errorf("without a plan the program was told of %d turns, with one of %d", told[0], told[1])
	}
}

// A plan belongs to a player who waits. What the player does in their own turn, a bot that keeps the seat, and the
// end of the match make it void; the program finds one that it was not told of.
func TestPlansBelongToTheirPlayer(t *testing.T) {
	t.Parallel()
	p := plans(t, "")
	ctx, plan := t.Context(), live.Plan{Moves: []string{"draw @stock"}}
	refused(t, p.AddPlan(ctx, p.id, p.match, p.mover, plan), base.ErrStale)
	refused(t, p.AddPlan(ctx, p.id, p.match, p.celia, plan), base.ErrNotFound)
	refused(t, p.AddPlan(ctx, p.id, p.match, p.davi, plan), base.ErrNotFound)
	for range live.MaxPlans {
		must(t, p.AddPlan(ctx, p.id, p.match, p.planner, plan))
	}
	refused(t, p.AddPlan(ctx, p.id, p.match, p.planner, plan), base.ErrFull)
	must(t, p.RemovePlan(ctx, p.match, p.planner, 3))
	must(t, p.RemovePlan(ctx, p.match, p.mover, 4)) // of the other player
	must(t, p.AddPlan(ctx, p.id, p.match, p.planner, plan))
	due, err := p.OverdueMoves(ctx, 0)
	if must(t, err); len(due) != 0 {
		t.Errorf("due are %v before the turn", due)
	}
	_, err = p.Play(ctx, p.input(t, 1, p.mover, "discards"))
	must(t, err)
	due, err = p.OverdueMoves(ctx, 0)
	if must(t, err); len(due) != 1 || due[0].Seat != p.seat {
		t.Fatalf("due are %v", due)
	}
	_, err = p.Play(ctx, p.input(t, 1, p.planner, "themself")) // faster than the program
	must(t, err)
	must(t, p.PlayBot(ctx, due[0], nil))
	if n := p.count(t, `SELECT count(*) FROM plans`); n != 0 {
		t.Errorf("%d plans are left of a turn that the player has begun", n)
	}
}
