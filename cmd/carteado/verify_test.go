package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/card"
	"carteado/engine/proof"
	"carteado/engine/shuffle"
)

// recorded is a whole match of bots, as a club exports it.
func recorded(t *testing.T, game engine.Game) (proof.Record, *engine.Match) {
	t.Helper()
	info := game.Info()
	secret := engine.Seed{}.Derive("recorded", 1)
	r := proof.Record{
		Format: proof.Format, Match: 17, Game: info.Key, Rules: info.Version, Shuffle: shuffle.V2, Secret: secret.Hex(),
		Commitment: secret.Commit(shuffle.V2, "17"),
	}
	for seat := range info.MinSeats {
		r.Seats = append(r.Seats, proof.Seat{Name: "player " + strconv.Itoa(seat), Contribution: "word " +
			strconv.Itoa(seat)})
	}
	from, err := r.Source()
	if err != nil {
		t.Fatal(err)
	}
	match, err := engine.NewMatch(game, info.MinSeats, nil, from)
	if err != nil {
		t.Fatal(err)
	}
	r.Options = match.Options()
	player := bot.Plain(game)
	for len(match.ToMove()) > 0 {
		seat := match.ToMove()[0]
		move := match.Auto(seat)
		if !match.Between() {
			move = player.Choose(bot.Sight{View: match.View(seat), Legal: match.Legal(seat, nil), Seed: secret})
		}
		if _, err := match.Play(seat, move); err != nil {
			t.Fatal(err)
		}
		r.Moves = append(r.Moves, proof.Move{Seat: seat, Move: move.String()})
	}
	r.Rounds, r.Totals = match.Rounds(), match.Totals()
	outcome, _ := match.Outcome()
	r.Outcome = &outcome
	return r, match
}

// An exported match is proved by the command from its file alone; each cheat is caught at the step where it was done.
func TestVerifyFile(t *testing.T) {
	t.Parallel()
	for _, game := range games.Rules() {
		whole, _ := recorded(t, game)
		verify := func(r proof.Record) (string, error) {
			data, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			err = verifyFile(data, "", games.Rules(), &out)
			return out.String(), err
		}
		if text, err := verify(whole); err != nil || !strings.Contains(text, `added "word 1"`) {
			t.Errorf("%s: %v\n%s", game.Info().Key, err, text)
		}
		for cheat, c := range map[string]struct {
			step string
			do   func(*proof.Record)
		}{
			"a secret drawn twice": {proof.StepCommitment, func(r *proof.Record) { r.Secret = engine.Seed{9}.Hex() }},
			"another commitment": {proof.StepCommitment, func(r *proof.Record) {
				r.Commitment = engine.Seed{9}.Commit(shuffle.V2, "17")
			}},
			"the commitment of another match": {proof.StepCommitment, func(r *proof.Record) { r.Match = 18 }},
			"a contribution ignored": {proof.StepMoves, func(r *proof.Record) {
				r.Seats[1].Contribution = ""
			}},
			"contributions in other seats": {proof.StepMoves, func(r *proof.Record) {
				r.Seats[0].Contribution, r.Seats[1].Contribution = r.Seats[1].Contribution, r.Seats[0].Contribution
			}},
			"a deal from another seed": {proof.StepMoves, func(r *proof.Record) {
				secret := engine.Seed{}.Derive("recorded", 2)
				r.Secret, r.Commitment = secret.Hex(), secret.Commit(shuffle.V2, "17")
			}},
			"a move left out": {proof.StepMoves, func(r *proof.Record) { r.Moves = r.Moves[1:] }},
			"the last move left out": {proof.StepScores, func(r *proof.Record) {
				r.Moves = r.Moves[:len(r.Moves)-1]
			}},
			"another total": {proof.StepScores, func(r *proof.Record) {
				r.Totals = append([]int{r.Totals[0] + 1}, r.Totals[1:]...)
			}},
		} {
			r := whole
			r.Seats, r.Moves = slices.Clone(whole.Seats), slices.Clone(whole.Moves)
			c.do(&r)
			if _, err := verify(r); err == nil || !strings.HasPrefix(err.Error(), c.step) {
				t.Errorf("%s, %s: %v, want a fault of the %s", game.Info().Key, cheat, err, c.step)
			}
		}
	}
}

// firstMove is the index of the first move that a player may take back, or of the first other one.
func firstMove(t *testing.T, game engine.Game, r proof.Record, undoable bool) int {
	t.Helper()
	for i, move := range r.Moves {
		match, err := r.After(game, i)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := engine.ParseMove(move.Move)
		if err != nil {
			t.Fatal(err)
		}
		events, err := match.Play(move.Seat, parsed)
		if err != nil {
			t.Fatal(err)
		}
		if match.Undoable(events) == undoable {
			return i
		}
	}
	t.Fatalf("%s: there is no such move", game.Info().Key)
	return 0
}

// takenBack are the moves of a record where one is taken back by its player and made again.
func takenBack(r proof.Record, i int) []proof.Move {
	undo := proof.Move{Seat: r.Moves[i].Seat, Move: engine.VerbUndo}
	return slices.Concat(r.Moves[:i+1], []proof.Move{undo}, r.Moves[i:])
}

// What the rules let nobody take back is taken back in no match but practice: a card that was looked at, what another
// seat or the clock has done.
func TestVerifyTakenBack(t *testing.T) {
	t.Parallel()
	for _, game := range games.Rules() {
		whole, _ := recorded(t, game)
		may, never := firstMove(t, game, whole, true), firstMove(t, game, whole, false)
		for name, c := range map[string]struct {
			at  int
			do  func(*proof.Record)
			bad bool
		}{
			"what showed nothing":   {may, func(*proof.Record) {}, false},
			"what showed something": {never, func(*proof.Record) {}, true},
			"in practice":           {never, func(r *proof.Record) { r.Practice = true }, false},
			"the clock's":           {may, func(r *proof.Record) { r.Moves[may].Made = "clock" }, true},
			"another's":             {may, func(r *proof.Record) { r.Moves[may+1].Seat = 1 - r.Moves[may].Seat }, true},
		} {
			r := whole
			r.Moves = takenBack(whole, c.at)
			c.do(&r)
			_, err := r.Prove(games.Rules())
			var fault *proof.Fault
			if c.bad != (errors.As(err, &fault) && fault.Step == proof.StepMoves) || !c.bad && err != nil {
				t.Errorf("%s, %s: %v", game.Info().Key, name, err)
			}
		}
	}
}

// A record is the same match as JSON and as text; a signature holds for both, and for no other record.
func TestVerifyFileAsText(t *testing.T) {
	t.Parallel()
	for _, game := range games.Rules() {
		r, _ := recorded(t, game)
		r.Club, r.Table, r.Seats[0].Name = "Quinta \"do\" baralho", 4, "Ana \x1b[31m"
		r.Sealed += "\x1b[2A\nSigned by the house with the key REAL="
		r.Moves = takenBack(r, firstMove(t, game, r, true)) // and made again
		key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
		house := base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
		sign := func(r proof.Record) proof.Record {
			text, err := r.ToSign()
			if err != nil {
				t.Fatal(err)
			}
			r.Signature = &proof.Signature{Key: key.Public().(ed25519.PublicKey), Sign: ed25519.Sign(key, []byte(text))}
			return r
		}
		whole := sign(r)
		match, err := whole.Prove(games.Rules())
		if err != nil {
			t.Fatal(err)
		}
		text, err := whole.Text(match)
		if err != nil {
			t.Fatal(err)
		}
		verify := func(text []byte, key string) error {
			var out bytes.Buffer
			err := verifyFile(text, key, games.Rules(), &out)
			if strings.Contains(out.String(), "\x1b") {
				t.Error("a name steers the terminal")
			}
			return err
		}
		if err := verify(text, house); err != nil {
			t.Errorf("%s: %v\n%s", game.Info().Key, err, text)
		}
		if err := verify(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")), house); err != nil {
			t.Errorf("%s, kept by another system: %v", game.Info().Key, err)
		}
		change := func(was, now string) []byte { return []byte(strings.Replace(string(text), was, now, 1)) }
		another := sign(whole)
		another.Seats = slices.Clone(whole.Seats)
		another.Seats[0].Name = "Zoe"
		renamed, err := json.Marshal(another)
		if err != nil {
			t.Fatal(err)
		}
		for cheat, c := range map[string]struct {
			text []byte
			key  string
			step string
		}{
			"a deal told otherwise": {change(":0 ", ":0 2C "), "", proof.StepText},
			"another name":          {renamed, "", proof.StepSignature},
			"another key":           {text, base64.StdEncoding.EncodeToString([]byte("another")), proof.StepSignature},
			"a move left out":       {change("\n3. ", "\n; 3. "), "", "line "},
			"another how":           {change(" how ", " how x"), "", proof.StepSignature},
		} {
			if err := verify(c.text, c.key); err == nil || !strings.HasPrefix(err.Error(), c.step) {
				t.Errorf("%s, %s: %v, want a fault of the %s", game.Info().Key, cheat, err, c.step)
			}
		}
	}
}

// A replay goes on, back and to a move, and answers what it does not understand.
func TestReplayFile(t *testing.T) {
	t.Parallel()
	for _, game := range games.Rules() {
		r, _ := recorded(t, game)
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		last := strconv.Itoa(len(r.Moves))
		var out bytes.Buffer
		steps := "\n\nb\nnine\n" + last + "\n\n"
		if err := replayFile(data, games.Rules(), strings.NewReader(steps), &out); err != nil {
			t.Fatal(err)
		}
		told := out.String()
		for _, want := range []string{"the deal", "2 of " + last, r.Moves[1].Move, `"nine" is neither`, "Over by", "hand:0"} {
			if !strings.Contains(told, want) {
				t.Errorf("%s: no %q in\n%s", game.Info().Key, want, told)
			}
		}
	}
}

// The places that a page says each pile's cards had in the pack are those from which they were dealt.
func TestDealsSayTheirPlaces(t *testing.T) {
	t.Parallel()
	for _, game := range games.Rules() {
		r, match := recorded(t, game)
		deals, err := r.Deals(match)
		if err != nil {
			t.Fatal(err)
		}
		if len(deals) == 0 || deals[0].Round != 1 {
			t.Fatalf("%s: deals %v", game.Info().Key, deals)
		}
		from, _ := r.Source()
		for _, d := range deals {
			pack := slices.Clone(d.Pack)
			shuffle.Cards(pack, from.Derive("round", d.Round))
			if !slices.Equal(pack, d.Order) {
				t.Errorf("%s, round %d is not dealt from its seed", game.Info().Key, d.Round)
			}
			dealt, err := game.Deal(engine.Setup{Seats: match.Seats(), Dealer: d.Dealer, Options: match.Options(),
				Seed: from.Derive("round", d.Round)})
			if err != nil {
				t.Fatal(err)
			}
			said := 0
			for _, pile := range dealt.Piles(nil) {
				at := slices.IndexFunc(d.Piles, func(p proof.Pile) bool { return p.Place == pile.Place })
				if at < 0 {
					continue
				}
				said++
				if !card.Same(d.Piles[at].Cards, pile.Cards) {
					t.Errorf("%s, round %d, %s: %v said, %v dealt", game.Info().Key, d.Round, pile.Place,
						d.Piles[at].Cards, pile.Cards)
				}
			}
			if said < match.Seats() {
				t.Errorf("%s: only %d piles are told", game.Info().Key, said)
			}
		}
	}
}
