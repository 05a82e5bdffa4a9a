package db_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/shuffle"
)

// secrets are the secrets of all matches and seals, with the commitments to them.
func (c club) secrets(t *testing.T) map[string]string {
	t.Helper()
	rows, err := c.Pool().Query(t.Context(), `SELECT match_id, seed, secret, commitment FROM seals UNION ALL
		SELECT id, seed, secret, commitment FROM matches`)
	must(t, err)
	secrets := map[string]string{}
	for rows.Next() {
		var (
			match        int64
			commitment   string
			seed, sealed []byte
			secret       engine.Seed
		)
		must(t, rows.Scan(&match, &seed, &sealed, &commitment))
		if copy(secret[:], seed); seed == nil {
			secret, err = c.Keys.Unseal(match, sealed)
			must(t, err)
		}
		id := strconv.FormatInt(match, 10)
		if got := secret.Commit(shuffle.V2, id); got != commitment {
			t.Errorf("the commitment of match %s is %s, want %s", id, commitment, got)
		}
		secrets[id] = secret.Hex()
	}
	must(t, rows.Err())
	return secrets
}

// TestSealsComeFirst: the secret of each match at a table was drawn and committed to before somebody added to it.
func TestSealsComeFirst(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	shown, err := c.SealOf(ctx, c.ana)
	must(t, err)
	before := c.secrets(t)
	table, err := c.Store.OpenTable(ctx, c.id, c.ana, live.NewTable{
		Game: "toy", Options: engine.Options{"turns": "1", "target": "15"},
		Seats:        []live.SeatChoice{{Kind: live.SeatOpen}, {Kind: live.SeatBot, Level: "club"}},
		Contribution: live.Contribution{Seal: shown, Text: "sanfona", How: base.ByWord},
	})
	must(t, err)
	must(t, c.Store.JoinTable(ctx, c.id, table.Number, c.bento, live.Contribution{Text: "RANDOM", How: base.ByBrowser}))
	board := c.board(t, table.Number, c.ana)
	if board.Table.Commitment != shown || board.Table.NextSeal == "" || board.Table.NextSeal == shown {
		t.Errorf("the match has %s and the next %s, shown was %s", board.Table.Commitment, board.Table.NextSeal, shown)
	}
	sheet, err := c.Match(ctx, c.id, board.Table.Match, c.ana)
	must(t, err)
	if secret := before[fmt.Sprint(board.Table.Match)]; secret == "" || sheet.Seed != "" {
		t.Errorf("the secret was not there before: %q, shown %q", secret, sheet.Seed)
	}
	var said []string
	for seat, v := range sheet.Contributions {
		said = append(said, v.Text+" by "+v.How)
		if player := board.Table.Seats[seat].Player; player != 0 && (v.At == nil || v.At.Before(sheet.Sealed)) ||
			player == 0 && v.At != nil {
			t.Errorf("seat %d added at %v, sealed %v", seat, v.At, sheet.Sealed)
		}
	}
	if want := []string{"sanfona by word", "RANDOM by browser", "bot by bot"}; !slices.Equal(said, want) {
		t.Errorf("contributions %v, want %v", said, want)
	}
	if _, err := c.Pool().Exec(ctx, `UPDATE match_seats SET contribution = 'x'`); err == nil {
		t.Error("a contribution can be changed after the deal")
	}
	if _, err := c.Pool().Exec(ctx, `UPDATE seals SET seed = sha256('x')`); err == nil {
		t.Error("a sealed secret can be changed")
	}
}

// A seal that somebody else has broken meanwhile, in another window, is no seal for this form: another secret was not
// committed to before the player contributed.
func TestSealDrawnTwice(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	shown, err := c.SealOf(ctx, c.ana)
	must(t, err)
	open := func(seal string) error {
		_, err := c.Store.OpenTable(ctx, c.id, c.ana,
			live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}}, Contribution: adds(seal)})
		return err
	}
	must(t, open(shown))
	refused(t, open(shown), base.ErrSeal)
	refused(t, open(""), base.ErrSeal)
	if c.count(t, `SELECT count(*) FROM tables`) != 1 {
		t.Error("a refused form has opened a table")
	}
	other, err := c.SealOf(ctx, c.bento)
	must(t, err)
	refused(t, open(other), base.ErrSeal)
	// A player who has none, because a program of an earlier version made the account, is given one by the first try.
	must(t, c.exec(t, `DELETE FROM seals`))
	refused(t, open(""), base.ErrSeal)
	again, err := c.SealOf(ctx, c.ana)
	must(t, err)
	must(t, open(again))
}

// TestSealsOfRematches plays matches at one table. The secrets are independent: none follows from another by any
// derivation that the method knows, and no two have a deal in common.
func TestSealsOfRematches(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table := c.table(t, engine.Options{"turns": "1", "target": "15"})
	var sheets []results.Sheet
	for n := range 4 {
		next := c.board(t, table, c.ana).Table.NextSeal
		match := c.board(t, table, c.ana).Table.Match
		c.playOut(t, table)
		sheet, err := c.Match(ctx, c.id, match, c.ana)
		must(t, err)
		sheets = append(sheets, sheet)
		for i, player := range []int64{c.ana, c.bento} {
			must(t, c.Store.Propose(ctx, c.id, table, player, match, live.OfferRematch,
				live.Contribution{Text: fmt.Sprintf("word %d%d", n, i), How: base.ByWord}))
		}
		dealt := c.board(t, table, c.ana).Table
		if dealt.Commitment != next || dealt.Match == match {
			t.Errorf("the rematch has another seal than the one that was shown while the match before was played")
		}
		fresh, err := c.Match(ctx, c.id, dealt.Match, c.ana)
		must(t, err)
		if got := fresh.Contributions[0].Text + fresh.Contributions[1].Text; got != fmt.Sprintf("word %d0word %d1", n,
			n) {
			t.Errorf("rematch %d: contributions %s", n, got)
		}
	}
	for _, fault := range dependent(sheets) {
		t.Error(fault)
	}
}

// dependent finds secrets that are those of other matches, or follow from them.
func dependent(sheets []results.Sheet) (faults []string) {
	from := map[string]string{}
	for _, sheet := range sheets {
		mix := mixed(sheet)
		for _, source := range []engine.Source{mix.Secret, mix} {
			for n := range 20 {
				for _, purpose := range []string{"round", "dealer", "match", "rematch", "next", "seal", "",
					fmt.Sprint(sheet.ID)} {
					from[source.Derive(purpose, n).Hex()] = fmt.Sprint("follows from that of match ", sheet.ID)
				}
			}
		}
	}
	for _, sheet := range sheets {
		if how, known := from[sheet.Seed]; known {
			faults = append(faults, fmt.Sprintf("the secret of match %d %s", sheet.ID, how))
		}
		from[sheet.Seed] = fmt.Sprint("is that of match ", sheet.ID)
	}
	return faults
}

func TestDependentSecretsAreSeen(t *testing.T) {
	t.Parallel()
	first := results.Sheet{Seed: engine.Seed{1}.Hex()}
	first.ID = 17
	again, next := first, first
	again.ID, next.ID, next.Seed = 18, 19, engine.Seed{1}.Derive("rematch", 0).Hex()
	for name, sheets := range map[string][]results.Sheet{"a seed drawn twice": {first, again},
		"a seed from the match before": {first, next}} {
		if len(dependent(sheets)) != 1 {
			t.Errorf("%s is not seen", name)
		}
	}
}

// Programs of an earlier version deal and let people sit down without a word from them; such a seat adds nothing.
func TestSeatsWithoutContributions(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy",
		Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	must(t, err)
	must(t, c.Store.JoinTable(ctx, c.id, table.Number, c.bento, live.Contribution{}))
	sheet, err := c.Match(ctx, c.id, c.board(t, table.Number, c.ana).Table.Match, c.ana)
	must(t, err)
	if v := sheet.Contributions[1]; v.How != base.ByNobody || v.Text != "" || v.At != nil {
		t.Errorf("%+v", v)
	}
}

// TestOlderShuffle: a match that was opened under the older shuffle is dealt, played and replayed by it.
func TestOlderShuffle(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	seed := engine.Seed{7}
	must(t, c.exec(t, `DELETE FROM seals WHERE player_id = $1`, c.ana))
	must(t, c.exec(t, `INSERT INTO seals (match_id, player_id, shuffle_version, seed, commitment)
		VALUES (nextval('match_ids'), $1, $2, $3, 'older')`,
		c.ana, shuffle.V1, seed[:]))
	options := engine.Options{"turns": "1", "target": "15"}
	table := c.table(t, options)
	match := c.board(t, table, c.ana).Table.Match
	states := c.playOut(t, table)
	sheet, err := c.Match(ctx, c.id, match, c.ana)
	must(t, err)
	if sheet.Shuffle != shuffle.V1 || sheet.Contributions != nil || sheet.Seed != seed.Hex() {
		t.Errorf("sheet: %+v", sheet)
	}
	replay, err := c.Replay(ctx, c.id, match, len(states)-1, c.ana)
	must(t, err)
	c.replays(t, replay, seed, states)
}
