// Package huangdi is Huang Di, the Great Emperor: a game of the Skip-Bo and Spite
// and Malice family for two to four, whose walls can be turned back. A [Round] is
// one game, from the deal to an empty stock; [engine.Match] makes a match of games.
//
// The rules below are numbered, and each number has its subtest in TestRules. The
// sign § names the place in the club's rules that a rule follows, a clarification
// is one of those at their end; where they say two things or nothing, the decision
// is ours and is given with its reason.
//
// # The rules
//
//  1. Two to four play with 104 cards: eight of each number 1 to 10, twelve jokers
//     and twelve reverse cards, two ordinary packs in disguise. (§1.1, §4 no. 1 and
//     2: the text names neither the deck nor the players)
//  2. Ten cards each are dealt face down as stock, one at a time, clockwise from the
//     dealer's left; the last is turned up for all. The rest is the draw pile. Walls,
//     discard piles and hands are empty. The player left of the dealer begins. (§1.3,
//     §4 no. 3)
//  3. A turn begins with drawing until the hand has five cards. Then the player
//     builds any number of cards, and a discard ends the turn; the next player clockwise
//     goes on. Nobody else moves, and nobody must build. (§2, §4 no. 6, 8 and 38)
//  4. There are three places for walls. A wall starts with 1 and goes up by one; any
//     other number is refused. (§2.1, §2.3, §4 no. 27)
//  5. An ascending wall is finished by 10, a descending one by 1. It leaves at once:
//     its cards and the reverse cards beside it are shuffled among themselves and put
//     under the draw pile, whose order stays. The place is free, in the same turn,
//     too. (§2.4 no. 5, §4 no. 18, 28 and 29)
//  6. Cards are played from the hand, from the top of one's stock and from the tops of
//     one's own discard piles, as often as they fit. (§2.2, §4 no. 5)
//  7. Of each opponent one card may be used in a turn, from the tops of their discard
//     piles. (§2.2, §4 no. 4)
//  8. When a stock card was used the next is turned up, and may be played in the same
//     turn. A stock card is never discarded, and no card moves from one discard pile
//     to another. (§2.3, §2.4 no. 4, §4 no. 25 and 26)
//  9. A joker stands for exactly the number that the wall needs, until the wall
//     leaves. It may start a wall as 1, lie on a joker, be the last stock card, and
//     is never a reverse card. In a move it is bare. (§4 no. 10 to 13, clarification 5)
//  10. A reverse card turns a wall: it is laid beside it together with the card that
//     continues in the new direction, a joker perhaps, in one move. Alone it is never
//     built. What a wall shows counts, be it a joker's number. (§2.3, §4 no. 14 and 15)
//  11. An ascending wall with 1 on top cannot be reversed; one with 2 can, by a 1 which
//     finishes it. An empty place cannot. (§2.1, §4 no. 16, 17 and 19)
//  12. The reverse card and its companion come from two different places, or both from
//     the hand, and not both from one opponent. Both must be available before either is
//     played. (§2.3, §4 no. 20 to 22)
//  13. A player who empties the hand by building draws five at once and goes on, again and
//     again. One who empties it by the discard draws at the start of the next turn.
//     (§2.4 no. 6, §2.5, §4 no. 6, 7 and 9)
//  14. A discard is one card of the hand, a joker or a reverse card, too, on either of
//     one's two discard piles. They have no limit, and everybody may look through them.
//     (§2.3, §4 no. 23, 24 and 39)
//  15. If the draw pile is empty while a card is due, the discard piles of all, except
//     the top card of each, are shuffled into a new one. If there is nothing to shuffle,
//     fewer are drawn. (§2.5, §4 no. 30)
//  16. A player with no card in the hand, because there is none to draw, ends the turn
//     without a discard. (§2.3, §2.5)
//  17. A player who builds the last stock card wins at that moment, whether it is a joker, a
//     reverse card or its companion: nothing is drawn, and a finished wall still lies
//     there. (§2.4 no. 3, §4 no. 32 and 33, clarification 1)
//  18. After 80 turns in a row without a card built, or when every player in turn has
//     ended a turn for lack of cards, the game is blocked: strictly fewest stock cards
//     win, and otherwise it is drawn. It is judged before the next player draws. (§2.6,
//     §3.1, clarification 2)
//  19. The winner of a game scores 1, the others and a drawn game 0, and one game is a
//     match. The deal passes clockwise from game to game. (§3.2, §1.3, clarification 7)
//  20. Only its owner sees a hand, and nobody the covered cards of a stock. Of
//     a hand, the stock and the draw pile everybody knows how many cards there are.
//     When the game is over hands are shown, stocks are not. (§5)
//  21. For a player who is away the program builds the stock card if it can, on the
//     first wall that takes it, and nothing else; it discards the highest number (if there
//     is none a reverse card, else a joker) on the smallest discard pile. (§2.7)
//
// # House rules
//
// Options, with their values, the default first (§7):
//
//	borrow             one_each none unlimited
//	                             cards of each opponent in one turn; without limit both
//	                             cards of a reversal may be of one, from two piles
//	stock_size         10 5 15 20
//	                             20 is for two players; 15 for three, with the large
//	                             deck for four
//	match_mode         wins points
//	                             points: the winner scores 5 and the stock cards of all
//	                             opponents; after a blocked game the differences alone
//	target_wins        1 2 3     games that win the match
//	target_points      25 50 100 points that win the match
//	reverse_cards      on off    off: the deck has none
//	walls              3 4       places
//	discard_piles      2 3 4     of each player
//	deck               standard small large
//	                             eight of each number and twelve jokers and reverse
//	                             cards, eight of everything, twelve of everything
//	forced_stock       off on    on: a turn does not end while the stock card can be built
//	                             alone; that a reverse card would help does not count
//	joker_run          unlimited 1
//	                             1: no joker on a joker, not as companion either
//	                             (clarification 4)
//	joker_starts_wall  on off
//	short_reverse      on off    off: an ascending 2 is not reversed, not by a joker either
//	                             (clarification 3)
//	recycle_discards   on off    off: rule 15 without the shuffling
//	block_after        80 40 160 turns in rule 18
//
// Larger hands and partnerships are not offered. That the deck has the cards for a
// stock is judged when the number of players is known: Deal refuses by [engine.ErrOption].
//
// # Duplicate deals
//
// In a duplicate match ([engine.Duplicate]) the draw pile is dealt out into a line of draws for each seat
// (engine.Lines). The cards of a finished wall, and discards that are shuffled anew, go under the lines one at a time,
// each under the shortest. No total ends the match.
package huangdi
