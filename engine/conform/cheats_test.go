package conform_test

import (
	"encoding/json"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/conform"
	"carteado/engine/enginetest/toy"
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

// afterwards lets something happen behind a move.
func afterwards(f func(r *toy.Round, s engine.Seat, m engine.Move, events []engine.Event)) func(*toy.Round, engine.Seat,
	*engine.Move, *engine.Log) {
	return func(r *toy.Round, s engine.Seat, m *engine.Move, log *engine.Log) {
		if log == nil {
			log = new(engine.Log)
		}
		before := len(log.Events)
		r.Make(s, m, log)
		f(r, s, *m, log.Events[before:])
	}
}

// drawn is the card that came last to a hand.
func drawn(r *toy.Round, s engine.Seat) card.Card { return r.Hands[s][len(r.Hands[s])-1] }

var plants = map[string]struct {
	bug  bug
	want []conform.Promise // any of these
}{
	"a view shows another's card": {
		bug{view: peek(func(r *toy.Round, s engine.Seat) any { return other(r, s)[0] })},
		[]conform.Promise{conform.Views},
	},
	"a spectator sees a hand": {
		bug{view: func(r *toy.Round, s engine.Seat) any { return r.View(max(s, 0)) }},
		[]conform.Promise{conform.Views},
	},
	"a view shows the next card of the stock": {
		bug{view: peek(func(r *toy.Round, _ engine.Seat) any { return r.Stock[0] })},
		[]conform.Promise{conform.Views},
	},
	"a view is changed, and the round with it": {
		bug{view: func(r *toy.Round, s engine.Seat) any {
			v := r.View(s).(toy.View)
			v.Discard = r.Discard
			return v
		}},
		[]conform.Promise{conform.Views},
	},
	"a view tells whether another can win": {
		bug{view: peek(func(r *toy.Round, s engine.Seat) any { return lowest(other(r, s)).Rank() == card.Ace })},
		[]conform.Promise{conform.Views},
	},
	"the order of a list depends on a hidden card": {
		bug{view: peek(func(r *toy.Round, s engine.Seat) any {
			seats := []int{0, 1}
			if lowest(r.Hands[0]) > lowest(r.Hands[1]) {
				slices.Reverse(seats)
			}
			return seats
		})},
		[]conform.Promise{conform.Views},
	},
	"a pile of a kind that has no row is shown": {
		bug{cards: func(r *toy.Round) []engine.Pile {
			piles := r.Piles(nil)
			piles[1].Place = engine.In(engine.PileKind(99))
			return piles
		}},
		[]conform.Promise{conform.Views},
	},
	"a list is empty or absent by a hidden card": {
		bug{view: peek(func(r *toy.Round, s engine.Seat) any {
			if other(r, s)[0].Suit() == card.Hearts {
				return []int{}
			}
			return []int(nil)
		})},
		[]conform.Promise{conform.Views},
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
		[]conform.Promise{conform.Views, conform.Refusals},
	},
	"a refusal depends on a hidden card": {
		bug{breaks: func(r *toy.Round, s engine.Seat, m *engine.Move) string {
			if slices.Contains(other(r, s), m.Card()) {
				return "toy.not_yours"
			}
			return r.Breaks(s, m)
		}},
		[]conform.Promise{conform.Views},
	},
	"a refusal counts hidden cards": {
		bug{explain: func(r *toy.Round, s engine.Seat) map[string]int {
			return map[string]int{"left": other(r, max(s, 0))[0].Rank()}
		}},
		[]conform.Promise{conform.Views},
	},
	"the automatic move depends on a hidden card": {
		bug{auto: func(r *toy.Round, s engine.Seat) engine.Move {
			moves := r.Legal(s, nil)
			return moves[int(other(r, s)[0])%len(moves)]
		}},
		[]conform.Promise{conform.Views},
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
		}, breaks: func(r *toy.Round, s engine.Seat, m *engine.Move) string {
			seats := r.ToMove()
			if r.Phase == toy.Swap && len(seats) > 1 && seats[0] == s && lowest(r.Hands[s]).Rank() == card.Ace {
				return engine.RuleNotYourTurn
			}
			return r.Breaks(s, m)
		}},
		[]conform.Promise{conform.Views, conform.Traces},
	},
	"a count kept in the round tells of a hidden card": {
		bug{
			// Left is stored; one more means that the hidden card was low.
			made: afterwards(func(r *toy.Round, s engine.Seat, m engine.Move, _ []engine.Event) {
				if m.Verb == "swap" && drawn(r, s).Rank() < 4 {
					r.Left += len(r.Hands)
				}
			}),
		},
		[]conform.Promise{conform.Traces},
	},
	"a drawn card is told to all": {
		bug{made: afterwards(func(r *toy.Round, s engine.Seat, m engine.Move, events []engine.Event) {
			if m == engine.NewMove("draw").At(engine.In(engine.Stock)) {
				events[0].Cards = []engine.Word{{Card: drawn(r, s)}}
			}
		})},
		[]conform.Promise{conform.Events, conform.Traces},
	},
	"an event carries another's secret": {
		bug{made: afterwards(func(r *toy.Round, s engine.Seat, m engine.Move, events []engine.Event) {
			events[0].Secret = other(r, s)[:1]
		})},
		[]conform.Promise{conform.Events, conform.Traces},
	},
	"an event counts what is hidden": {
		bug{made: afterwards(func(r *toy.Round, s engine.Seat, m engine.Move, events []engine.Event) {
			if m.Verb == "draw" {
				events[0].N = drawn(r, s).Rank()
			}
		})},
		[]conform.Promise{conform.Traces},
	},
	"whether an event is open depends on a hidden card": {
		bug{made: afterwards(func(r *toy.Round, s engine.Seat, m engine.Move, events []engine.Event) {
			events[0].Open = m.Verb != "draw" || drawn(r, s).Suit() != card.Spades
		})},
		[]conform.Promise{conform.Traces},
	},
	"a card is lost": {
		bug{made: afterwards(func(r *toy.Round, _ engine.Seat, m engine.Move, _ []engine.Event) {
			if m.Verb == "discard" {
				r.Discard = r.Discard[1:]
			}
		})},
		[]conform.Promise{conform.Cards},
	},
	"a card is doubled": {
		bug{cards: func(r *toy.Round) []engine.Pile {
			piles := r.Piles(nil)
			if r.Taken != card.Unknown {
				piles[1].Cards = append(slices.Clone(piles[1].Cards), r.Taken)
			}
			return piles
		}},
		[]conform.Promise{conform.Cards},
	},
	"a move is listed twice": {
		bug{legal: func(r *toy.Round, s engine.Seat) []engine.Move {
			moves := r.Legal(s, nil)
			return append(moves, moves[:min(1, len(moves))]...)
		}},
		[]conform.Promise{conform.Moves},
	},
	"the order of moves changes": {
		bug{legal: func(r *toy.Round, s engine.Seat) []engine.Move {
			moves := r.Legal(s, nil)
			if r.Left%2 == 0 {
				slices.Reverse(moves)
			}
			return moves
		}},
		[]conform.Promise{conform.Moves},
	},
	"a listed move is refused": {
		bug{breaks: func(r *toy.Round, s engine.Seat, m *engine.Move) string {
			if m.Card().Rank() == 7 {
				return "toy.no_sevens"
			}
			return r.Breaks(s, m)
		}},
		[]conform.Promise{conform.Moves},
	},
	"a move cannot be written": {
		bug{legal: func(r *toy.Round, s engine.Seat) []engine.Move {
			moves := r.Legal(s, nil)
			for i := range moves {
				moves[i].Verb = "Play"
			}
			return moves
		}},
		[]conform.Promise{conform.Moves},
	},
	"an unlisted move is accepted": {
		bug{breaks: func(r *toy.Round, s engine.Seat, m *engine.Move) string {
			if slices.Contains(r.ToMove(), s) && m.Verb == "fly" {
				return ""
			}
			return r.Breaks(s, m)
		}},
		[]conform.Promise{conform.Refusals},
	},
	"a refused move changes the round": {
		bug{breaks: func(r *toy.Round, s engine.Seat, m *engine.Move) string {
			rule := r.Breaks(s, m)
			if rule != "" && len(r.Discard) > 1 {
				r.Discard[0], r.Discard[1] = r.Discard[1], r.Discard[0]
			}
			return rule
		}},
		[]conform.Promise{conform.Refusals},
	},
	"a move out of turn is accepted": {
		bug{breaks: func(r *toy.Round, s engine.Seat, m *engine.Move) string {
			if r.Phase == toy.Draw && s >= 0 {
				s = r.Turn
			}
			return r.Breaks(s, m)
		}, made: func(r *toy.Round, s engine.Seat, m *engine.Move, log *engine.Log) {
			if r.Phase == toy.Draw {
				s = r.Turn
			}
			r.Make(s, m, log)
		}},
		[]conform.Promise{conform.OutOfTurn},
	},
	"who is not to move has moves": {
		bug{legal: func(r *toy.Round, s engine.Seat) []engine.Move {
			if r.Phase == toy.Drop {
				return r.Legal(r.Turn, nil)
			}
			return r.Legal(s, nil)
		}},
		[]conform.Promise{conform.Turns},
	},
	"nobody is to move and nothing is over": {
		bug{result: func(r *toy.Round) (engine.Result, bool) { return engine.Result{}, false }},
		[]conform.Promise{conform.Turns},
	},
	"a result lacks a seat": {
		bug{result: func(r *toy.Round) (engine.Result, bool) {
			result, over := r.Result()
			return engine.Result{How: result.How, Points: result.Points[:min(1, len(result.Points))]}, over
		}},
		[]conform.Promise{conform.Turns},
	},
	"the round never ends": {
		bug{made: afterwards(func(r *toy.Round, _ engine.Seat, m engine.Move, _ []engine.Event) {
			if r.Left == 1 && m.Verb == "discard" {
				r.Left = 2
				r.Stock = append(r.Stock, r.Discard[:len(r.Discard)-1]...)
				r.Discard = r.Discard[len(r.Discard)-1:]
			}
		})},
		[]conform.Promise{conform.Ends},
	},
	"a reloaded round differs": {
		bug{load: func(r *toy.Round) { r.Taken = card.Unknown }},
		[]conform.Promise{conform.Reload},
	},
	"a reloaded round has its cards in another order": {
		bug{load: func(r *toy.Round) { slices.Sort(r.Stock) }},
		[]conform.Promise{conform.Reload},
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
		[]conform.Promise{conform.Reload},
	},
	"a copy is not a copy": {
		bug{clone: func(r *toy.Round) *toy.Round { c := *r; return &c }},
		[]conform.Promise{conform.Refusals, conform.Moves},
	},
	"a round prints its cards": {
		bug{printed: func(r *toy.Round) string { return card.Write(r.Stock) }},
		[]conform.Promise{conform.Prints},
	},
	"a bot remembers": {
		bug{rate: func() func(any, engine.Move) int {
			n := 0
			return func(any, engine.Move) int { n++; return n * n % 7 }
		}()},
		[]conform.Promise{conform.Bots},
	},
}
