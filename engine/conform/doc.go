// Package conform checks that a game keeps the promises on which the club relies. Tests
// and tools run it: it plays matches and checks them after every move. It returns a
// [Violation] of one of these promises.
//
//   - [Cards]: no card appears or vanishes. All piles together are the whole pack.
//   - [Turns]: exactly the seats in ToMove have moves, and a round is over, with a
//     result that fits its seats, exactly when nobody is to move.
//   - [Moves]: a seat's moves are unique, always in the same order, survive being
//     written and read, and every one of them is accepted.
//   - [Refusals]: a move that is not listed is refused by the name of a rule; then,
//     and when a copy is played on, the position is byte for byte as it was.
//   - [OutOfTurn]: a seat that is not to move cannot move.
//   - [Reload]: stored and loaded at any moment, a match goes on identically:
//     the same events, views, moves and stored bytes.
//   - [Ends]: every round ends, at the latest by automatic moves.
//   - [Prints]: a round that is printed or logged by mistake shows nothing.
//   - [Panics]: nothing panics.
//   - [Views], [Events], [Traces], [Bots]: nothing leaks, and a view shares no
//     memory with the round.
//
// # Nothing leaks
//
// Which cards a viewer cannot know is worked out from the piles alone (Round.Piles)
// and from the table of who sees a pile (engine.Place.SeenBy), not from views or
// events: see knowledge.Witness. Two experiments then ask whether a secret changes anything
// that it may not change.
//
// One position: the cards that a viewer cannot know get other names at random in
// the stored round; where cards are equal, they change places instead, which needs
// rounds that store each pile as a list of names. The viewer's view, moves,
// refusals and automatic move, the seats that are waited for, and the rendered page
// if there is one, must come out the same. So must the choice of a bot on that seat.
//
// A whole course of play: a second deal agrees with the first in all that a viewer
// sees up to some moment. Where cards differ, such a deal is worked out beforehand;
// where some are equal, the two are compared on the way. Another course has the
// same cards until hidden cards are mixed (a new stock), and then another order of
// them. The same actions are played in both, and at each step the viewer's view,
// moves and events must be the same. Unlike the first experiment this one also
// finds what a round keeps from earlier, such as a count made from hidden cards.
//
// Besides, an event may name to a viewer only cards whose place the viewer knows at
// that moment: a card that everybody saw is secret again once it was shuffled into
// a new stock.
//
// The checker is tested with bugs planted into a game that has none.
package conform
