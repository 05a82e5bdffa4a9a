package promise_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest/toy"
	"carteado/engine/promise"
)

// other is a hand the seat must not know: its left neighbour's.
func other(r *toy.Round, s engine.Seat) []card.Card { return r.Hands[(int(s)+1)%len(r.Hands)] }

// lowest is a secret of a hand that depends on all of its cards.
func lowest(hand []card.Card) card.Card { return slices.Min(hand) }

// peek adds something to the view of a round that is not over.
func peek(f func(*toy.Round, engine.Seat) any) func(*toy.Round, engine.Seat) any {
	type view struct {
		toy.View
		More any
	}
	return func(r *toy.Round, s engine.Seat) any {
		if r.Phase == toy.Over {
			return view{View: r.View(s).(toy.View)}
		}
		return view{r.View(s).(toy.View), f(r, s)}
	}
}

// afterwards lets something happen behind an accepted move.
func afterwards(f func(r *toy.Round, s engine.Seat, m engine.Move, events []engine.Event)) func(*toy.Round, engine.Seat, engine.Move) ([]engine.Event, error) {
	return func(r *toy.Round, s engine.Seat, m engine.Move) ([]engine.Event, error) {
		events, err := r.Play(s, m)
		if err == nil {
			f(r, s, m, events)
		}
		return events, err
	}
}

// drawn is the card that came last to a hand.
func drawn(r *toy.Round, s engine.Seat) card.Card { return r.Hands[s][len(r.Hands[s])-1] }

var plants = map[string]struct {
	bug  bug
	want []promise.Promise // any of these
}{
	"a view shows another's card": {
		bug{view: peek(func(r *toy.Round, s engine.Seat) any { return other(r, s)[0] })},
		[]promise.Promise{promise.Views},
	},
	"a spectator sees a hand": {
		bug{view: func(r *toy.Round, s engine.Seat) any { return r.View(max(s, 0)) }},
		[]promise.Promise{promise.Views},
	},
	"a view shows the next card of the stock": {
		bug{view: peek(func(r *toy.Round, _ engine.Seat) any { return r.Stock[0] })},
		[]promise.Promise{promise.Views},
	},
	"a view tells whether another can win": {
		bug{view: peek(func(r *toy.Round, s engine.Seat) any { return lowest(other(r, s)).Rank() == card.Ace })},
		[]promise.Promise{promise.Views},
	},
	"the order of a list depends on a hidden card": {
		bug{view: peek(func(r *toy.Round, s engine.Seat) any {
			seats := []int{0, 1}
			if lowest(r.Hands[0]) > lowest(r.Hands[1]) {
				slices.Reverse(seats)
			}
			return seats
		})},
		[]promise.Promise{promise.Views},
	},
	"a list is empty or absent by a hidden card": {
		bug{view: peek(func(r *toy.Round, s engine.Seat) any {
			if other(r, s)[0].Suit() == card.Hearts {
				return []int{}
			}
			return []int(nil)
		})},
		[]promise.Promise{promise.Views},
	},
	"the moves depend on a hidden card": {
		bug{
			legal: func(r *toy.Round, s engine.Seat) []engine.Move {
				moves := r.Legal(s, nil)
				if r.Phase == toy.Draw && len(moves) > 1 && r.Stock[0].Rank() > 4 {
					moves = moves[:1]
				}
				return moves
			},
		},
		[]promise.Promise{promise.Views, promise.Refusals},
	},
	"a refusal depends on a hidden card": {
		bug{play: func(r *toy.Round, s engine.Seat, m engine.Move) ([]engine.Event, error) {
			if slices.Contains(other(r, s), m.Card()) {
				return nil, engine.Broken("toy.not_yours")
			}
			return r.Play(s, m)
		}},
		[]promise.Promise{promise.Views},
	},
	"a refusal counts hidden cards": {
		bug{play: func(r *toy.Round, s engine.Seat, m engine.Move) ([]engine.Event, error) {
			events, err := r.Play(s, m)
			if err != nil {
				err = engine.Broken("toy.refused", "left", other(r, max(s, 0))[0].Rank())
			}
			return events, err
		}},
		[]promise.Promise{promise.Views},
	},
	"the automatic move depends on a hidden card": {
		bug{auto: func(r *toy.Round, s engine.Seat) engine.Move {
			moves := r.Legal(s, nil)
			return moves[int(other(r, s)[0])%len(moves)]
		}},
		[]promise.Promise{promise.Views},
	},
	"who is waited for depends on a hidden card": {
		bug{toMove: func(r *toy.Round) []engine.Seat {
			seats := r.ToMove()
			if r.Phase == toy.Swap && len(seats) > 1 && lowest(r.Hands[seats[0]]).Rank() == card.Ace {
				return seats[1:] // as if a hand with an ace were ready
			}
			return seats
		}, legal: func(r *toy.Round, s engine.Seat) []engine.Move {
			seats := r.ToMove()
			if r.Phase == toy.Swap && len(seats) > 1 && seats[0] == s && lowest(r.Hands[s]).Rank() == card.Ace {
				return nil
			}
			return r.Legal(s, nil)
		}, play: func(r *toy.Round, s engine.Seat, m engine.Move) ([]engine.Event, error) {
			seats := r.ToMove()
			if r.Phase == toy.Swap && len(seats) > 1 && seats[0] == s && lowest(r.Hands[s]).Rank() == card.Ace {
				return nil, engine.Broken(engine.RuleNotYourTurn)
			}
			return r.Play(s, m)
		}},
		[]promise.Promise{promise.Views, promise.Traces},
	},
	"a count kept in the round tells of a hidden card": {
		bug{
			// Left is stored; one more means that the hidden card was low.
			play: afterwards(func(r *toy.Round, s engine.Seat, m engine.Move, _ []engine.Event) {
				if m.Verb == "swap" && drawn(r, s).Rank() < 4 {
					r.Left += len(r.Hands)
				}
			}),
		},
		[]promise.Promise{promise.Traces},
	},
	"a drawn card is told to all": {
		bug{play: afterwards(func(r *toy.Round, s engine.Seat, m engine.Move, events []engine.Event) {
			if m == engine.NewMove("draw").At(engine.In(engine.Stock)) {
				events[0].Cards = []engine.Word{{Card: drawn(r, s)}}
			}
		})},
		[]promise.Promise{promise.Events, promise.Traces},
	},
	"an event carries another's secret": {
		bug{play: afterwards(func(r *toy.Round, s engine.Seat, m engine.Move, events []engine.Event) {
			events[0].Secret = other(r, s)[:1]
		})},
		[]promise.Promise{promise.Events, promise.Traces},
	},
	"an event counts what is hidden": {
		bug{play: afterwards(func(r *toy.Round, s engine.Seat, m engine.Move, events []engine.Event) {
			if m.Verb == "draw" {
				events[0].N = drawn(r, s).Rank()
			}
		})},
		[]promise.Promise{promise.Traces},
	},
	"whether an event is open depends on a hidden card": {
		bug{play: afterwards(func(r *toy.Round, s engine.Seat, m engine.Move, events []engine.Event) {
			events[0].Open = m.Verb != "draw" || drawn(r, s).Suit() != card.Spades
		})},
		[]promise.Promise{promise.Traces},
	},
	"a card is lost": {
		bug{play: afterwards(func(r *toy.Round, _ engine.Seat, m engine.Move, _ []engine.Event) {
			if m.Verb == "discard" {
				r.Discard = r.Discard[1:]
			}
		})},
		[]promise.Promise{promise.Cards},
	},
	"a card is doubled": {
		bug{cards: func(r *toy.Round) []engine.Heap {
			heaps := r.Cards()
			if r.Taken != card.Unknown {
				heaps[1].Cards = append(slices.Clone(heaps[1].Cards), r.Taken)
			}
			return heaps
		}},
		[]promise.Promise{promise.Cards},
	},
	"a move is listed twice": {
		bug{legal: func(r *toy.Round, s engine.Seat) []engine.Move {
			moves := r.Legal(s, nil)
			return append(moves, moves[:min(1, len(moves))]...)
		}},
		[]promise.Promise{promise.Moves},
	},
	"the order of moves changes": {
		bug{legal: func(r *toy.Round, s engine.Seat) []engine.Move {
			moves := r.Legal(s, nil)
			if r.Left%2 == 0 {
				slices.Reverse(moves)
			}
			return moves
		}},
		[]promise.Promise{promise.Moves},
	},
	"a listed move is refused": {
		bug{play: func(r *toy.Round, s engine.Seat, m engine.Move) ([]engine.Event, error) {
			if m.Card().Rank() == 7 {
				return nil, engine.Broken("toy.no_sevens")
			}
			return r.Play(s, m)
		}},
		[]promise.Promise{promise.Moves},
	},
	"a move cannot be written": {
		bug{legal: func(r *toy.Round, s engine.Seat) []engine.Move {
			moves := r.Legal(s, nil)
			for i := range moves {
				moves[i].Verb = "Play"
			}
			return moves
		}},
		[]promise.Promise{promise.Moves},
	},
	"an unlisted move is accepted": {
		bug{play: func(r *toy.Round, s engine.Seat, m engine.Move) ([]engine.Event, error) {
			if slices.Contains(r.ToMove(), s) && m.Verb == "fly" {
				return nil, nil
			}
			return r.Play(s, m)
		}},
		[]promise.Promise{promise.Refusals},
	},
	"a refusal names no rule": {
		bug{play: func(r *toy.Round, s engine.Seat, m engine.Move) ([]engine.Event, error) {
			events, err := r.Play(s, m)
			if err != nil {
				err = errors.New("no")
			}
			return events, err
		}},
		[]promise.Promise{promise.Refusals},
	},
	"a refused move changes the round": {
		bug{play: func(r *toy.Round, s engine.Seat, m engine.Move) ([]engine.Event, error) {
			events, err := r.Play(s, m)
			if err != nil && len(r.Discard) > 1 {
				r.Discard[0], r.Discard[1] = r.Discard[1], r.Discard[0]
			}
			return events, err
		}},
		[]promise.Promise{promise.Refusals},
	},
	"a move out of turn is accepted": {
		bug{play: func(r *toy.Round, s engine.Seat, m engine.Move) ([]engine.Event, error) {
			if r.Phase == toy.Draw && s >= 0 {
				return r.Play(r.Turn, m)
			}
			return r.Play(s, m)
		}},
		[]promise.Promise{promise.OutOfTurn},
	},
	"who is not to move has moves": {
		bug{legal: func(r *toy.Round, s engine.Seat) []engine.Move {
			if r.Phase == toy.Drop {
				return r.Legal(r.Turn, nil)
			}
			return r.Legal(s, nil)
		}},
		[]promise.Promise{promise.Turns},
	},
	"nobody is to move and nothing is over": {
		bug{result: func(r *toy.Round) (engine.Result, bool) { return engine.Result{}, false }},
		[]promise.Promise{promise.Turns},
	},
	"a result lacks a seat": {
		bug{result: func(r *toy.Round) (engine.Result, bool) {
			result, over := r.Result()
			return engine.Result{How: result.How, Points: result.Points[:min(1, len(result.Points))]}, over
		}},
		[]promise.Promise{promise.Turns},
	},
	"the round never ends": {
		bug{play: afterwards(func(r *toy.Round, _ engine.Seat, m engine.Move, _ []engine.Event) {
			if r.Left == 1 && m.Verb == "discard" {
				r.Left = 2
				r.Stock = append(r.Stock, r.Discard[:len(r.Discard)-1]...)
				r.Discard = r.Discard[len(r.Discard)-1:]
			}
		})},
		[]promise.Promise{promise.Ends},
	},
	"a reloaded round differs": {
		bug{load: func(r *toy.Round) { r.Taken = card.Unknown }},
		[]promise.Promise{promise.Reload},
	},
	"a reloaded round has its cards in another order": {
		bug{load: func(r *toy.Round) { slices.Sort(r.Stock) }},
		[]promise.Promise{promise.Reload},
	},
	"a stored round cannot be looked into": {
		bug{marshal: func(r *toy.Round) ([]byte, error) {
			type numbers struct {
				*toy.Round
				Stock []int `json:"stock"`
			}
			n := numbers{Round: r}
			for _, c := range r.Stock {
				n.Stock = append(n.Stock, int(c))
			}
			return json.Marshal(n)
		}},
		[]promise.Promise{promise.Reload},
	},
	"a copy is not a copy": {
		bug{clone: func(r *toy.Round) *toy.Round { c := *r; return &c }},
		[]promise.Promise{promise.Refusals, promise.Moves},
	},
	"a round prints its cards": {
		bug{printed: func(r *toy.Round) string { return card.Write(r.Stock) }},
		[]promise.Promise{promise.Prints},
	},
	"a bot remembers": {
		bug{rate: func() func(any, engine.Move) int {
			n := 0
			return func(any, engine.Move) int { n++; return n * n % 7 }
		}()},
		[]promise.Promise{promise.Bots},
	},
}

// hunt looks for a breach in a few matches.
func hunt(c promise.Checker, packs string) error {
	for _, check := range []func(promise.Case) error{c.Match, c.Trace} {
		for n := range 12 {
			from := promise.Case{
				Seats: 2 + n%3, Players: promise.Players(n % 3), Rounds: 2, Every: 3, Options: engine.Options{"packs": packs},
				Seed: engine.Seed{}.Derive("hunt", n),
			}
			if err := check(from); err != nil {
				return err
			}
		}
	}
	return nil
}

// What holds for different cards is found where there are two of each, too.
var packs = []string{"1", "2"}

func TestPlantedBugsAreFound(t *testing.T) {
	for name, plant := range plants {
		for _, n := range packs {
			t.Run(name+", packs: "+n, func(t *testing.T) {
				err := hunt(promise.Checker{Game: planted{bug: plant.bug}, Longest: 200}, n)
				var b *promise.Breach
				if !errors.As(err, &b) || !slices.Contains(plant.want, b.Promise) {
					t.Errorf("found %v, want a breach of %v", err, plant.want)
				}
			})
		}
	}
}

func TestNothingIsFoundWhereNothingIsPlanted(t *testing.T) {
	for _, n := range packs {
		if err := hunt(promise.Checker{Game: planted{}}, n); err != nil {
			t.Error(err)
		}
	}
}

// A page is held to the same as a view.
func TestALeakingPageIsFound(t *testing.T) {
	page := func(v engine.MatchView, moves []engine.Move) []byte {
		return fmt.Appendf(nil, "%+v %v", v.Round, moves)
	}
	// The view hides a field from JSON, and the page prints it.
	leaking := planted{bug: bug{view: peek(func(r *toy.Round, s engine.Seat) any { return struct{ card card.Card }{other(r, s)[0]} })}}
	for _, n := range packs {
		if err := hunt(promise.Checker{Game: toy.Game{}, Render: page}, n); err != nil {
			t.Error(err)
		}
		err := hunt(promise.Checker{Game: leaking, Render: page}, n)
		var b *promise.Breach
		if !errors.As(err, &b) || b.Promise != promise.Views {
			t.Errorf("found %v", err)
		}
	}
}
