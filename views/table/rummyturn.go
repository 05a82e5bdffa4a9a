package table

import (
	"context"
	"io"
	"slices"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

// A rummyTurn is all that the newest player did in a turn.
type rummyTurn struct {
	seat engine.Seat
	did  []engine.Event // things of one kind in a row are one
	note []engine.Event // what happened to the table meanwhile
	open cardSet        // the cards that everybody saw
}

// lastTurn reads the newest turn from the log, back to its draw. The reader's own
// draw is seen in the hand: what the others did last stays in sight.
func lastTurn(log []Entry, reader engine.Seat) rummyTurn {
	turn := newTurn()
	for _, entry := range log {
		begun := false
		for _, e := range slices.Backward(entry.Events) {
			drawn := e.Kind == "drew" || e.Kind == "took"
			switch {
			case e.Seat == engine.Spectator:
				turn.note = append(turn.note, e)
			case turn.seat == engine.Spectator && drawn && e.Seat == reader:
			case turn.seat == engine.Spectator || turn.seat == e.Seat:
				turn.seat, begun = e.Seat, drawn
				turn.add(e)
			default:
				return turn
			}
		}
		if begun {
			return turn
		}
	}
	return turn
}

func newTurn() rummyTurn {
	return rummyTurn{seat: engine.Spectator}
}

// add puts an earlier event in front.
func (t *rummyTurn) add(e engine.Event) {
	for _, w := range e.Cards {
		t.open.add(w.Card)
	}
	switch {
	case len(t.did) > 0 && t.did[0].Kind == e.Kind:
		t.did[0].Cards = slices.Concat(e.Cards, t.did[0].Cards)
	case len(t.did) > 0 && e.Kind == "drew": // everybody draws: what came of it is worth the line
	default:
		t.did = slices.Insert(t.did, 0, e)
	}
}

// didKey has the words for what somebody did, without the name.
func didKey(ctx context.Context, e engine.Event) (string, bool) {
	key := "rummy.did." + e.Kind
	if len(e.Secret) > 0 {
		key += ".secret"
	}
	return key, i18n.Has(ctx, key)
}

func didCards(e engine.Event) []engine.Word {
	if len(e.Secret) > 0 {
		return part.Words(e.Secret)
	}
	return e.Cards
}

// said is who, and all that was done: Bento took 9♥, laid off 8♠ and discarded K♣.
func (t rummyTurn) said(seats []part.Person) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		if err := strong(part.Addressed(ctx, seats[t.seat])).Render(ctx, w); err != nil {
			return err
		}
		for i, e := range t.did {
			if _, err := io.WriteString(w, comma(ctx, i, len(t.did))); err != nil {
				return err
			}
			key, _ := didKey(ctx, e)
			if err := part.Rich(key, "cards", didCards(e)).Render(ctx, w); err != nil {
				return err
			}
		}
		return nil
	})
}

// comma is what stands before one of the things that a player did.
func comma(ctx context.Context, i, n int) string {
	switch i {
	case 0:
		return " "
	case n - 1:
		return i18n.T(ctx, "rummy.and")
	}
	return ", "
}

// known reports that somebody did something, and that there are words for all of it.
func (t rummyTurn) known(ctx context.Context) bool {
	return len(t.did) > 0 && !slices.ContainsFunc(t.did, func(e engine.Event) bool {
		_, ok := didKey(ctx, e)
		return !ok
	})
}
