package db_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
	"carteado/engine/shuffle"
)

var inTurn = engine.Options{"swap": "off"} // nobody moves at the same time as another

func TestPlay(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table := c.table(t, inTurn)
	mover := c.mover(t, table)
	in := c.input(t, table, mover, "key")
	played, err := c.Play(ctx, in)
	must(t, err)
	board := c.board(t, table, mover)
	if played.Version != 1 || played.Again || played.Change.At != board.Table.At || board.View.Version != 1 {
		t.Errorf("played %+v, board at %s", played, board.Table.At)
	}
	again, err := c.Play(ctx, in)
	must(t, err)
	if !again.Again || again.Version != 1 || again.Change.At != played.Change.At {
		t.Errorf("resend: %+v", again)
	}
	in.Idem = "another tab"
	_, err = c.Play(ctx, in)
	refused(t, err, base.ErrStale)
	in.Version = 7
	_, err = c.Play(ctx, in)
	refused(t, err, base.ErrStale)
	if n := c.count(t, `SELECT count(*) FROM moves`); n != 1 {
		t.Errorf("%d moves, want 1", n)
	}
}

func TestPlayRefusals(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table := c.table(t, inTurn)
	in := c.input(t, table, c.mover(t, table), "key")
	before := c.snapshot(t)
	for name, change := range map[string]struct {
		edit func(*live.PlayInput)
		want error
	}{
		"spectator":      {func(in *live.PlayInput) { in.Player = c.celia }, base.ErrNotFound},
		"stranger":       {func(in *live.PlayInput) { in.Player = c.davi }, base.ErrNotFound},
		"another club":   {func(in *live.PlayInput) { in.Club++ }, base.ErrNotFound},
		"no such table":  {func(in *live.PlayInput) { in.Table++ }, base.ErrNotFound},
		"another match":  {func(in *live.PlayInput) { in.Match++ }, base.ErrNotFound},
		"not their turn": {func(in *live.PlayInput) { in.Player = c.ana + c.bento - in.Player }, &engine.Illegal{}},
		"illegal":        {func(in *live.PlayInput) { in.Move = engine.Move{Verb: "fly"} }, &engine.Illegal{}},
		"next in a round": {func(in *live.PlayInput) { in.Move = engine.Move{Verb: engine.VerbNext} },
			&engine.Illegal{}},
		"no key":           {func(in *live.PlayInput) { in.Idem = "" }, base.ErrStale},
		"a bot's key":      {func(in *live.PlayInput) { in.Idem = "bot 1 0" }, base.ErrStale},
		"an endless key":   {func(in *live.PlayInput) { in.Idem = fmt.Sprintf("%065d", 0) }, base.ErrStale},
		"negative version": {func(in *live.PlayInput) { in.Version = -1 }, base.ErrStale},
	} {
		changed := in
		change.edit(&changed)
		_, err := c.Play(ctx, changed)
		var illegal *engine.Illegal
		if _, want := change.want.(*engine.Illegal); want != errors.As(err, &illegal) || !want &&
			!errors.Is(err, change.want) {
			t.Errorf("%s: got %v, want %v", name, err, change.want)
		}
		if after := c.snapshot(t); after != before {
			t.Fatalf("%s changed something", name)
		}
	}
}

// snapshot is all that a move could change.
func (c club) snapshot(t *testing.T) (text string) {
	t.Helper()
	must(t, c.Pool().QueryRow(t.Context(), `SELECT jsonb_build_array(
		(SELECT jsonb_agg(m ORDER BY id) FROM matches m), (SELECT jsonb_agg(m ORDER BY version) FROM moves m),
		(SELECT jsonb_agg(r ORDER BY number) FROM rounds r), (SELECT jsonb_agg(t ORDER BY id) FROM tables t),
		(SELECT count(*) FROM river_job))::text`).Scan(&text))
	return text
}

// TestOnePlays lets many post at once: the same form, and forms of one version.
func TestOnePlays(t *testing.T) {
	t.Parallel()
	const posts = 8
	for name, same := range map[string]bool{"double click": true, "many tabs": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := found(t)
			table := c.table(t, inTurn)
			in := c.input(t, table, c.mover(t, table), "key")
			type result struct {
				live.Played
				error
			}
			results := make(chan result)
			for i := range posts {
				go func(in live.PlayInput) {
					if !same {
						in.Idem = fmt.Sprintf("tab %d", i)
					}
					played, err := c.Play(t.Context(), in)
					results <- result{played, err}
				}(in)
			}
			first, again, stale := 0, 0, 0
			for range posts {
				switch r := dbtest.Receive(t, "a move to end", results); {
				case errors.Is(r.error, base.ErrStale):
					stale++
				case r.error != nil:
					t.Error(r.error)
				case r.Again:
					again++
				default:
					first++
				}
			}
			if first != 1 || same && again != posts-1 || !same && stale != posts-1 {
				t.Errorf("%d played, %d again, %d stale", first, again, stale)
			}
			if n := c.count(t, `SELECT count(*) FROM moves`); n != 1 {
				t.Errorf("%d moves, want 1", n)
			}
		})
	}
}

// Both may change a card at once; the second's form is not stale.
func TestSimultaneousMoves(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table := c.table(t, nil)
	ana, bento := c.input(t, table, c.ana, "ana"), c.input(t, table, c.bento, "bento")
	_, err := c.Play(ctx, ana)
	must(t, err)
	_, err = c.Play(ctx, bento)
	must(t, err)
	ana.Idem, bento.Idem = "ana again", "bento again"
	for _, in := range []live.PlayInput{ana, bento} {
		_, err = c.Play(ctx, in)
		refused(t, err, base.ErrStale)
	}
}

func TestMovesAreInsertOnly(t *testing.T) {
	t.Parallel()
	c := found(t)
	table := c.table(t, inTurn)
	_, err := c.Play(t.Context(), c.input(t, table, c.mover(t, table), "key"))
	must(t, err)
	for _, sql := range []string{
		`UPDATE moves SET move = 'x'`, `DELETE FROM moves`, `TRUNCATE moves CASCADE`, `DELETE FROM rounds`,
		`UPDATE matches SET seed = sha256('')`, `UPDATE matches SET commitment = ''`,
		`INSERT INTO moves SELECT match_id, version, seat, 'other', move, events, at FROM moves`,
		`INSERT INTO moves SELECT match_id, version + 1, seat, idem, move, events, at FROM moves`,
	} {
		if _, err := c.Pool().Exec(t.Context(), sql); err == nil {
			t.Errorf("%s was allowed", sql)
		}
	}
}

// TestWholeMatch plays a match to its end and finds it in the history, equal to
// what follows from its seed and moves.
func TestWholeMatch(t *testing.T) {
	t.Parallel()
	wholeMatch(t, toy.Game{}, engine.Options{"turns": "1", "target": "15"})
}

func wholeMatch(t *testing.T, game engine.Game, options engine.Options) {
	t.Helper()
	c, ctx := foundOn(t, dbtest.Store(t, game), game), t.Context()
	table := c.table(t, options)
	id := c.board(t, table, c.ana).Table.Match
	states := c.playOut(t, table)

	sheet, err := c.Match(ctx, c.id, id, c.celia)
	must(t, err)
	if sheet.Status != base.MatchOver || sheet.Moves != len(states)-1 || len(sheet.Scores) != sheet.Rounds ||
		len(sheet.Left) > 0 || sheet.Outcome == nil || sheet.EndedAt.Before(sheet.StartedAt) ||
		sheet.Mine != engine.Spectator {
		t.Errorf("sheet: %+v", sheet)
	}
	if last := sheet.Scores[len(sheet.Scores)-1]; fmt.Sprint(last.Totals) != fmt.Sprint(sheet.Totals) {
		t.Errorf("totals %v, last round %v", sheet.Totals, last.Totals)
	}
	seed, err := shuffle.ParseSeed(sheet.Seed)
	must(t, err)
	if seed.Commit(sheet.Shuffle, fmt.Sprint(id)) != sheet.Commitment {
		t.Error("the seed does not keep its commitment")
	}
	replay, err := c.Replay(ctx, c.id, id, len(states)-1, c.ana)
	must(t, err)
	for _, score := range sheet.Scores {
		end, err := c.RoundEnd(ctx, c.id, id, score.Number, c.bento)
		must(t, err)
		at := slices.IndexFunc(replay.List, func(m live.ReplayMove) bool { return m.Round > score.Number })
		if at < 0 {
			at = len(replay.List)
		}
		there, err := c.Replay(ctx, c.id, id, at, c.bento)
		must(t, err)
		if !reflect.DeepEqual(there.Views[1].Round, end.View) || !reflect.DeepEqual(end.Score, score) {
			t.Errorf("end of round %d:\n%+v\n%+v", score.Number, end, there.Views[1])
		}
	}
	_, err = c.RoundEnd(ctx, c.id, id, len(sheet.Scores)+1, c.bento)
	refused(t, err, base.ErrNotFound)

	page, err := c.MatchesOf(ctx, c.id, c.bento, results.MatchFilter{}, results.MatchRange{})
	must(t, err)
	if page.Total != 1 || page.Newer != (results.Mark{}) || page.Older != (results.Mark{}) || page.Lines[0].ID != id ||
		page.Lines[0].Mine != 1 {
		t.Errorf("matches of Bento: %+v", page)
	}
	c.replays(t, replay, mixed(sheet), states)
	_, err = c.Replay(ctx, c.id, id, len(states), c.ana)
	refused(t, err, base.ErrNotFound)
	_, err = c.Replay(ctx, c.id, id, 0, c.davi)
	refused(t, err, base.ErrNotFound)
}

// mixed is what the deals of a match that is over follow from, as its sheet tells it.
func mixed(sheet results.Sheet) shuffle.Mix {
	seed, err := shuffle.ParseSeed(sheet.Seed)
	if err != nil {
		panic(err)
	}
	mix := shuffle.Mix{Secret: seed, Match: fmt.Sprint(sheet.ID)}
	for _, c := range sheet.Contributions {
		mix.Contributions = append(mix.Contributions, c.Text)
	}
	return mix
}

// playOut plays until the match is over and returns the position that was stored at every
// version, which may be an earlier one: at the last, none.
func (c club) playOut(t *testing.T, table int) (states [][]byte) {
	t.Helper()
	for {
		var match int64
		var state []byte
		must(t, c.Pool().QueryRow(t.Context(), `SELECT id, state FROM matches ORDER BY id DESC LIMIT 1`).Scan(&match,
			&state))
		state, err := dbtest.Key(t, c.Pool(), match).OpenJSON(keys.Position, state)
		must(t, err)
		states = append(states, state)
		board := c.board(t, table, c.ana)
		if board.View.Outcome != nil {
			return states
		}
		sheet, err := c.Match(t.Context(), c.id, board.Table.Match, c.celia)
		must(t, err)
		if sheet.Seed != "" {
			t.Fatalf("the seed is shown at version %d", sheet.Moves)
		}
		_, err = c.Replay(t.Context(), c.id, board.Table.Match, 0, c.ana)
		refused(t, err, base.ErrNotFound)
		_, err = c.Play(t.Context(), c.input(t, table, c.mover(t, table), fmt.Sprint("key ", len(states))))
		must(t, err)
	}
}

// replays plays a match again from its seed and moves alone.
func (c club) replays(t *testing.T, r live.Replay, from engine.Source, states [][]byte) {
	t.Helper()
	match, err := engine.NewMatch(c.game, len(r.Seats), r.Options, from)
	must(t, err)
	for step := 0; ; step++ {
		state, err := json.Marshal(match)
		must(t, err)
		if step == len(r.List) {
			// No position is kept of a match that is over, and its board is as ever.
			if states[step] != nil {
				t.Errorf("position %d is kept: %s", step, states[step])
			}
			for seat, player := range []int64{c.ana, c.bento, c.celia} {
				if seat == len(r.Seats) {
					seat = int(engine.Spectator)
				}
				if got, want := c.board(t, r.Table, player).View, match.View(engine.Seat(seat)); !reflect.DeepEqual(
					got, want) {
					t.Errorf("the last board of seat %d:\n%+v\n%+v", seat, got, want)
				}
			}
			return
		}
		var kept struct{ Version int }
		must(t, json.Unmarshal(states[step], &kept))
		if kept.Version > step || kept.Version <= step-16 || kept.Version == step &&
			!bytes.Equal(canonical(t, state), canonical(t, states[step])) {
			t.Fatalf("position %d differs:\n%s\n%s", step, state, states[step])
		}
		if step%7 == 0 {
			at, err := c.Replay(t.Context(), c.id, r.ID, step, c.celia)
			must(t, err)
			for seat, view := range at.Views {
				if want := match.View(engine.Seat(seat)); !reflect.DeepEqual(view, want) {
					t.Fatalf("view of seat %d at step %d:\n%+v\n%+v", seat, step, view, want)
				}
			}
		}
		events, err := match.Play(r.List[step].Seat, r.List[step].Move)
		must(t, err)
		if diff := cmp.Diff(events, r.List[step].Events); diff != "" || r.List[step].Version != step+1 {
			t.Errorf("move %d, stored as %d: %s", step+1, r.List[step].Version, diff)
		}
	}
}

// canonical spells JSON with sorted keys, as jsonb does not.
func canonical(t *testing.T, data []byte) []byte {
	t.Helper()
	var value any
	must(t, json.Unmarshal(data, &value))
	text, err := json.Marshal(value)
	must(t, err)
	return text
}
