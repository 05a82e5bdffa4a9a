package conform

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"

	"carteado/engine"
	"carteado/engine/knowledge"
)

// cards checks that the cards are the pack.
func (w *walk) cards() error {
	w.piles, w.room = w.match.Round().Piles(w.room), w.piles
	if w.witness.Look(w.piles) {
		return nil
	}
	return violated(Cards, "%s", difference(w.witness.Pack(), knowledge.CountPiles(w.piles)))
}

// turns checks the seats to move, and that no other seat has moves.
func (w *walk) turns() error {
	seats := w.match.ToMove()
	for i := 1; i < len(seats); i++ {
		if seats[i-1] < seats[i] {
			continue
		}
		return violated(Turns, "to move are %v", seats)
	}
	for s := engine.Spectator; int(s) < w.Seats; s++ {
		w.listing = w.match.Legal(s, w.listing[:0])
		if moves := w.listing; (len(moves) > 0) != slices.Contains(seats, s) {
			return violated(Turns, "to move are %v, and seat %d has the moves %v", seats, s, moves)
		}
	}
	result, over := w.match.Round().Result()
	if over != (len(w.match.Round().ToMove()) == 0) {
		return violated(Turns, "over is %v, and to move are %v", over, w.match.Round().ToMove())
	}
	valid := func(s engine.Seat) bool { return s >= engine.Nobody && int(s) < w.Seats }
	if over && (result.How == "" || len(result.Points) != w.Seats ||
		!valid(result.By) || !valid(result.Winner) || !valid(result.Loser) || result.Wins && result.By < 0) {
		return violated(Turns, "result %+v of %d seats", result, w.Seats)
	}
	if over && !w.addsUp(result) {
		return violated(Turns, "result %+v makes the totals %v of %v", result, w.match.Totals(), w.totals)
	}
	if outcome, over := w.match.Outcome(); over {
		for s, place := range outcome.Placing {
			if w.match.HasLeft(engine.Seat(s)) && place == 1 {
				return violated(Turns, "seat %d has left, and places are %v", s, outcome.Placing)
			}
		}
	}
	return nil
}

// addsUp reports that the totals are those before the round and its points.
func (w *walk) addsUp(result engine.Result) bool {
	for s, points := range result.Points {
		total := w.totals[s] + points
		if w.match.Scoring().Floor {
			total = max(total, 0)
		}
		if w.match.Totals()[s] != total {
			return false
		}
	}
	rounds := w.match.Rounds()
	return slices.Equal(rounds[len(rounds)-1].Totals, w.match.Totals())
}

// store stores the match for the checks of this position.
func (w *walk) store() (err error) {
	if w.data, err = w.match.MarshalJSON(); err != nil {
		return violated(Reload, "store: %v", err)
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
		return violated(Reload, "load: %v", err)
	}
	return w.same(w.twin)
}

// same checks that the match cannot be told from another.
func (w *walk) same(twin *engine.Match) error {
	m := w.match
	if other := storedAs(twin); !bytes.Equal(w.data, other) {
		return violated(Reload, "stored\n%s, after reloading\n%s", w.data, other)
	}
	if a, b := m.Round().Piles(nil), twin.Round().Piles(nil); !slices.EqualFunc(a, b, samePile) {
		return violated(Reload, "cards\n%s, after reloading\n%s", marshal(a), marshal(b))
	}
	for s := engine.Spectator; int(s) < w.Seats; s++ {
		if why := w.compare(m, twin, s); why != "" {
			return violated(Reload, "after reloading, for seat %d %s", s, why)
		}
	}
	return nil
}

func samePile(a, b engine.Pile) bool {
	return a.Place == b.Place && slices.Equal(a.Cards, b.Cards) && slices.Equal(a.As, b.As)
}

// prints checks that fmt and slog print a round as [hidden].
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
	const want = `[hidden] [hidden] [hidden] [hidden] [hidden] [hidden]round=[hidden]` + "\n" + `{"round":"[hidden]"}` +
		"\n"
	if out.String() != want {
		return violated(Prints, "a round prints as %.200q", out.String())
	}
	return nil
}
