// Package palace is Palace, in Brazil Palácio: a game of the Shithead family for two
// to five, in which one gets rid of a hand, then of cards that lie open, then of
// cards that nobody has seen. A [Round] is one deal, from the exchange to its
// result; [engine.Match] makes a match of rounds.
//
// The rules below are numbered, and each number has its subtest in TestRules. The
// sign § names the place in the club's rules that a rule follows, a clarification
// is one of those at their end; where they say two things or nothing, the decision
// is ours and is given with its reason.
//
// # The rules
//
//  1. Two or three players with one pack of 52, four or five with two packs
//     shuffled together. Equal cards are interchangeable. (§1.2, §4 no. 20)
//  2. From the dealer's left, one at a time: three cards face down, three face up
//     onto them, three for the hand. The rest is the draw pile. (§1.2)
//  3. In the exchange all players at once may swap a card of the hand for one of
//     their own face-up cards, one for one and again and again, until they say that
//     they are ready. Face-down cards are neither touched nor seen. (§1.3, §4 no. 8
//     and 9, clarification 12)
//  4. When all are ready the next card of the draw pile begins the discard pile; a
//     two or a ten stays there without effect, and another is laid on it. (§1.4, §4
//     no. 7, clarification 14)
//  5. The player left of the dealer begins, and play is clockwise. (§1.5, §4 no. 10)
//  6. From low to high: 3 4 5 6 7 8 9 T J Q K A 2. On the pile goes what is as high
//     as its top card or higher, on an empty pile anything. Suits never matter.
//     (§2.2, §4 no. 30)
//  7. Who has a hand plays from it: one card or several of one rank. (§2.1, §2.3)
//  8. A two goes on anything, and anything goes on a two. The turn passes as ever.
//     (§2.2, §4 no. 19)
//  9. A ten goes on anything and burns the pile: all of it is out of the round, and
//     the same player has another whole turn, on an empty pile. (§2.4, §4 no. 1, 5,
//     21 and 26)
//  10. Four or more equal cards in one play do the same. They must be legal to begin
//     with, and four that come together in several plays burn nothing. (§2.4, §4 no.
//     2 to 4)
//  11. After a play from the hand, and before another turn, the hand is filled up to
//     three while the draw pile lasts. (§2.4, §4 no. 6, 23 and 24)
//  12. Who has no legal card takes the whole discard pile; who has one may not. That
//     ends the turn, and the next player begins a new pile. Nothing is drawn. (§2.3,
//     §4 no. 12, 13 and 22)
//  13. Without a hand, and then the draw pile is empty, one plays from the open row,
//     one card at a time. If none of them is legal the pile is taken, and the row
//     stays as it is. (§2.1, §2.3, §4 no. 14 to 18)
//  14. Without hand and row one turns over a face-down card. If it is legal it is
//     played; if not, it goes to the hand with the pile. (§2.3)
//  15. Who has no card left after a play has won the round, which ends at once; that
//     may be a two, a ten or a four that burns. It goes before another turn. (§2.4,
//     §3.1, §4 no. 25 and 28)
//  16. From the play after the one that emptied the draw pile plays, cards turned over
//     and piles taken are counted. After 300 the round is blocked: who has fewest
//     cards wins it; when several have, it is void. (§2.5, §3.1, clarification 1)
//  17. The winner of a round scores 1, the others nothing. Who has 2 wins the match.
//     (§3.1, §3.2, clarification 13)
//  18. Who deals first is random; after that the deal goes clockwise, after a void
//     round too. (§1.2, §4 no. 11)
//  19. A hand is seen by its owner alone, face-down cards and the draw pile by nobody.
//     Rows, the discard pile and what is turned over are seen by all. When the round
//     is over everybody sees everything but the draw pile. (§5)
//  20. For a player who is away the program is ready, plays the lowest legal card by
//     itself, twos and tens last, or takes the pile, or turns over the first
//     face-down card. Who leaves for good is played for like that and wins nothing;
//     of two players the other has won. (§2.6)
//
// # House rules
//
// Options, with their values, the default first (§7):
//
//	quad_across_plays     off on         on: four equal cards on top burn the pile however
//	                                     they came together, the starter card included
//	                                     (clarification 2)
//	voluntary_take        off on         on: who could play may take a pile that is not empty
//	scoring               wins placement
//	                                     placement: the round is played on until one player
//	                                     holds cards; the kth of n to go out scores n - k
//	seven_low             off on         on: on a seven goes a seven or lower, a two, and a ten
//	                                     whatever ten_on_any says (clarification 4)
//	faceup_multi          off on         on: several equal face-up cards in one play
//	first_player          left lowest    lowest: the lowest card of a hand begins, after the
//	                                     exchange; of equals the nearest to the dealer's left
//	                                     (clarification 11)
//	target_wins           2 1 3 4 5      rounds to win, where wins are counted
//	rounds                3 1 5 7        rounds to play, where places are
//	no_finish_on_special  off on         on: a two or a ten is not legal as the last card
//	take_with_faceup      off on         on: who cannot play from the row takes one of its
//	                                     cards with the pile (clarification 7)
//	choose_palace         off on         on: the six open cards and cards of the hand are to
//	                                     choose the row from; the exchange lets everybody do
//	                                     that anyway (clarification 8)
//	eight_skips           off on         on: each eight skips a player (clarification 5)
//	ten_on_any            on off         off: a ten goes where its rank goes
//	quad_ignores_top      off on         on: four at once go on anything (clarification 3)
//	block_after           300 150 600    plays after which a round is blocked
//	dealer                rotate winner loser
//	                                     of the round deals the next; the loser has most
//	                                     cards left or is last, and after a tie or a void
//	                                     round the deal rotates (clarification 9)
//
// Where the rules are silent: nobody is skipped twice by the eights of one play, so
// that the same player goes on when they are more than the others, as clarification
// 5 has it for two. Where there is nothing to take (clarification 6) no face-up card
// goes with it. Swaps, and face-up cards that go with the pile, are listed one by
// one, those of equal rank, too: only plays of equal cards are the same choice.
//
// An invisible rank, the blind chance and jokers are not offered.
package palace
