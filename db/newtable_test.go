package db_test

import (
	"errors"
	"testing"

	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/enginetest/toy"
)

func TestOpenTable(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	open := live.NewTable{Game: "toy", Options: engine.Options{"turns": "3"},
		Seats: []live.SeatChoice{{Kind: live.SeatOpen}}}
	for n := 1; n <= 2; n++ {
		table, err := c.OpenTable(ctx, c.id, c.ana, open)
		must(t, err)
		if table.Number != n || table.Status != live.TableOpen || table.Host != c.ana ||
			table.Options["swap"] != "on" {
			t.Errorf("got %+v", table)
		}
	}
	view, err := c.TableOf(ctx, c.id, 1, c.bento)
	must(t, err)
	if view.Mine != engine.Spectator || view.MatchStatus != base.MatchWaiting || len(view.Seats) != 2 ||
		view.Seats[0].Name != "Ana" || view.Seats[1].Taken() || len(view.Commitment) != 64 {
		t.Errorf("got %+v", view)
	}
	if board := c.board(t, 1, c.ana); board.Dealt || len(board.Legal) > 0 {
		t.Errorf("cards before the deal: %+v", board)
	}

	_, err = c.OpenTable(ctx, c.id, c.davi, open)
	refused(t, err, base.ErrNotFound)
	_, err = c.TableOf(ctx, c.id, 1, c.davi)
	refused(t, err, base.ErrNotFound)
	_, err = c.TableOf(ctx, c.id+1, 1, c.ana)
	refused(t, err, base.ErrNotFound)
	_, err = c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "poker", Seats: open.Seats})
	refused(t, err, base.ErrNotFound)
	_, err = c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy"})
	refused(t, err, engine.ErrSeats)
	var option *engine.ErrOption
	_, err = c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy", Options: engine.Options{"turns": "9"},
		Seats: open.Seats})
	if !errors.As(err, &option) {
		t.Errorf("unknown option: got %v", err)
	}
	for _, invited := range []int64{c.davi, c.ana} {
		_, err = c.OpenTable(ctx, c.id, c.ana,
			live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: invited}}})
		refused(t, err, base.ErrNotFound)
	}
	if n := c.count(t, `SELECT count(*) FROM tables`); n != 2 {
		t.Errorf("%d tables, want 2: a refusal left one behind", n)
	}
}

func TestOpenTableTriesTheDeal(t *testing.T) {
	t.Parallel()
	c := foundOn(t, dbtest.Store(t, three{}), three{})
	seats := []live.SeatChoice{{Kind: live.SeatOpen}, {Kind: live.SeatOpen}}
	_, err := c.OpenTable(t.Context(), c.id, c.ana, live.NewTable{Game: "toy", Options: engine.Options{"turns": "3"},
		Seats: seats})
	var option *engine.ErrOption
	if !errors.As(err, &option) || option.Key != "turns" {
		t.Errorf("got %v", err)
	}
	if n := c.count(t, `SELECT count(*) FROM tables`); n != 0 {
		t.Errorf("%d tables, want none", n)
	}
	for _, fits := range []live.NewTable{
		{Game: "toy", Options: engine.Options{"turns": "3"}, Seats: seats[:1]},
		{Game: "toy", Options: engine.Options{"turns": "1"}, Seats: seats},
	} {
		_, err := c.OpenTable(t.Context(), c.id, c.ana, fits)
		must(t, err)
	}
}

// three is the toy game where three turns each are too many for three seats.
type three struct{ toy.Game }

func (g three) Deal(s engine.Setup) (engine.Round, error) {
	if s.Seats == 3 && s.Options.Int("turns") == 3 {
		return nil, &engine.ErrOption{Key: "turns", Value: "3"}
	}
	return g.Game.Deal(s)
}

// The next table of a game begins as the last one, and a bot of one's own level is what was met last.
func TestWhatWasChosenAndMetIsRemembered(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	play := func(choice string, seats ...live.SeatChoice) {
		t.Helper()
		opened, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy", Seats: seats, Choice: choice})
		must(t, err)
		if opened.Status == live.TableOpen {
			must(t, c.JoinTable(ctx, c.id, opened.Number, c.bento))
		}
		leave := c.input(t, opened.Number, c.ana, "leave")
		leave.Move = engine.Move{Verb: engine.VerbLeave}
		_, err = c.Play(ctx, leave)
		must(t, err)
	}
	expect := func(first bool, level, choice string) {
		t.Helper()
		gotFirst, err := c.FirstTime(ctx, c.id, c.ana, "toy")
		must(t, err)
		gotLevel, err := c.LevelFor(ctx, c.id, c.ana, "toy")
		must(t, err)
		gotChoice, err := c.LastChoice(ctx, c.ana, "toy")
		must(t, err)
		if gotFirst != first || gotLevel != level || gotChoice != choice {
			t.Errorf("first %v, level %s, choice %q; want %v, %s, %q", gotFirst, gotLevel, gotChoice, first, level,
				choice)
		}
	}
	club := live.SeatChoice{Kind: live.SeatBot, Level: bot.Club}
	strong := live.SeatChoice{Kind: live.SeatBot, Level: bot.Strong}
	expect(true, bot.Novice, "")
	play("pace=a", club)
	expect(false, bot.Club, "pace=a")
	play("", strong, live.SeatChoice{Kind: live.SeatOpen}) // with somebody else, and without a choice
	expect(false, bot.Club, "pace=a")
	play("pace=b", club)
	expect(false, bot.Novice, "pace=b") // lost twice
	must(t, c.exec(t, `UPDATE results SET placed = 1 WHERE player_id = $1`, c.ana))
	expect(false, bot.Strong, "pace=b")
}

// A player who has sat at one match only is told so when it is over, and nobody else.
func TestTheFirstMatchIsKnownWhenItIsOver(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	first := func(table int, player int64) bool { return c.board(t, table, player).First }
	c.table(t, nil)
	if first(1, c.ana) {
		t.Error("told while the match is played")
	}
	leave := c.input(t, 1, c.ana, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err := c.Play(ctx, leave)
	must(t, err)
	if !first(1, c.ana) || !first(1, c.bento) || first(1, c.celia) {
		t.Error("not told to those who sat there alone")
	}
	c.table(t, nil)
	if first(1, c.ana) {
		t.Error("told after a second match was dealt")
	}
}
