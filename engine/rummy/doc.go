// Package rummy is Rummy for two to six, after Bicycle's basic game: the first
// player with no card left scores what the others still hold. A [Round] is one deal, from the
// first card to its result; [engine.Match] makes a match of rounds.
//
// The rules below are numbered, and each number has its subtest in TestRules. The
// sign § names the place in the club's rules that a rule follows, a clarification
// is one of those at their end; where they say two things or nothing, the decision
// is ours and is given with its reason.
//
// # The rules
//
//  1. Two to six players, one pack of 52 without jokers. Two are dealt ten cards
//     each, three and four seven, five and six six, one at a time, clockwise from
//     the dealer's left; the next is turned up as the first discard, and the rest
//     is the stock. The player on the dealer's left begins, and play is clockwise.
//     (§1)
//  2. A turn is one card drawn, then melds and lay-offs in any order, then one card
//     discarded face up. Only the draw and the discard are compulsory. (§2, §4 no. 7
//     and 26)
//  3. The card drawn is the next of the stock, which only its owner sees, or the
//     top of the discard pile, which everybody knows, also in the first turn; no
//     deeper one. (§2.1, §4 no. 10 and 23)
//  4. A set is three or four cards of a rank. A run is three to thirteen of a suit
//     in a row, the ace below the two and nowhere else. (§2.5, §4 no. 13 and 14)
//  5. One new meld is laid in a turn at most, from the hand alone. It is written in
//     one order, a set by suit and a run ascending, and the melds on the table are
//     numbered as they are laid. (§2.1, §4 no. 3, clarification 2)
//  6. A card is laid off on any meld on the table, be it one's own or another's, if
//     the meld with it is a set of four or a longer run; several one by one, each
//     fitting in itself. A player need not have melded for it. (§2.1, §4 no. 11 and 12)
//  7. What is on the table stays: melds are not split, joined or rearranged, and no
//     card goes back to a hand. (§2.1, §4 no. 24 and 25)
//  8. The card just taken from the discard pile may not be discarded in the same
//     turn. One drawn from the stock may, and one taken earlier. (§4 no. 9 and 27)
//  9. No meld and no lay-off may leave only the card just taken, unless the player
//     could lay it off on what is then on the table: there would be no way on.
//     (§2.2, clarification 3)
//  10. A player with no card left, by a meld, a lay-off or a discard, has gone out. The
//     round ends at once: nobody else lays anything. (§2.1, §4 no. 8 and 29)
//  11. When a player draws from the empty stock, the discard pile but its top card is
//     shuffled into a new one, five times in a round at most. A player may take the
//     top discard instead; then nothing is shuffled. (§2.3, §4 no. 15 to 18)
//  12. When a turn begins and the stock is empty and cannot be renewed, the round is
//     blocked, even if the top discard could be taken. (§2.4, clarification 1)
//  13. Aces count 1, ten, jack, queen and king 10, the others their pips. (§3.1)
//  14. The player who goes out scores the value of all cards in the other hands, those
//     that would make melds included. The others score nothing. (§3.2, §4 no. 20,
//     clarification 7)
//  15. It is a Rummy, and counts double, if the player had melded and laid off
//     nothing in an earlier turn of the round. How the cards leave in this one does
//     not matter. (§3.2, §4 no. 4 to 6)
//  16. In a blocked round a single lowest hand scores the difference to each other hand,
//     never doubled. With two or more lowest hands nobody scores. (§3.3)
//  17. The first total of 100 or more wins the match. (§3.4)
//  18. The first dealer is chosen at random; after that the deal passes clockwise, after a
//     blocked round too. (§1.2)
//  19. Only its owner sees a hand, and which of its cards may be laid. Others see how
//     many cards there are, and which of them were taken from the discard pile. Of
//     that pile the top is seen, and the card under it, which lies open as soon as
//     the top is taken. When the round is over everybody sees all hands, and nobody
//     the stock. (§5)
//  20. For a player who has left the program draws from the stock and discards that
//     card. In a turn that the player began by drawing, the highest card goes that may
//     be discarded: of equals the first by suit, then by rank. Where only a card is left that may
//     not be discarded, it is laid off. A player who leaves for good wins nothing.
//     (§2.6)
//
// # House rules
//
// Options, with their values, the default first (§7):
//
//	melds_per_turn          1 1_except_rummy unlimited
//	                        so many new melds in a turn; 1_except_rummy: one, or the
//	                        whole hand in one move, see below
//	match_mode              target deals  played to a total or for some rounds
//	target_score            100 50 150 200 300 500
//	                        the total that ends the match
//	deals                   6 1 2 3 4 5 7 8 9 10 11 12
//	                        rounds of the match; equal totals share the win
//	ace                     low low_or_high high
//	                        in runs below the two, above the king, or either; never
//	                        both, so that no run turns the corner. It still counts 1
//	must_discard_to_go_out  off on        on: the last card is discarded; instead of
//	                        rule 9 a meld or lay-off leaves a card that may be
//	layoff_needs_meld       off on        on: lay-offs only after a meld of one's own in
//	                        this round, be it in the same turn
//	allow_redraw_discard    off on        on: rules 8 and 9 do not apply
//	layoff_scope            all own       own: lay-offs on one's own melds only
//	recycle                 shuffle flip none
//	                        flip: the discard pile is turned over, the oldest card
//	                        first; none: the stock is not renewed
//	max_reshuffles          5 0 1 2 3 10  how often the stock is renewed in a round,
//	                        shuffled or not (clarification 5)
//	dealer                  rotate winner
//	                        winner: of the round, also of a blocked one; where nobody
//	                        won, the deal passes clockwise (clarification 6)
//	rummy_bonus             double none   what a Rummy counts; without the bonus it is
//	                        still called one
//	blocked_score           differences void
//	                        void: in a blocked round nobody scores
//
// Lay-offs after the end, other values of court cards and jokers are not offered.
//
// # The whole hand in one move
//
// With 1_except_rummy a player who has melded and laid off nothing in the round,
// not even in this turn, may lay the whole hand by one move, which is checked and
// not listed: new melds, each a group of words, cards laid off, and the discard if
// a card is left for it. New melds are numbered behind those on the table, in the
// order written, and all of them lie there before the first card is laid off;
// lay-offs are made in the order written. With layoff_needs_meld the move must hold
// a meld for its lay-offs, with must_discard_to_go_out it ends with a discard, and
// rule 8 holds. The move is accepted or refused as a whole. (§4 no. 4,
// clarification 4)
//
// # Duplicate deals
//
// In a duplicate match ([engine.Duplicate]) the stock is dealt out into a line of draws for each seat (engine.Lines),
// again whenever it is renewed, and no total ends the match.
package rummy
