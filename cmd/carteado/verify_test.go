package main

import (
	"bytes"
	"encoding/json"
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
			err = verifyFile(data, games.Rules(), &out)
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
