// Package palace is Palace, in Brazil Palácio: a game of the Shithead family for two
// to five, in which players get rid of their hand, then of cards that lie open, then
// of cards that nobody has seen. A [Round] is one deal, from the exchange to its
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
//  6. From low to high: 3 4 5 6 7 8 9 T J Q K A 2. A card goes on the pile if it is as
//     high as the top card or higher; on an empty pile anything goes. Suits never matter.
//     (§2.2, §4 no. 30)
//  7. A player with a hand plays from it: one card or several of one rank. (§2.1, §2.3)
//  8. A two goes on anything, and anything goes on a two. The turn passes as usual.
//     (§2.2, §4 no. 19)
//  9. A ten goes on anything and burns the pile: the pile is out of the round, and
//     the same player has another whole turn, on an empty pile. (§2.4, §4 no. 1, 5,
//     21 and 26)
//  10. Four or more equal cards in one play do the same. They must be legal to begin
//     with, and four that come together in several plays burn nothing. (§2.4, §4 no.
//     2 to 4)
//  11. After a play from the hand, and before another turn, the hand is filled up to
//     three while the draw pile lasts. (§2.4, §4 no. 6, 23 and 24)
//  12. A player without a legal card takes the whole discard pile; a player with one may
//     not. That ends the turn, and the next player begins a new pile. Nothing is
//     drawn. (§2.3, §4 no. 12, 13 and 22)
//  13. A player without a hand (the draw pile is empty then) plays from the open row, one
//     card at a time. If none of them is legal the pile is taken, and the row
//     stays as it is. (§2.1, §2.3, §4 no. 14 to 18)
//  14. A player without hand and row turns over a face-down card. If it is legal it is
//     played; if not, it goes to the hand with the pile. (§2.3)
//  15. A player with no card left after a play wins the round, which ends at once. The
//     last play may be a two, a ten or a four that burns: winning comes before another
//     turn. (§2.4, §3.1, §4 no. 25 and 28)
//  16. From the play after the one that emptied the draw pile plays, cards turned over
//     and piles taken are counted. After 300 the round is blocked: the player
//     with fewest cards wins it; in a tie it is void. (§2.5, §3.1, clarification 1)
//  17. The winner of a round scores 1, the others nothing. The first to have 2 wins the
//     match. (§3.1, §3.2, clarification 13)
//  18. The first dealer is chosen at random; after that the deal goes clockwise, after a void
//     round too. (§1.2, §4 no. 11)
//  19. A hand is seen by its owner alone, face-down cards and the draw pile by nobody.
//     Rows, the discard pile and what is turned over are seen by all. When the round
//     is over everybody sees everything but the draw pile. (§5)
//  20. For a player who is away the program is ready, plays the lowest legal card by
//     itself, twos and tens last, or takes the pile, or turns over the first
//     face-down card. The program plays on like that for a player who leaves for good
//     and wins nothing; of two players the other has won. (§2.6)
//
// # House rules
//
// Options, with their values, the default first (§7):
//
//	quad_across_plays     off on         on: four equal cards on top burn the pile however
//	                                     they came together, the starter card included
//	                                     (clarification 2)
//	voluntary_take        off on         on: a player who could play may take a pile
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
//	take_with_faceup      off on         on: a player who cannot play from the row takes one
//	                                     of its cards with the pile (clarification 7)
//	choose_palace         off on         on: the row is chosen from the six open cards and
//	                                     cards of the hand, as the exchange lets everybody do
//	                                     anyway (clarification 8)
//	eight_skips           off on         on: each eight skips a player, but nobody twice
//	                                     (clarification 5)
//	ten_on_any            on off         off: a ten goes where its rank goes
//	quad_ignores_top      off on         on: four at once go on anything (clarification 3)
//	block_after           300 150 600    plays after which a round is blocked
//	dealer                rotate winner loser
//	                                     of the round deals the next; the loser has most
//	                                     cards left or is last, and after a tie or a void
//	                                     round the deal rotates (clarification 9)
//
// Where the rules are silent: swaps, and face-up cards that go with the pile, are
// listed one by one, those of equal rank, too: only plays of equal cards are the same
// choice.
//
// An invisible rank, the blind chance and jokers are not offered.
package palace
