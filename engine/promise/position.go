package promise

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// whole tallies the cards of all piles; empty places are no cards.
func whole(heaps []engine.Heap) (t tally) {
	for _, heap := range heaps {
		for _, c := range heap.Cards {
			t[c]++
		}
	}
	t[card.Unknown] = 0
	return t
}

func (w *walk) cards() error {
	if now := whole(w.match.Round().Cards()); now != w.pack {
		return breach(Cards, "%s", difference(w.pack, now))
	}
	return nil
}

// turns checks who is to move, and that nobody else has moves.
func (w *walk) turns() error {
	seats := w.match.ToMove()
	if !slices.IsSorted(seats) || len(slices.Compact(slices.Clone(seats))) != len(seats) {
		return breach(Turns, "to move are %v", seats)
	}
	for s := engine.Spectator; int(s) < w.Seats; s++ {
		w.listing = w.match.Legal(s, w.listing[:0])
		if moves := w.listing; (len(moves) > 0) != slices.Contains(seats, s) {
			return breach(Turns, "to move are %v, and seat %d has the moves %v", seats, s, moves)
		}
	}
	result, over := w.match.Round().Result()
	if over != (len(w.match.Round().ToMove()) == 0) {
		return breach(Turns, "over is %v, and to move are %v", over, w.match.Round().ToMove())
	}
	valid := func(s engine.Seat) bool { return s >= engine.Spectator && int(s) < w.Seats }
	if over && (result.How == "" || len(result.Points) != w.Seats ||
		!valid(result.By) || !valid(result.Winner) || !valid(result.Loser) || result.Wins && result.By < 0) {
		return breach(Turns, "result %+v of %d seats", result, w.Seats)
	}
	if outcome, over := w.match.Outcome(); over {
		for s, place := range outcome.Placing {
			if w.match.HasLeft(engine.Seat(s)) && place == 1 {
				return breach(Turns, "seat %d has left, and places are %v", s, outcome.Placing)
			}
		}
	}
	return nil
}

// store stores the match as it is looked at.
func (w *walk) store() (err error) {
	if w.data, err = json.Marshal(w.match); err != nil {
		return breach(Reload, "store: %v", err)
	}
	return nil
}

// reloaded checks that the match is the one that was stored some moves ago and
// played on, and loads it again.
func (w *walk) reloaded() (err error) {
	if w.twin != nil {
		if err := w.same(w.twin); err != nil {
			return err
		}
	}
	if w.twin, err = engine.LoadMatch(w.Game, w.Seed, w.data); err != nil {
		return breach(Reload, "load: %v", err)
	}
	return w.same(w.twin)
}

// same checks that the match cannot be told from another.
func (w *walk) same(twin *engine.Match) error {
	m := w.match
	if other := marshal(twin); !bytes.Equal(w.data, other) {
		return breach(Reload, "stored\n%s, after reloading\n%s", w.data, other)
	}
	if a, b := marshal(m.Round().Cards()), marshal(twin.Round().Cards()); !bytes.Equal(a, b) {
		return breach(Reload, "cards\n%s, after reloading\n%s", a, b)
	}
	for s := engine.Spectator; int(s) < w.Seats; s++ {
		if why := w.compare(m, twin, s); why != "" {
			return breach(Reload, "after reloading, for seat %d %s", s, why)
		}
	}
	return nil
}

// prints checks that a round comes out of fmt and slog as what it hides.
func (w *walk) prints() error {
	r := w.match.Round()
	var out bytes.Buffer
	fmt.Fprintf(&out, "%v %+v %#v %s %d %x", r, r, r, r, r, r)
	plain := slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "round" {
			return a
		}
		return slog.Attr{}
	}}
	slog.New(slog.NewTextHandler(&out, &plain)).Info("", "round", r)
	slog.New(slog.NewJSONHandler(&out, &plain)).Info("", "round", r)
	const want = `[hidden] [hidden] [hidden] [hidden] [hidden] [hidden]round=[hidden]` + "\n" + `{"round":"[hidden]"}` + "\n"
	if out.String() != want {
		return breach(Prints, "a round prints as %.200q", out.String())
	}
	return nil
}
