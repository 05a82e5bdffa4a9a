package knock

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// How a round ends, as in Result.How.
const (
	HowVoid            = "void"
	HowKnock           = "knock"
	HowZero            = "knock_zero"
	HowRunOfSevenJoker = "run_of_seven_joker"
	HowRunOfSeven      = "run_of_seven"
	HowRunCounted      = "run_of_seven_counted" // in a duplicate match, which no round ends
)

// Points beside the cards left over (rule 15): the higher applies alone.
const (
	zeroBonus  = -10 // no card left over
	sevenBonus = -25 // one run of seven with the joker
	wholeBonus = -50 // one run of seven without the joker, in a duplicate match
)

// ending scores a knock: own is what the knocker holds beside the knock card.
func (r *rules) ending(knocker engine.Seat, thrown card.Card, own meld.Hand, melds []meld.Meld, other meld.Hand) *End {
	melds = inOrder(melds)
	own = without(own, melds...)
	answer := r.reply(other, melds, own != 0 || r.layOff)
	end := &End{Knocker: knocker, KnockCard: thrown, How: HowKnock}
	mine := Shown{Melds: writtenMelds(melds), Left: own.Cards(), Values: r.each(own), LeftValue: r.Value(own)}
	theirs := Shown{
		Melds: writtenMelds(answer.melds), LaidOff: answer.laid,
		Left: answer.left.Cards(), Values: r.each(answer.left), LeftValue: answer.value,
	}
	whole, natural := r.runOfSeven(melds)
	switch {
	case whole && natural && r.duplicate:
		end.How = HowRunCounted
	case whole && natural:
		end.How = HowRunOfSeven
	case whole:
		end.How = HowRunOfSevenJoker
	case own == 0:
		end.How = HowZero
	}
	end.Hands[knocker], end.Hands[1-knocker] = mine, theirs
	r.count(end, answer.left == 0 && len(answer.laid) == 0)
	return end
}

// count adds up a knock of which it is known how it was made and what is left: points and bonuses. The opponent is bare
// who has all cards in combinations of their own.
func (r *rules) count(e *End, bare bool) {
	mine, theirs := &e.Hands[e.Knocker], &e.Hands[1-e.Knocker]
	switch {
	case e.How == HowRunOfSeven:
		return
	case e.How == HowRunCounted:
		mine.Bonus = wholeBonus
	case e.How == HowRunOfSevenJoker:
		mine.Bonus = sevenBonus
	case e.How == HowZero:
		mine.Bonus = zeroBonus
	case theirs.LeftValue < mine.LeftValue:
		mine.Bonus = r.undercut
	}
	if r.defender && bare {
		theirs.Bonus = zeroBonus
	}
	e.Points[e.Knocker] = mine.LeftValue + mine.Bonus
	e.Points[1-e.Knocker] = theirs.LeftValue + theirs.Bonus
}

// without are the cards of a hand that are in none of the melds.
func without(own meld.Hand, melds ...meld.Meld) meld.Hand {
	for _, m := range melds {
		own &^= m.Natural
		if m.As != card.Unknown {
			own = own.Without(joker)
		}
	}
	return own
}

// each lists the values of cards left over, in the order of Cards.
func (r *rules) each(left meld.Hand) (values []int) {
	for _, c := range left.Cards() {
		values = append(values, r.Worth(c))
	}
	return values
}

func writtenMelds(melds []meld.Meld) [][]engine.Word {
	list := make([][]engine.Word, len(melds))
	for i, m := range melds {
		list[i] = words(m)
	}
	return list
}

// void ends a round that cannot go on: nobody scores.
func (r *rules) void(hands [seats]meld.Hand) *End {
	end := &End{How: HowVoid, Knocker: engine.Nobody}
	for s, hand := range hands {
		end.Hands[s] = Shown{Left: hand.Cards(), Values: r.each(hand), LeftValue: r.Value(hand)}
	}
	return end
}

// result is what the end means for the match. Fewer points win the round.
func (e *End) result() engine.Result {
	points := slices.Clone(e.Points[:])
	return engine.Result{
		How: e.How, Points: points, By: e.Knocker, Wins: e.How == HowRunOfSeven,
		Winner: engine.Only(points, slices.Min(points)), Loser: engine.Only(points, slices.Max(points)),
	}
}

// cards are the cards shown, in own combinations or laid off.
func (s Shown) cards() []card.Card {
	var cards []card.Card
	for _, m := range s.Melds {
		for _, w := range m {
			cards = append(cards, w.Card)
		}
	}
	for _, l := range s.LaidOff {
		cards = append(cards, l.Card.Card)
	}
	return cards
}
