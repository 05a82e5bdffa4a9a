// Package promise checks that a game keeps what the rest of the club relies on.
// Tests and tools run it: it plays matches and looks at them after every move.
// What it finds is a [Breach] of one of these promises.
//
//   - [Cards]: no card appears or vanishes. All piles together are the whole pack.
//   - [Turns]: exactly the seats in ToMove have moves, and a round is over, with a
//     result that fits its seats, exactly when nobody is to move.
//   - [Moves]: a seat's moves are unique, always in the same order, survive being
//     written and read, and every one of them is accepted.
//   - [Refusals]: what is not listed is refused by the name of a rule; then, and
//     when a copy is played on, the position is byte for byte as it was.
//   - [OutOfTurn]: nobody moves who is not to move.
//   - [Reload]: stored and loaded at any moment, a match goes on identically:
//     the same events, views, moves and stored bytes.
//   - [Ends]: every round ends, if need be by automatic moves.
//   - [Prints]: a round that somebody prints or logs by mistake shows nothing.
//   - [Panics]: nothing panics.
//   - [Views], [Events], [Traces], [Bots]: nothing leaks.
//
// # Nothing leaks
//
// Which cards a viewer cannot know is worked out from the piles alone (Round.Cards)
// and not from views or events: see witness. From there two experiments ask
// whether a secret changes anything that it may not change.
//
// One position: the cards that a viewer cannot know are relabelled at random in
// the stored round; where cards are equal, they change places instead, which asks
// for rounds that store each pile as a list of names. The viewer's view, moves,
// refusals and automatic move, who is waited for, and the rendered page if there
// is one, must come out the same. So must the choice of a bot that sits there.
//
// A whole course of play: a second deal agrees with the first in all that a viewer
// saw up to some moment, which is worked out beforehand or, where cards are equal,
// watched on the way. The same actions are played in both, and at each step the
// viewer's view, moves and events must be the same. Unlike the first experiment
// this one also finds what a round keeps from earlier, such as a count made from
// hidden cards.
//
// An event is looked at besides: it may name, to a viewer, only cards that the
// viewer has seen.
//
// The checker is tested with bugs planted into a game that has none.
package promise
