package huangdi

import (
	"cmp"
	"encoding/json"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/shuffle"
)

// stored is a round as rows keep it. It holds hidden cards, and the seed of later
// shuffles. The direction of a wall and its reverse cards follow from its cards.
type stored struct {
	Options  engine.Options  `json:"options"`
	Seed     string          `json:"seed"` // in hexadecimal
	Dealer   engine.Seat     `json:"dealer"`
	Turn     engine.Seat     `json:"turn"`
	Over     string          `json:"over,omitempty"`  // how
	Draw     []card.Card     `json:"draw"`            // next card first
	Lines    []int           `json:"lines,omitempty"` // of the draw pile, by seat, in a duplicate round
	Walls    [][]engine.Word `json:"walls"`           // by place
	Stocks   [][]card.Card   `json:"stocks"`          // by seat
	Hands    [][]card.Card   `json:"hands"`
	Discards [][][]card.Card `json:"discards"` // by seat and pile
	Borrowed []bool          `json:"borrowed"`
	Built    bool            `json:"built"` // a card, in this turn
	Quiet    uint8           `json:"quiet"` // turns in a row without a card built
	Empty    uint8           `json:"empty"` // turns in a row that ended for lack of cards
	Shuffles uint16          `json:"shuffles"`
}

// MarshalJSON writes the round for storage.
func (r *Round) MarshalJSON() ([]byte, error) {
	s := stored{
		Options: r.rules.options, Seed: r.seed.Hex(), Dealer: r.dealer, Turn: r.turn[0],
		Draw: r.drawn([]card.Card{}), Lines: r.lines.Counts(), Built: r.built, Quiet: r.quiet,
		Empty: r.empty, Shuffles: r.shuffles,
	}
	if r.over != playing {
		s.Over = r.how()
	}
	for w := range r.rules.walls {
		s.Walls = append(s.Walls, r.words(r.walls[w].cards))
	}
	for seat := range r.seats {
		s.Stocks = append(s.Stocks, r.list(r.stocks[seat]))
		s.Hands = append(s.Hands, r.hands[seat].list())
		s.Discards = append(s.Discards, r.openPiles(engine.Seat(seat)))
		s.Borrowed = append(s.Borrowed, r.borrowed&(1<<seat) != 0)
	}
	return json.Marshal(s)
}

// words are the cards of a wall, jokers with what they stand for.
func (r *Round) words(p pile) []engine.Word {
	words := make([]engine.Word, p.n)
	for s, i := p.top, len(words)-1; i >= 0; s, i = r.next[s], i-1 {
		words[i] = r.word(s)
	}
	return words
}

// openPiles are the discard piles of a seat.
func (r *Round) openPiles(s engine.Seat) [][]card.Card {
	piles := make([][]card.Card, r.rules.piles)
	for p := range piles {
		piles[p] = r.list(r.discards[s][p])
	}
	return piles
}

// Load reads what MarshalJSON wrote. It refuses a wrong number of cards and
// positions that no play leads to.
func (Game) Load(data []byte) (engine.Round, error) {
	return engine.LoadRound(info, data, (*stored).round)
}

func (s *stored) round() (*Round, error) {
	seats := len(s.Hands)
	if seats < minSeats || seats > maxSeats || len(s.Stocks) != seats || len(s.Discards) != seats ||
		len(s.Borrowed) != seats {
		return nil, engine.ErrPosition
	}
	rules, err := newRules(s.Options, seats)
	if err != nil {
		return nil, err
	}
	seed, err := shuffle.ParseSeed(s.Seed)
	if err != nil {
		return nil, err
	}
	over, ok := map[string]ending{"": playing, HowOut: out, HowBlocked: blocked}[s.Over]
	if !ok || s.count() > rules.deck || len(s.Walls) != rules.walls {
		return nil, engine.ErrPosition
	}
	lines, err := engine.ReadLines(s.Lines, s.Options, seats, len(s.Draw))
	if err != nil {
		return nil, err
	}
	r := setting{Round: &Round{rules: rules, seats: uint8(seats), lines: lines}}
	r.seed, r.dealer, r.turn[0], r.over = seed, s.Dealer, s.Turn, over
	r.built, r.quiet, r.empty, r.shuffles = s.Built, s.Quiet, s.Empty, s.Shuffles
	for seat := range seats {
		if len(s.Hands[seat]) > handSize || len(s.Stocks[seat]) > rules.stock || len(s.Discards[seat]) != rules.piles {
			return nil, engine.ErrPosition
		}
		for _, c := range s.Hands[seat] {
			r.hands[seat].gain(r.add(c))
		}
		r.pile(&r.stocks[seat], s.Stocks[seat])
		for p := range rules.piles {
			r.pile(&r.discards[seat][p], s.Discards[seat][p])
		}
		if s.Borrowed[seat] {
			r.borrowed |= 1 << seat
		}
	}
	for _, c := range s.Draw {
		r.behind(r.add(c))
	}
	for w := range s.Walls {
		if err := r.raise(&r.walls[w], s.Walls[w]); err != nil {
			return nil, err
		}
	}
	return r.Round, cmp.Or(r.err, r.sound())
}

// count is the number of cards of a stored round without the reverse cards beside
// walls, which are not stored.
func (s *stored) count() int {
	n := len(s.Draw)
	for _, wall := range s.Walls {
		n += len(wall)
	}
	for seat := range s.Hands {
		n += len(s.Hands[seat]) + len(s.Stocks[seat])
		for _, pile := range s.Discards[seat] {
			n += len(pile)
		}
	}
	return n
}

func (r *setting) pile(p *pile, cards []card.Card) {
	for _, c := range cards {
		r.push(p, r.add(c))
	}
}

// raise builds a stored wall. For each change of its direction a reverse card lies
// beside it.
func (r *setting) raise(w *wall, cards []engine.Word) error {
	for _, word := range cards {
		stands := word.Card
		if word.Card == card.Joker {
			stands = word.As
		}
		if word != (engine.Word{Card: word.Card, As: word.As}) ||
			(word.Card == card.Joker) != (word.As != card.Unknown) {
			return engine.ErrPosition
		}
		number, turned := stands.Rank(), false
		switch {
		case w.state.finished() || number == 0 || number > last:
			return engine.ErrPosition
		case number == w.state.need():
		case w.state.value() != 0 && number == w.state.back():
			turned = true
			r.push(&w.reversed, r.add(card.Reverse))
		default:
			return engine.ErrPosition
		}
		r.lay(w, r.add(word.Card), number, turned)
	}
	return nil
}

// sound reports what is wrong with a position.
func (r *Round) sound() error {
	valid := func(s engine.Seat) bool { return s >= 0 && s < engine.Seat(r.seats) }
	if !valid(r.dealer) || !valid(r.turn[0]) || r.quiet > uint8(r.rules.block) || r.empty > r.seats {
		return engine.ErrPosition
	}
	var all []card.Card
	for _, pile := range r.Piles(nil) {
		all = append(all, pile.Cards...)
	}
	if !card.Same(all, r.rules.pack()) {
		return engine.ErrCards
	}
	return r.soundTurn()
}

// soundTurn checks the turn: whose it is and how it may go on.
func (r *Round) soundTurn() error {
	mover := r.turn[0]
	for s := range engine.Seat(r.seats) {
		if (r.stocks[s].n == 0) != (r.over == out && s == mover) {
			return engine.ErrPosition
		}
	}
	for w := range r.walls {
		if r.walls[w].state.finished() && r.over != out {
			return engine.ErrPosition
		}
	}
	ended := int(r.quiet) >= r.rules.block || r.empty >= r.seats
	switch {
	case ended != (r.over == blocked),
		r.built && (r.quiet > 0 || r.empty > 0), r.empty > r.quiet,
		r.borrowed&(1<<mover) != 0, r.borrowed != 0 && (!r.built || !r.rules.borrow),
		r.over == playing && r.hands[mover].n == 0 && r.canDraw():
		return engine.ErrPosition
	}
	return nil
}

// canDraw reports that there is a card to be drawn.
func (r *Round) canDraw() bool {
	if r.draw.n > 0 {
		return true
	}
	for s := range r.seats {
		for _, p := range r.discards[s] {
			if r.rules.recycle && p.n > 1 {
				return true
			}
		}
	}
	return false
}
