package palace_test

import (
	"fmt"

	"carteado/engine"
	"carteado/engine/palace"
)

// An exchange, the card that begins the pile, and the first plays.
func Example() {
	round, err := palace.Game{}.Deal(engine.Setup{Seats: 2, Dealer: 1, Seed: engine.Seed{}.Derive("example", 1)})
	if err != nil {
		panic(err)
	}
	say := func(s engine.Seat, text string) {
		m, err := engine.ParseMove(text)
		if err == nil {
			_, err = engine.Play(round, s, m)
		}
		if err != nil {
			fmt.Println("seat", s, "may not", text+":", err)
			return
		}
		v := round.View(s).(palace.View)
		fmt.Println("seat", s, "plays", text+":", "pile", v.Pile, "hand", v.Hand, "draw pile", v.Draw)
	}
	for s := range engine.Seat(2) {
		v := round.View(s).(palace.View)
		fmt.Println("seat", s, "holds", v.Hand, "behind", v.Up[s])
	}
	for s := range engine.Seat(2) {
		say(s, "ready")
	}
	for range 4 {
		s := round.ToMove()[0]
		say(s, round.Legal(s, nil)[0].String())
	}
	// Output:
	// seat 0 holds [6C 7D TS] behind [KC KH 5S]
	// seat 1 holds [KS AS 2C] behind [TC 8D 7C]
	// seat 0 plays ready: pile [] hand [6C 7D TS] draw pile 34
	// seat 1 plays ready: pile [3C] hand [KS AS 2C] draw pile 33
	// seat 0 plays play 6C: pile [3C 6C] hand [7D TS JS] draw pile 32
	// seat 1 plays play KS: pile [3C 6C KS] hand [4C AS 2C] draw pile 31
	// seat 0 plays play TS: pile [] hand [4H 7D JS] draw pile 30
	// seat 0 plays play 4H: pile [4H] hand [6S 7D JS] draw pile 29
}
