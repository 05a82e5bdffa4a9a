package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/card"
	"carteado/engine/knock"
	"carteado/engine/shuffle"
)

// A match from its deal to its placing: what a seat sees, which moves it has,
// what others learn of a move, how a rule refuses one, and how a match survives
// being stored.
func Example() {
	seed, err := shuffle.ParseSeed("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
	if err != nil {
		panic(err)
	}
	match, err := engine.NewMatch(knock.Game{}, 2, engine.Options{"knock_limit": "5"}, seed)
	if err != nil {
		panic(err)
	}

	// A seat sees its own cards, and how many there are elsewhere.
	seat := match.ToMove()[0]
	view := match.View(seat).Round.(knock.View)
	fmt.Println("seat", seat, "holds", card.Write(view.Hand), "and may take", view.Top)
	fmt.Println("moves:", match.Legal(seat, nil))

	// A move tells each viewer what that viewer may know.
	events, err := match.Play(seat, engine.NewMove("draw").At(engine.In(engine.Stock)))
	if err != nil {
		panic(err)
	}
	for _, viewer := range []engine.Seat{seat, 1 - seat, engine.Spectator} {
		seen, _ := events[0].For(viewer)
		fmt.Println("seat", viewer, "learns:", seen.Kind, seen.From, seen.Secret)
	}

	// A refused move names its rule and changes nothing.
	var illegal *engine.Illegal
	if _, err = match.Play(seat, engine.NewMove("discard", card.New(card.King, card.Clubs))); errors.As(err, &illegal) {
		fmt.Println("refused:", illegal.Rule)
	}

	// The position is JSON; the seed is kept apart.
	stored, err := json.Marshal(match)
	if err != nil {
		panic(err)
	}
	if match, err = engine.LoadMatch(knock.Game{}, seed, stored); err != nil {
		panic(err)
	}

	// Bots are given views and moves, and play to the end.
	player := bot.Plain(knock.Game{})
	for len(match.ToMove()) > 0 {
		seat := match.ToMove()[0]
		move := player.Choose(bot.Sight{
			View: match.View(seat), Legal: match.Legal(seat, nil), Seed: seed.Derive("bot of seat", int(seat)),
		})
		if _, err := match.Play(seat, move); err != nil {
			panic(err)
		}
	}
	for _, round := range match.Rounds() {
		fmt.Println("round", round.Number, round.How, round.Points, round.Totals)
	}
	outcome, _ := match.Outcome()
	fmt.Println(outcome.How, outcome.Placing, "winner", outcome.Winner())
	// Output:
	// seat 1 holds AH 5H 7C 7S 9C 9H TC and may take 5C
	// moves: [draw @stock draw @discard]
	// seat 1 learns: drew stock [QS]
	// seat 0 learns: drew stock []
	// seat -1 learns: drew stock []
	// refused: knock.not_in_hand
	// round 1 knock_zero [-10 9] [-10 9]
	// round 2 knock [2 8] [-8 17]
	// round 3 knock [8 5] [0 22]
	// round 4 knock [4 33] [4 55]
	// round 5 knock [36 2] [40 57]
	// round 6 knock [2 7] [42 64]
	// round 7 knock [1 12] [43 76]
	// round 8 knock [11 2] [54 78]
	// round 9 knock [3 27] [57 105]
	// target [1 2] winner 0
}

// Every game's moves are written in one notation, and read in no other.
func ExampleParseMove() {
	move, err := engine.ParseMove("knock KD | 4H 5H 6H | 9C 9D AD=9S")
	fmt.Println(move.Verb, move.Card(), move.Groups()[1:], err)
	_, err = engine.ParseMove("knock  KD")
	fmt.Println(err)
	// Output:
	// knock KD [[4H 5H 6H] [9C 9D AD=9S]] <nil>
	// move "knock  KD": card "": expected a rank A23456789TJQK and a suit CDHS, a number 1 to 10, J or R
}

// Options that are not chosen have their default value.
func ExampleInfo_Resolve() {
	info := engine.Info{Options: []engine.Option{
		{Key: "knock_limit", Values: []string{"3", "5", "7"}},
		{Key: "undercut", Values: []string{"off", "on"}},
	}}
	options, err := info.Resolve(engine.Options{"knock_limit": "7"})
	fmt.Println(options.Int("knock_limit"), options.On("undercut"), err)
	_, err = info.Resolve(engine.Options{"knock_limit": "4"})
	fmt.Println(err)
	// Output:
	// 7 false <nil>
	// option knock_limit="4": no such option or value
}
