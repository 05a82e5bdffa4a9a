// Package knock is Knock, in Brazil Bater: a game of the Chinchón family for two,
// in which the cards that fit nowhere count against their holder. A [Round] is one deal,
// from the first card to its result; [engine.Match] makes a match of rounds.
//
// The rules below are numbered, and each number has its subtest in TestRules. The
// sign § names the place in the club's rules that a rule follows, a clarification
// is one of those at their end; where they say two things or nothing, the decision
// is ours and is given with its reason.
//
// # The rules
//
//  1. Two players, one pack of 52. Seven cards each are dealt one at a time, the
//     non-dealer first; the next is turned up as the first discard, and 37 are the
//     stock. The non-dealer begins. (§1.1, §1.2)
//  2. A set is three or four cards of a rank. A run is three to seven of a suit in
//     a row, the ace below the two and nowhere else: no queen, king, ace. A card is
//     in one combination at most. (§1.3)
//  3. The ace of diamonds is the joker. It stands for any one card, even for one
//     that is held elsewhere or in the same hand, and a set has four cards at most
//     with it, too. It is never an ordinary ace: in its own place it still counts
//     as the joker. (§1.3, §4 no. 5 to 7, clarification 2)
//  4. Cards left over count their pips, an ace 1, jack, queen and king their place
//     in the pack, 11, 12 and 13, and the joker 25. Deadwood is their sum. (§1.4, §4
//     no. 2 to 5: the text lists "jack, king bed", a queen mistranslated, and says
//     "equal to the number")
//  5. A turn is one card drawn, then one discarded face up; or instead of that a
//     knock. Nobody else moves. (§2)
//  6. The card drawn is the next of the stock, which only its owner sees, or the
//     top of the discard pile, which everybody knows, be it the joker. (§1.2 no. 4,
//     §2, §4 no. 23 and 27)
//  7. The card just taken from the discard pile may not leave the hand in the same
//     turn, face up or face down. (§2, §4 no. 24: as gin and rummy have it)
//  8. After drawing a player may knock: one card is laid face down, and the other seven must
//     have deadwood of 3 or less. It may be done in the first turn and need not be
//     done at all. (§2, §4 no. 1: the text allows 7 in one sentence and 3 in
//     another, and with 3 a knock breaks neither)
//  9. The knocker may choose combinations, and what the joker stands for: they must
//     be combinations of the seven cards, and what they leave over must be within
//     the limit. A refused knock changes nothing. (§2.2, clarification 5)
//  10. When a player draws from the empty stock, the discard pile but its top card is
//     shuffled into a new one, three times in a round at most. (§2.1)
//  11. When a turn begins and the stock is empty and cannot be renewed, the round is
//     void, even if the top discard could be taken: nobody scores. (§2.1,
//     clarification 1)
//  12. A knock without combinations is arranged by the program, without a look at the
//     opponent's cards: the least deadwood; with none a natural run of seven, then
//     one with the joker; then the fewest different cards that the opponent could
//     have and add; then the joker as the highest rank; then the first as written.
//     (§2.2, clarifications 3 and 4)
//  13. The opponent may lay cards off on the knocker's combinations if the knocker
//     has cards left over, and only then: on a set the missing suit, on a run the
//     next card at either end, again and again, even beyond seven. A joker of the
//     knocker keeps its place: in a run nobody lays the card that it stands for.
//     The opponent's own may be laid off as any card that fits. The knocker lays
//     nothing off. (§2.3, clarification 6)
//  14. The opponent's combinations and the cards laid off are chosen by the program,
//     so that the least is left over. (§2.3: showing is voluntary and never harms)
//  15. Both add the cards they have left over. A knocker without any adds -10 instead, or
//     -25 if the seven are one run with the joker; the higher bonus alone applies.
//     The knock card counts for nobody, and an opponent who has less than the
//     knocker, or nothing, gets no bonus. Totals may fall below zero. (§3.1, §4 no.
//     12 and 16 to 19)
//  16. A knocker whose seven cards are one run without the joker wins the match on
//     the spot, and nobody's points change. (§3.1, clarification 11)
//  17. After a round in which a total has reached 100, exactly 100 included, the
//     match is over: the lower total wins, equal totals are a draw. (§3.2)
//  18. The first dealer is chosen at random; after that the deal alternates, after a
//     void round too. (§1.2)
//  19. Only its owner sees a hand, its deadwood, and whether a knock is possible.
//     Others see how many cards there are, and which of them were taken from the
//     discard pile. When the round is over everybody sees everything but the stock.
//     (§5, clarification 10)
//  20. For a player who is away the program draws from the stock and discards that
//     card; it never knocks. A player who leaves for good loses the match. (§2.4)
//
// # House rules
//
// Options, with their values, the default first (§7):
//
//	knock_limit           3 5 7 0        deadwood with which one may knock; with 0 only
//	                                     without cards left over
//	target_score          100 50 150     the total that ends the match
//	court_values          index ten      jack, queen, king 11, 12, 13 or 10 each
//	first_turn_knock      on off         off: nobody knocks before both have had a turn
//	layoff_vs_zero        off on         on: rule 13 even if the knocker has nothing left over
//	defender_bonus        off on         on: -10 for an opponent who has nothing left over
//	                                     and laid nothing off
//	undercut              0 10           for a knocker with cards left over whose opponent
//	                                     has less left over (clarification 8)
//	floor_zero            off on         on: totals do not fall below zero
//	natural_ad            off on         on: in its own place AD is no joker for rule 16
//	max_reshuffles        3 0 1 5        how often the stock is renewed in a round
//	allow_redraw_discard  off on         on: rule 7 does not apply
//	single_leftover       off on         on: at most one card is left over when knocking
//	                                     (clarification 7)
//	dealer                alternate loser winner
//	                                     of the round deals the next: who scored fewer
//	                                     points has won it; after equal points and void
//	                                     rounds the deal alternates (clarification 9)
//
// A smaller pack and a reply made by hand are not offered. Known by name are the
// Spanish style (5, one card left over at most, not in the first turn), the
// Argentine one (7) and the quick match (7, to 50).
//
// # Duplicate deals
//
// In a duplicate match ([engine.Duplicate]) the stock is dealt out into a line of draws for each seat (engine.Lines),
// again whenever it is renewed, and no total ends the match. A run of seven without the joker does not win it either:
// it counts -50, twice as much as one with the joker, because the other tables play on. (Not in the source, which knows
// no duplicate deals.)
package knock
