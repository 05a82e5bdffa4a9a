package palace

import (
	"math/bits"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// A Round is one deal of Palace.
type Round struct {
	engine.Hidden

	rules *rules

	hands    [maxSeats]hand
	up, down [maxSeats][Places]card.Card
	burned   hand
	// The discard pile grows from the front, its top last; the draw pile is taken
	// from the end of the pack's length, its next card first.
	cards      [most]card.Card
	pile, draw uint8

	seats   uint8
	dealer  engine.Seat
	phase   Phase
	moving  [maxSeats]engine.Seat // the seat to move: the first awaited of them
	awaited uint8
	out     [maxSeats]uint8 // place with which a seat went out, 0 while it holds cards
	gone    uint8           // how many have gone out
	spent   int             // plays since the draw pile ran out
}

// ToMove is the seat whose turn it is; in the exchange all that are not ready.
func (r *Round) ToMove() []engine.Seat { return r.moving[:r.awaited] }

// Secret reports that the exchange is open.
func (r *Round) Secret() bool { return r.phase == PhaseExchange }

// Verbs of Palace.
const (
	verbSwap  = "swap"
	verbReady = "ready"
	verbPlay  = "play"
	verbFlip  = "flip"
	verbTake  = "take"
)

func flipAt(place int) engine.Move {
	return engine.Move{Verb: verbFlip, From: engine.Nth(engine.Down, place)}
}

// drawPile is the draw pile, its next card first.
func (r *Round) drawPile() []card.Card {
	end := packs(int(r.seats)) * kinds
	return r.cards[end-int(r.draw) : end]
}

func (r *Round) discards() []card.Card { return r.cards[:r.pile] }

// Legal appends the moves a seat chooses between. Of plays that are the same
// choice it lists the one with the first suits.
func (r *Round) Legal(s engine.Seat, moves []engine.Move) []engine.Move {
	switch {
	case r.phase == PhaseExchange && r.waitsFor(s):
		return append(r.swaps(s, moves), engine.Move{Verb: verbReady})
	case r.phase != PhasePlay || s != r.moving[0]:
		return moves
	}
	zone := r.zone(s)
	if zone == ZoneDown {
		for i, c := range r.down[s] {
			if c != card.Unknown {
				moves = append(moves, flipAt(i+1))
			}
		}
		return moves
	}
	before := len(moves)
	moves = r.following(s, zone, moves)
	if !r.unhindered() {
		plays := slices.DeleteFunc(moves[before:], func(m engine.Move) bool {
			return r.obstacle(s, rankOf(m.Card()), len(m.Words())) != ""
		})
		moves = moves[:before+len(plays)]
	}
	if can := len(moves) > before; !can || r.rules.voluntary && r.pile > 0 {
		moves = r.takes(s, zone, can, moves)
	}
	return moves
}

// waitsFor reports that a seat is to move.
func (r *Round) waitsFor(s engine.Seat) bool {
	for _, awaited := range r.ToMove() {
		if awaited == s {
			return true
		}
	}
	return false
}

func (r *Round) swaps(s engine.Seat, moves []engine.Move) []engine.Move {
	row := handOf(r.up[s][:]...)
	for own := r.hands[s].one; own != 0; own &= own - 1 {
		for up := row.one; up != 0; up &= up - 1 {
			var m *engine.Move
			moves, m = engine.Extend(moves, verbSwap, first(own))
			m.Put(first(up))
		}
	}
	return moves
}

// following appends the plays of candidates: of each rank one card, two, and so on.
func (r *Round) following(s engine.Seat, zone Zone, moves []engine.Move) []engine.Move {
	open, atOnce := r.open(s), r.atOnce(zone)
	rest := r.candidates(open)
	if open.two != 0 {
		return followingTwice(open, rest, atOnce, moves)
	}
	for ; rest != 0; rest &= rest - 1 {
		from := uint(bits.TrailingZeros64(rest)) / suits * suits
		upTo := (open.one & (rest ^ (rest - 1))) >> (from & 63) % (1 << suits)
		if laid := &laid[uint8(from<<2)|uint8(upTo)]; laid.Len() <= atOnce {
			moves, _ = engine.ExtendBy(moves, verbPlay, laid)
		}
	}
	return moves
}

// laid are the cards of a rank as one play lays them: by rank and, in the lower half, by
// their suits, a bit each.
var laid = func() (laid [256]engine.Few) {
	for at := range laid[:ranks<<suits] {
		cards := hand{one: uint64(at%(1<<suits)) << (at >> suits * suits)}
		laid[at] = engine.FewOf(cards.cards()...)
	}
	return laid
}()

// followingTwice is following for a hand that holds cards twice.
func followingTwice(open hand, rest uint64, atOnce int, moves []engine.Move) []engine.Move {
	again := open.two
	var cards [2 * suits]card.Card // of this rank, so far
	for n, last := 0, rank(ranks); rest != 0; n++ {
		c, k, bit := first(rest), lowest(rest), rest&-rest
		rest &^= bit &^ again // a card that is held twice comes once more
		again &^= bit
		if k != last {
			n, last = 0, k
		}
		if n >= atOnce {
			continue
		}
		cards[n] = c
		var m *engine.Move
		moves, m = engine.Extend(moves, verbPlay, cards[0])
		for _, c := range cards[1 : n+1] {
			m.Put(c)
		}
	}
	return moves
}

// takes appends the ways to take the pile for a seat that can play, or cannot.
func (r *Round) takes(s engine.Seat, zone Zone, can bool, moves []engine.Move) []engine.Move {
	if !r.addsUp(zone, can) {
		return append(moves, engine.Move{Verb: verbTake})
	}
	for c := range handOf(r.up[s][:]...).different() {
		moves, _ = engine.Extend(moves, verbTake, c)
	}
	return moves
}

// CopyInto copies the round.
func (r *Round) CopyInto(other engine.Round) engine.Round {
	c, ok := other.(*Round)
	if !ok {
		c = new(Round)
	}
	*c = *r
	return c
}

// Is reports that another round is the same.
func (r *Round) Is(other engine.Round) bool { return *r == *other.(*Round) }

// Auto is the move for a player who is absent: the lowest single card that is
// legal, twos and tens last; else the pile; the first face-down card.
func (r *Round) Auto(s engine.Seat) engine.Move {
	if r.phase == PhaseExchange {
		return engine.Move{Verb: verbReady}
	}
	legal := r.Legal(s, nil)
	best := 0
	for i, m := range legal {
		if dearness(m) < dearness(legal[best]) {
			best = i
		}
	}
	return legal[best]
}

// dearness orders moves for Auto, which makes the one with the least.
func dearness(m engine.Move) int {
	const several, special = 4 * ranks, 2 * ranks
	switch n := len(m.Words()); {
	case m.Verb == verbTake && n == 0:
		return several + special + ranks
	case n == 0:
		return 0 // the first place
	case n > 1:
		return several
	}
	k := rankOf(m.Card())
	if k.special() {
		return special + int(k)
	}
	return int(k)
}

// Piles lists every pile with its cards; a row has three places.
func (r *Round) Piles(room []engine.Pile) []engine.Pile {
	piles := engine.AddCards(slices.Grow(room[:0], 3+3*int(r.seats)), engine.In(engine.Stock), r.drawPile())
	piles = engine.AddCards(piles, engine.In(engine.Discard), r.discards())
	piles, burned := engine.AddPile(piles, engine.In(engine.Burned))
	burned.Cards = r.burned.append(burned.Cards)
	for s := range engine.Seat(r.seats) {
		var hand *engine.Pile
		piles, hand = engine.AddPile(piles, engine.Of(engine.Hand, s))
		hand.Cards = r.hands[s].append(hand.Cards)
		piles = engine.AddCards(piles, engine.Of(engine.Up, s), r.up[s][:])
		piles = engine.AddCards(piles, engine.Of(engine.Down, s), r.down[s][:])
	}
	return piles
}
