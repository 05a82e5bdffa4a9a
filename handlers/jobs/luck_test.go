package jobs

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/knock"
)

// The luck of a match is that of its deals, whichever worker works it out and however often it is begun.
func TestLuckFollowsFromTheDeals(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), dbtest.Store(t, knock.Game{})
	club, ana, err := store.Setup(ctx, clubs.NewClub{Name: "Clube", Lang: "en", TimeZone: "UTC"},
		accounts.NewPlayer{Name: "Ana", Password: "x", Lang: "en"})
	must(t, err)
	opened, err := store.OpenTable(ctx, club.ID, ana.ID, live.NewTable{Game: "knock",
		Options:      engine.Options{"target_score": "50"},
		Contribution: live.Contribution{Seal: dbtest.Seal(t, store, ana.ID)},
		Seats:        []live.SeatChoice{{Kind: live.SeatBot, Level: bot.Club}}})
	must(t, err)
	var match int64
	player := bot.Plain(knock.Game{})
	for {
		board, err := store.Board(ctx, club.ID, opened.Number, ana.ID)
		must(t, err)
		if match = board.Table.Match; board.View.Outcome != nil {
			break
		}
		if len(board.Legal) == 0 {
			due := live.DueMove{Match: match, Version: board.View.Version, Seat: board.View.ToMove[0]}
			must(t, store.PlayBot(ctx, due, func(_, _ string, s bot.Sight) engine.Move { return player.Choose(s) }))
			continue
		}
		_, err = store.Play(ctx, live.PlayInput{Club: club.ID, Table: opened.Number, Match: match, Player: ana.ID,
			Version: board.View.Version, Idem: fmt.Sprint("move ", board.View.Version),
			Move: player.Choose(bot.Sight{View: board.View, Legal: board.Legal})})
		must(t, err)
	}
	stopping := make(chan struct{})
	close(stopping)
	w := &luck{store: store, thinkTime: newThinkTime(Config{}), stopping: stopping}
	row := &river.Job[db.LuckJob]{JobRow: &rivertype.JobRow{Attempt: 1, MaxAttempts: 25},
		Args: db.LuckJob{Match: match}}
	told := func() []results.RoundLuck {
		sheet, err := store.Match(ctx, club.ID, match, ana.ID)
		must(t, err)
		return sheet.Luck
	}
	var snooze *rivertype.JobSnoozeError
	if err := w.Work(ctx, row); !errors.As(err, &snooze) || len(told()) > 0 {
		t.Fatalf("ended with its program it returns %v and keeps %v", err, told())
	}
	// Of a match that ended earlier nobody has asked it: the job behind everything else does, once, and then has
	// nothing to do.
	w.stopping = nil
	old := &oldLuck{luck: w}
	if err := old.Work(ctx, nil); !errors.As(err, &snooze) || snooze.Duration < breath || len(told()) == 0 {
		t.Fatalf("of an old match it returns %v and keeps %v", err, told())
	}
	must(t, old.Work(ctx, nil))
	must(t, (&oldLuck{luck: w}).Work(ctx, nil))
	must(t, w.Work(ctx, row))
	dealt, err := store.Deals(ctx, row.Args)
	must(t, err)
	kept := told()
	if len(kept) == 0 || len(kept) != len(dealt.Deals) {
		t.Fatalf("%d rounds have luck, of %d", len(kept), len(dealt.Deals))
	}
	for i, deal := range dealt.Deals {
		found, _, err := bot.LuckOf(knock.Game{}, deal, bot.PlaysOf(len(kept)), nil)
		must(t, err)
		if !slices.Equal(found.Points, kept[i].Points) || !slices.Equal(found.Errors, kept[i].Errors) {
			t.Errorf("round %d: kept %+v, found %+v", dealt.Rounds[i], kept[i], found)
		}
	}
}
