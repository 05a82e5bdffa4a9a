package db_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

var (
	aCard  = regexp.MustCompile(`\b[2-9TJQKA][CDHS]\b`)
	sealed = regexp.MustCompile(`[A-Za-z0-9+/=_-]{22,}`)
)

// shown are the cards that a copy of the database names, with the table that does.
func (c club) shown(t *testing.T) (cards []string) {
	t.Helper()
	rows, err := c.Pool().Query(t.Context(), `SELECT relname::text FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE 'river%' ORDER BY 1`)
	must(t, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	for _, table := range tables {
		var content string
		must(t, c.Pool().QueryRow(t.Context(), `SELECT coalesce(string_agg(t::text, E'\n'), '') FROM `+table+` t`).
			Scan(&content))
		for _, card := range aCard.FindAllString(sealed.ReplaceAllString(content, ""), -1) {
			cards = append(cards, table+" "+card)
		}
	}
	return cards
}

// seen is what a player sees of the match at the first table.
func (c club) seen(t *testing.T, player int64) string {
	t.Helper()
	board := c.board(t, 1, player)
	return fmt.Sprintf("%+v %+v %v", board.View, board.Log, board.Order)
}

// running is a match in which a card was drawn and another discarded, with plans, a note and an order of a hand.
func running(t *testing.T) planned {
	t.Helper()
	p := plans(t, "slow 172800", live.Plan{Moves: []string{"draw", "discard Y"}})
	must(t, p.SaveHand(t.Context(), live.Hand{Club: p.id, Table: 1, Match: p.match, Player: p.planner, Round: 1,
		Cards: p.holds}))
	_, err := p.SaveNote(t.Context(), p.id, p.match, p.planner, "I hold "+strings.Join(p.holds, " "))
	must(t, err)
	return p
}

// A copy of the database names no card of a running match. With the rows of before there were keys, which SealRows
// encrypts, it does; and whatever they were, the match goes on as it was.
func TestACopyShowsNoHand(t *testing.T) {
	t.Parallel()
	p := running(t)
	if cards := p.shown(t); len(cards) > 0 {
		t.Errorf("a copy of the database shows %q", cards)
	}
	before := p.seen(t, p.planner)
	dbtest.InPlain(t, p.Pool(), p.match)
	for _, table := range []string{"matches", "moves", "hands", "notes"} {
		if cards := p.shown(t); !strings.Contains(strings.Join(cards, "\n"), table+" ") {
			t.Errorf("in plain %s shows no card", table)
		}
	}
	must(t, p.SealRows(t.Context(), p.Pool().Config().ConnString()))
	must(t, p.SealRows(t.Context(), p.Pool().Config().ConnString())) // again changes nothing
	if cards := p.shown(t); len(cards) > 0 {
		t.Errorf("after the upgrade a copy of the database shows %q", cards)
	}
	if after := p.seen(t, p.planner); after != before {
		t.Errorf("after the upgrade the board is\n%s\nand was\n%s", after, before)
	}
	_, err := p.Play(t.Context(), live.PlayInput{Club: p.id, Table: 1, Match: p.match, Player: p.mover,
		Version: p.board(t, 1, p.mover).View.Version, Idem: "on", Move: p.discard})
	must(t, err)
	// Its rows stay as they are when it is over, and can be read again.
	_, err = p.Play(t.Context(), live.PlayInput{Club: p.id, Table: 1, Match: p.match, Player: p.mover,
		Version: p.board(t, 1, p.mover).View.Version, Idem: "over", Move: engine.Move{Verb: engine.VerbLeave}})
	must(t, err)
	sheet, err := p.Match(t.Context(), p.id, p.match, p.ana)
	must(t, err)
	replay, err := p.Replay(t.Context(), p.id, p.match, sheet.Moves, p.ana)
	must(t, err)
	if len(replay.List) != sheet.Moves || len(sheet.Seed) != 64 {
		t.Errorf("replay of %d moves, sheet %+v", len(replay.List), sheet)
	}
	verified, err := p.VerifyAll(t.Context(), nil)
	must(t, err)
	if verified.Matches != 1 || verified.Closed != 0 {
		t.Errorf("verified %+v", verified)
	}
}

// elsewhere is the same club with keys in a directory.
func (c club) elsewhere(t *testing.T, dir string) club {
	t.Helper()
	store, err := db.Open(t.Context(), db.Config{URL: c.Pool().Config().ConnString(), Games: []engine.Game{toy.Game{}},
		Timeout: dbtest.Timeout, Keys: dir})
	must(t, err)
	t.Cleanup(store.Close)
	c.Store = store
	return c
}

// A new key encrypts what runs and what is to come, also for a program that runs beside; the older stays for older
// copies. Without its keys a club does not start, and can be told to deal anew: nothing else is lost.
func TestAKeyIsChangedAndLost(t *testing.T) {
	t.Parallel()
	old := running(t)
	ctx, dir := t.Context(), filepath.Join(t.TempDir(), "keys")
	dbtest.InPlain(t, old.Pool(), old.match)
	must(t, old.exec(t, `DELETE FROM seals`))
	c, beside := old.elsewhere(t, dir), old.elsewhere(t, dir)
	must(t, c.SealRows(ctx, c.Pool().Config().ConnString()))
	must(t, c.MakeSeals(ctx))
	must(t, c.CheckKeys(ctx))
	file := filepath.Join(dir, "matches.keys")
	info, err := os.Stat(file)
	must(t, err)
	first, err := os.ReadFile(file)
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the keys may be read: %s", info.Mode())
	}
	if _, err := old.Board(ctx, c.id, 1, c.ana); !errors.Is(err, base.ErrKeyLost) {
		t.Errorf("a club without the key shows its match: %v", err)
	}
	resealed, err := c.RotateKey(ctx)
	must(t, err)
	if want := c.count(t, `SELECT (SELECT count(*) FROM seals) + (SELECT count(*) FROM matches)`); resealed != want {
		t.Errorf("%d secrets have the new key, want %d", resealed, want)
	}
	both, err := os.ReadFile(file)
	must(t, err)
	if len(both) <= len(first) || c.count(t, `SELECT count(DISTINCT substr(secret, 1, 8)) FROM seals`) != 1 {
		t.Error("the older key has gone, or is still used")
	}
	before := c.seen(t, c.ana)
	if after := beside.seen(t, c.ana); after != before {
		t.Errorf("a program beside shows\n%s\nand not\n%s", after, before)
	}
	// The newer key alone serves; the older alone does not.
	must(t, os.WriteFile(file, first, 0o600))
	var lost *db.ErrKeysLost
	if err := old.elsewhere(t, dir).CheckKeys(ctx); !errors.As(err, &lost) || len(lost.Lost) != 1 {
		t.Errorf("without the newer key: %v", err)
	}
	waiting, err := c.OpenTable(ctx, c.id, c.celia, live.NewTable{Game: "toy",
		Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	must(t, err)
	must(t, os.Remove(file))
	anew := old.elsewhere(t, dir)
	if err := anew.CheckKeys(ctx); !errors.As(err, &lost) {
		t.Errorf("without a file: %v", err)
	}
	dealt, err := anew.DealAnew(ctx)
	must(t, err)
	must(t, anew.CheckKeys(ctx))
	board := anew.board(t, 1, c.ana)
	if dealt != 1 || board.Table.Match == old.match || !board.Dealt || board.View.Version != 0 ||
		len(board.Asides) != 1 || board.Asides[0].Events[0].Kind != "aside.anew" {
		t.Errorf("%d dealt anew; %+v", dealt, board)
	}
	if n := anew.count(t, `SELECT count(*) FROM notices WHERE what = 'anew' AND match_id = $1`, old.match); n != 2 {
		t.Errorf("%d players were told, want 2", n)
	}
	must(t, anew.JoinTable(ctx, c.id, waiting.Number, c.bento)) // which deals
	sheet, err := anew.Match(ctx, c.id, old.match, c.ana)
	must(t, err)
	_, err = anew.Replay(ctx, c.id, old.match, 0, c.ana)
	refused(t, err, base.ErrKeyLost)
	if sheet.Status != base.MatchOver || sheet.Seed != "" {
		t.Errorf("the match that was lost: %+v", sheet)
	}
	verified, err := anew.VerifyAll(ctx, nil)
	must(t, err)
	if verified.Closed != 1 || verified.Matches != 2 {
		t.Errorf("verified %+v", verified)
	}
}
