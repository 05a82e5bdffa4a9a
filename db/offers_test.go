package db_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
)

// leaves ends the match at table 1: Ana gives it up.
func (c club) leaves(t *testing.T) {
	t.Helper()
	leave := c.input(t, 1, c.ana, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err := c.Play(t.Context(), leave)
	must(t, err)
}

// offer is the last one at table 1.
func (c club) offer(t *testing.T) *live.Offer {
	t.Helper()
	return c.board(t, 1, c.ana).Offer
}

// Nobody is dealt into a match unasked.
func TestRematchIsAnOffer(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	first := c.board(t, 1, c.ana).Table
	rematch := func(player int64) error { return c.Propose(ctx, c.id, 1, player, first.Match, live.OfferRematch) }
	refused(t, rematch(c.ana), base.ErrStale)
	c.leaves(t)
	refused(t, rematch(c.celia), base.ErrForbidden)

	must(t, rematch(c.ana))
	must(t, rematch(c.ana)) // twice is once
	if n := c.count(t, `SELECT count(*) FROM matches`); n != 1 || !c.offer(t).Open() {
		t.Fatalf("%d matches after one asked, offer %+v", n, c.offer(t))
	}
	answer := func(player int64, a live.Answer) error {
		return c.AnswerOffer(ctx, c.id, 1, player, first.Match, c.offer(t).ID, a)
	}
	refused(t, answer(c.bento, live.AnswerWithdraw), base.ErrForbidden)
	refused(t, answer(c.ana, live.AnswerNo), base.ErrForbidden)
	must(t, answer(c.bento, live.AnswerNo))
	refused(t, answer(c.bento, live.AnswerYes), base.ErrGone)
	must(t, rematch(c.bento))
	must(t, answer(c.bento, live.AnswerWithdraw))
	if n := c.count(t, `SELECT count(*) FROM matches`); n != 1 || c.offer(t).State != live.OfferWithdrawn {
		t.Fatalf("%d matches, offer %+v", n, c.offer(t))
	}

	results := make(chan error)
	for _, player := range []int64{c.ana, c.bento, c.ana, c.bento} {
		go func() { results <- rematch(player) }()
	}
	for range 4 {
		must(t, ended(t, results))
	}
	board := c.board(t, 1, c.bento)
	if n := c.count(t, `SELECT count(*) FROM matches`); n != 2 || !board.Dealt || board.View.Version != 0 {
		t.Errorf("%d matches, board %+v", n, board)
	}
	if board.Table.Commitment == first.Commitment || board.Table.Seats[0].Player != c.ana {
		t.Errorf("rematch: %+v", board.Table)
	}
	old := c.input(t, 1, c.ana, "leave again")
	old.Match, old.Move = first.Match, engine.Move{Verb: engine.VerbLeave}
	_, err := c.Play(ctx, old) // from the page of the match that is over
	var illegal *engine.Illegal
	if !errors.As(err, &illegal) && !errors.Is(err, base.ErrStale) {
		t.Errorf("a move in the first match: %v", err)
	}
}

// A bot agrees at once.
func TestBotsAgree(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy", Pace: "live 30+60", Seats: []live.SeatChoice{
		{Kind: live.SeatBot, Level: "club"}}})
	must(t, err)
	match := c.board(t, 1, c.ana).Table.Match
	for _, kind := range []live.OfferKind{live.OfferPause, live.OfferResume, live.OfferEnd, live.OfferRematch} {
		must(t, c.Propose(ctx, c.id, 1, c.ana, match, kind))
		if n := c.count(t, `SELECT count(*) FROM offers WHERE kind = $1 AND state = 'accepted'`, kind); n != 1 {
			t.Errorf("%s is not accepted", kind)
		}
	}
	if now := c.board(t, 1, c.ana); now.Table.Match == match || now.View.Outcome != nil || now.Table.Clock == nil {
		t.Errorf("after a rematch: %+v", now.Table)
	}
}

// A match ends by agreement, counts for nobody, and takes what is still proposed along.
func TestEndByAgreement(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	match := c.board(t, 1, c.ana).Table.Match
	refused(t, c.Propose(ctx, c.id, 1, c.ana, match, live.OfferPause), base.ErrStale) // it has no clock
	must(t, c.Propose(ctx, c.id, 1, c.ana, match, live.OfferEnd))
	refused(t, c.Propose(ctx, c.id, 1, c.bento, match, live.OfferRematch), base.ErrStale)
	must(t, c.AnswerOffer(ctx, c.id, 1, c.bento, match, c.offer(t).ID, live.AnswerYes))
	board := c.board(t, 1, c.ana)
	if board.View.Outcome == nil || board.View.Outcome.How != engine.ByClose || board.Table.Status != live.TablePlaying {
		t.Fatalf("%+v, table %s", board.View.Outcome, board.Table.Status)
	}
	if n := len(board.Asides); n != 3 {
		t.Errorf("asides: %+v", board.Asides)
	}

	must(t, c.Propose(ctx, c.id, 1, c.ana, match, live.OfferRematch))
	must(t, c.Propose(ctx, c.id, 1, c.bento, match, live.OfferRematch))
	match = c.board(t, 1, c.ana).Table.Match
	must(t, c.Propose(ctx, c.id, 1, c.bento, match, live.OfferEnd))
	id := c.offer(t).ID
	c.leaves(t)
	refused(t, c.AnswerOffer(ctx, c.id, 1, c.ana, match, id, live.AnswerYes), base.ErrGone)
	if state := c.offer(t).State; state != live.OfferExpired {
		t.Errorf("an offer to end what is over is %s", state)
	}
}

// A match without a clock that has stood still for a week ends without the word of
// one who neither moves nor answers.
func TestStalledMatchEnds(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	board := c.board(t, 1, c.ana)
	asks := c.ana
	if board.View.MyTurn() {
		asks = c.bento
	}
	end := func() { must(t, c.Propose(ctx, c.id, 1, asks, board.Table.Match, live.OfferEnd)) }
	end()
	must(t, c.exec(t, `UPDATE offers SET asked_at = now() - interval '3 days'`))
	end()
	if !c.offer(t).Open() {
		t.Fatal("it ended though nobody has waited for a week")
	}
	must(t, c.exec(t, `UPDATE matches SET changed_at = now() - interval '8 days'`))
	end()
	if c.board(t, 1, c.ana).View.Outcome == nil {
		t.Error("a sleeping player strands the table")
	}
}

// At a table of three, one who wants no rematch gives up the seat, and the others wait
// for somebody else there.
func TestRematchWithoutOne(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.OpenTable(ctx, c.id, c.ana,
		live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.bento},
			{Kind: live.SeatMember, Player: c.celia}}})
	must(t, err)
	must(t, c.JoinTable(ctx, c.id, 1, c.bento))
	must(t, c.JoinTable(ctx, c.id, 1, c.celia))
	match := c.board(t, 1, c.ana).Table.Match
	for _, player := range []int64{c.ana, c.bento, c.celia} {
		must(t, c.Propose(ctx, c.id, 1, player, match, live.OfferEnd))
	}
	must(t, c.Propose(ctx, c.id, 1, c.bento, match, live.OfferRematch))
	must(t, c.AnswerOffer(ctx, c.id, 1, c.celia, match, c.offer(t).ID, live.AnswerNo))
	if !c.offer(t).Open() {
		t.Fatal("one of three ends the offer for all")
	}
	must(t, c.AnswerOffer(ctx, c.id, 1, c.ana, match, c.offer(t).ID, live.AnswerYes))
	board := c.board(t, 1, c.ana)
	if board.Dealt || board.Table.Status != live.TableOpen || board.Table.Seats[2].Taken() ||
		!board.Table.Seats[1].Taken() {
		t.Fatalf("%+v", board.Table)
	}
	must(t, c.AddBot(ctx, c.id, 1, c.ana, 2, "club"))
	if !c.board(t, 1, c.ana).Dealt {
		t.Error("not dealt with a bot in the empty seat")
	}
}

// discards makes the mover of a table end their turn, and returns who that was.
func (c club) discards(t *testing.T, table int) (player int64) {
	t.Helper()
	player = c.mover(t, table)
	for c.mover(t, table) == player {
		version := c.board(t, table, player).View.Version
		_, err := c.Play(t.Context(), c.input(t, table, player, fmt.Sprint("turn ", version)))
		must(t, err)
	}
	return player
}

// discardsLate lets the time of a player run out who has drawn, so that the clock ends their turn.
func (c club) discardsLate(t *testing.T, player int64) {
	t.Helper()
	_, err := c.Play(t.Context(), c.input(t, 1, player, "late"))
	must(t, err)
	for c.mover(t, 1) == player {
		c.lapse(t)
		c.keep(t)
	}
}

// The last own move is taken back when the others agree: the match stands as before it,
// and every move, the undo too, stays in the list from which it can be played again.
func TestUndo(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "live 30+60")
	match := c.board(t, 1, c.ana).Table.Match
	undo := func(player int64) error { return c.Propose(ctx, c.id, 1, player, match, live.OfferUndo) }
	refused(t, undo(c.ana), base.ErrStale) // nobody has moved
	mover := c.mover(t, 1)
	_, err := c.Play(ctx, c.input(t, 1, mover, "draw"))
	must(t, err)
	refused(t, undo(mover), base.ErrStale) // it showed a card
	before := c.board(t, 1, mover)
	other := c.ana + c.bento - c.discards(t, 1)
	if !c.board(t, 1, mover).Undo || c.board(t, 1, other).Undo || before.Undo {
		t.Error("it is offered to the wrong players, or not at all")
	}
	refused(t, undo(other), base.ErrStale) // it is not theirs
	must(t, undo(mover))
	must(t, undo(mover)) // twice is once
	must(t, c.AnswerOffer(ctx, c.id, 1, other, match, c.offer(t).ID, live.AnswerYes))
	after := c.board(t, 1, mover)
	if diff := cmp.Diff(before.View.Round, after.View.Round); diff != "" || after.View.Version != before.View.Version+
		2 || !slices.Equal(before.Legal, after.Legal) {
		t.Fatalf("version %d became %d: %s", before.View.Version, after.View.Version, diff)
	}
	if running := after.Table.Clock.Seats[after.View.ToMove[0]]; running.Since.IsZero() || len(c.ticks(t)) == 0 {
		t.Errorf("no clock runs after an undo: %+v", after.Table.Clock)
	}
	if last := after.Log[len(after.Log)-1]; len(last.Events) != 1 || last.Events[0].Kind != "undone" {
		t.Errorf("the log says %+v", last)
	}
	refused(t, undo(mover), base.ErrStale) // no further
	stale := c.input(t, 1, mover, "stale")
	stale.Version = before.View.Version
	_, err = c.Play(ctx, stale)
	refused(t, err, base.ErrStale)
	forged := c.input(t, 1, mover, "forged")
	forged.Move = engine.Move{Verb: engine.VerbUndo}
	if _, err = c.Play(ctx, forged); !errors.As(err, new(*engine.Illegal)) {
		t.Errorf("an undo without the others' word: %v", err)
	}

	c.discards(t, 1)
	must(t, undo(mover))
	id := c.offer(t).ID
	c.discards(t, 1)
	refused(t, c.AnswerOffer(ctx, c.id, 1, other, match, id, live.AnswerYes), base.ErrGone)
	if o, n := c.offer(t), c.count(t, `SELECT count(*) FROM asides
		WHERE kind = 'undo.expired'`); o.State != live.OfferExpired || n != 1 {
		t.Errorf("after the next move the proposal is %s, said %d times", o.State, n)
	}
	late := c.mover(t, 1)
	c.discardsLate(t, late)
	refused(t, undo(late), base.ErrStale) // the clock made it
	if c.board(t, 1, late).Undo {
		t.Error("a move that the clock made can be taken back")
	}
	c.discards(t, 1)
	must(t, c.exec(t, `UPDATE matches SET clock = jsonb_set(clock, ARRAY['seats', (SELECT seat::text FROM match_seats
		WHERE match_id = $1 AND player_id = $2), 'kept'], 'true')`, match, late))
	for c.mover(t, 1) == late {
		overdue, err := c.OverdueMoves(ctx, 0)
		must(t, err)
		must(t, c.PlayBot(ctx, overdue[0], func(_, _ string, sight bot.Sight) engine.Move { return sight.Legal[0] }))
	}
	refused(t, undo(late), base.ErrStale) // a bot made it
	if c.board(t, 1, late).Undo {
		t.Error("a move that a bot made can be taken back")
	}
	must(t, c.RetakeSeat(ctx, c.id, 1, late))
	moves := c.board(t, 1, c.ana).View.Version
	must(t, c.Propose(ctx, c.id, 1, c.ana, match, live.OfferEnd))
	must(t, c.AnswerOffer(ctx, c.id, 1, c.bento, match, c.offer(t).ID, live.AnswerYes))
	for step := range moves + 2 {
		_, err := c.Replay(ctx, c.id, match, step, c.celia)
		must(t, err)
	}
}

// Who closes the table has thought better of a rematch, and nobody is dealt into one by agreeing to it then.
func TestNoRematchAtAClosedTable(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	first := c.board(t, 1, c.ana).Table
	rematch := func(player int64) error { return c.Propose(ctx, c.id, 1, player, first.Match, live.OfferRematch) }
	c.leaves(t)
	must(t, rematch(c.ana))
	must(t, c.WithdrawTable(ctx, c.id, 1, c.ana))
	must(t, rematch(c.bento)) // which closes the offer
	if c.offer(t).State != live.OfferExpired {
		t.Errorf("the offer is %+v", c.offer(t))
	}
	refused(t, rematch(c.bento), base.ErrStale)
	if n := c.count(t, `SELECT count(*) FROM matches`); n != 1 {
		t.Errorf("%d matches", n)
	}
}
