// Package knowledge says what a seat can know of where the cards of a round lie, and which
// cards could be exchanged without that seat noticing. It serves two sides that never meet:
//
//   - A [Memory] is built from a seat's view and the events that the seat saw, and from
//     nothing else. A bot asks it for guesses: deals that fit all that its seat knows.
//   - A [Witness] follows the piles of a whole round. The promises of engine/conform use it to
//     exchange hidden cards in a real round; no player may hold one, because it knows the deal.
//
// # A memory
//
// A card that a seat cannot see is one of a group of cards that have been shuffled together.
// At the deal there is one group, all cards that the seat does not see. A new stock, shuffled
// from cards that were seen, is another: those cards are in the stock or were drawn from it,
// and in no hand that is older. When a hidden card is shown it leaves its group. A guess
// shuffles each group and deals it to the places where its cards can lie, so it costs as much
// as a deal and never has to be thrown away.
//
//	m := knowledge.Remember(pack, piles)           // as the seat's first view shows them
//	m.Follow(event)                                // most events: named cards go from pile to pile
//	m.Gather(engine.In(engine.Discard), stock, 1)  // a new stock, but for the top discard
//	m.Shuffle(stock)
//	piles = m.Guess(chance)                        // a whole deal
//
// Where equal cards leave open from which group a shown card came, those groups become one:
// the deal is always among the guesses, and some guesses are less sharp than they could be.
package knowledge
