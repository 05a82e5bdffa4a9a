package proof

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/shuffle"
)

// A Deal is how a round was dealt.
type Deal struct {
	Round  int // from 1
	Dealer engine.Seat
	Pack   []card.Card // before it is shuffled
	Order  []card.Card // after
	Piles  []Pile      // but the stock, which is what is left
}

// A Pile is what a hand, or a pile on the table, got of the pack.
type Pile struct {
	Place engine.Place
	Cards []card.Card
	At    []int // their places in the order, from 0
}

// Deals are the deals of a match that was played again.
func (r Record) Deals(match *engine.Match) ([]Deal, error) {
	from, err := r.Source()
	if err != nil {
		return nil, err
	}
	var deals []Deal
	for _, score := range match.Rounds() {
		deals = append(deals, Deal{Round: score.Number, Dealer: score.Dealer})
	}
	if match.Number() > len(deals) {
		deals = append(deals, Deal{Round: match.Number(), Dealer: match.Dealer()})
	}
	for i := range deals {
		setup := engine.Setup{
			Seats: match.Seats(), Dealer: deals[i].Dealer, Options: match.Options(),
			Seed: from.Derive("round", deals[i].Round),
		}
		if err := deals[i].deal(match.Game(), setup); err != nil {
			return nil, err
		}
	}
	return deals, nil
}

// tries are the packs by which the place of each card is found: whatever lies at a place of the pack comes to the same
// pile in every deal.
const tries = 64

func (d *Deal) deal(game engine.Game, setup engine.Setup) error {
	setup.Told = func(pack, order []card.Card) { d.Pack, d.Order = slices.Clone(pack), slices.Clone(order) }
	round, err := game.Deal(setup)
	if err != nil {
		return err
	}
	setup.Told = nil
	piles := round.Piles(nil)
	may := make([][]bool, len(d.Order)) // by place and pile: the card may have gone there
	for at := range may {
		may[at] = slices.Repeat([]bool{true}, len(piles))
	}
	for try := range tries {
		order := slices.Clone(d.Pack)
		shuffle.Cards(order, engine.Seed{}.Derive("place", try))
		setup.Pack = slices.Clone(order)
		round, err := game.Deal(setup)
		if err != nil {
			return err
		}
		for i, pile := range round.Piles(nil) {
			for at := range order {
				may[at][i] = may[at][i] && slices.Contains(pile.Cards, order[at])
			}
		}
	}
	taken := make([]bool, len(d.Order))
	for i, pile := range piles {
		if rest(pile.Place) || len(pile.Cards) == 0 {
			continue
		}
		p := Pile{Place: pile.Place}
		for at := range may {
			if may[at][i] && !taken[at] {
				taken[at] = true
				p.Cards, p.At = append(p.Cards, d.Order[at]), append(p.At, at)
			}
		}
		d.Piles = append(d.Piles, p)
	}
	return nil
}

// rest reports that a place is that of the cards which nobody got.
func rest(p engine.Place) bool {
	return p.Kind == engine.Draw || p.Kind == engine.Stock && p.Owner == 0
}
