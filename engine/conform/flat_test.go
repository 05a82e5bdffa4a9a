package conform_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/conform"
	"carteado/engine/shuffle"
)

// flat is a game whose rounds are one value: two seats lay down four cards each,
// by turns, lowest first or any.
type flat struct{ wrong string }

type flatRound struct {
	engine.Hidden
	game  *flat
	cards [8]card.Card // four of each seat, Unknown where one was played
	pile  [8]card.Card
	laid  uint8
	tries uint8 // moves refused, where something is wrong
	turn  [1]engine.Seat

	loaded bool
}

func (g *flat) Info() engine.Info {
	return engine.Info{Key: "flat", Version: 1, MinSeats: 2, MaxSeats: 2}
}

func (g *flat) Scoring(engine.Options) engine.Scoring { return engine.Scoring{Rounds: 1} }

func (g *flat) Deal(s engine.Setup) (engine.Round, error) {
	pack := s.Pack
	if pack == nil {
		pack = card.French()[:8]
		shuffle.Cards(pack, s.Seed)
	}
	return &flatRound{game: g, cards: [8]card.Card(pack)}, nil
}

type flatStored struct {
	Hands [2][]card.Card `json:"hands"`
	Pile  []card.Card    `json:"pile"`
}

func (g *flat) Load(data []byte) (engine.Round, error) {
	var s flatStored
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	r := &flatRound{game: g, loaded: true, laid: uint8(len(s.Pile)), turn: [1]engine.Seat{engine.Seat(len(s.Pile) % 2)}}
	copy(r.cards[:4], s.Hands[0])
	copy(r.cards[4:], s.Hands[1])
	copy(r.pile[:], s.Pile)
	return r, nil
}

func (r *flatRound) MarshalJSON() ([]byte, error) {
	return json.Marshal(flatStored{Hands: [2][]card.Card{r.cards[:4], r.cards[4:]}, Pile: r.pile[:r.laid]})
}

func (r *flatRound) hand(s engine.Seat) []card.Card { return r.cards[4*s:][:4] }

func (r *flatRound) ToMove() []engine.Seat {
	if int(r.laid) == len(r.pile) {
		return nil
	}
	return r.turn[:]
}

func (r *flatRound) Legal(s engine.Seat, moves []engine.Move) []engine.Move {
	if !slices.Contains(r.ToMove(), s) {
		return moves
	}
	if r.game.wrong == "asking for moves counts" {
		r.tries++
	}
	for _, c := range slices.Sorted(slices.Values(r.hand(s))) {
		if c != card.Unknown {
			moves = append(moves, engine.NewMove("lay", c))
		}
	}
	if r.game.wrong == "one move too many is listed" && r.laid == 3 {
		moves = append(moves, engine.NewMove("lay", r.pile[0]))
	}
	if r.game.wrong == "one move too few is listed" && r.laid == 3 {
		moves = moves[1:]
	}
	return moves
}

func (r *flatRound) Make(s engine.Seat, m *engine.Move, log *engine.Log) {
	r.lay(s, m)
	if log == nil {
		return
	}
	e := engine.Event{Kind: "lay", Seat: s, Open: true, Cards: []engine.Word{{Card: m.Card()}}}
	switch {
	case r.game.wrong == "a loaded round tells otherwise" && r.loaded && r.laid == 3:
		e.N = 1
	case r.game.wrong == "a hidden card is told" && r.laid == 3:
		e.Cards[0].Card = slices.Max(r.hand(s))
	}
	log.Tell(e)
}

func (r *flatRound) View(s engine.Seat) any {
	v := struct{ Hand, Pile string }{Pile: card.Write(r.pile[:r.laid])}
	if s >= 0 {
		v.Hand = card.Write(slices.Sorted(slices.Values(r.hand(s))))
	}
	return v
}

func (r *flatRound) Result() (engine.Result, bool) {
	if int(r.laid) < len(r.pile) {
		return engine.Result{}, false
	}
	result := engine.Result{How: "out", Points: []int{1, 0}, By: 0, Winner: 0, Loser: 1}
	if r.game.wrong == "the result changes" {
		r.game.wrong = ""
		result.Points[0] = 2
	}
	return result, true
}

func (r *flatRound) Breaks(s engine.Seat, m *engine.Move) string {
	legal := slices.Contains(r.ToMove(), s)
	if r.game.wrong == "out of turn is in turn" && r.laid == 3 && s >= 0 {
		legal = true
	}
	if !legal || m.Verb != "lay" || m.Card() == card.Unknown || *m != engine.NewMove("lay", m.Card()) ||
		!slices.Contains(r.hand(s), m.Card()) {
		if r.game.wrong == "refusals are counted" && r.laid == 3 {
			r.tries++
		}
		return "flat.refused"
	}
	return ""
}

func (r *flatRound) lay(s engine.Seat, m *engine.Move) {
	r.hand(s)[slices.Index(r.hand(s), m.Card())] = card.Unknown
	r.pile[r.laid] = m.Card()
	r.laid++
	r.turn[0] = 1 - r.turn[0]
}

func (r *flatRound) CopyInto(other engine.Round) engine.Round {
	c, ok := other.(*flatRound)
	if !ok {
		c = new(flatRound)
	}
	*c = *r
	return c
}

func (r *flatRound) Is(other engine.Round) bool { return *r == *other.(*flatRound) }

func (r *flatRound) Piles(room []engine.Pile) []engine.Pile {
	piles := engine.AddCards(room[:0], engine.Of(engine.Hand, 0), r.hand(0))
	piles = engine.AddCards(piles, engine.Of(engine.Hand, 1), r.hand(1))
	if r.game.wrong == "a card is lost on the way" && r.laid == 3 {
		return engine.AddCards(piles, engine.In(engine.Discard), r.pile[:2])
	}
	return engine.AddCards(piles, engine.In(engine.Discard), r.pile[:r.laid])
}

// A fault that a move makes is found after every move, and not only in closer looks.
func TestWhatIsWrongBetweenCloserLooksIsFound(t *testing.T) {
	for wrong, want := range map[string]conform.Promise{
		"":                            "",
		"asking for moves counts":     conform.Refusals,
		"one move too many is listed": conform.Moves,
		"one move too few is listed":  conform.Refusals,
		"out of turn is in turn":      conform.OutOfTurn,
		"refusals are counted":        conform.Refusals,
		"the result changes":          conform.Turns,
		"a card is lost on the way":   conform.Cards,
		"a hidden card is told":       conform.Events,

		"a loaded round tells otherwise": conform.Reload,
	} {
		found := map[conform.Promise]bool{}
		for n := range 40 {
			_, _, err := conform.Checker{Game: &flat{wrong}}.Play(
				conform.Case{Seats: 2, Every: 1 << 40, Seed: engine.Seed{}.Derive(fmt.Sprint(wrong), n)})
			if b := (*conform.Violation)(nil); errors.As(err, &b) {
				found[b.Promise] = true
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if len(found) > 1 || want == "" && len(found) > 0 || want != "" && !found[want] {
			t.Errorf("%q: found %v, want %q", wrong, found, want)
		}
	}
}
