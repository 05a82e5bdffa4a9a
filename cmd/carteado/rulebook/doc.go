// Package rulebook answers questions about the games, for tools of any language.
//
// The command carteado engine reads requests from its input, each a JSON object on a
// line, and answers each with one on a line of its output, in order, until the input
// ends. So a bot, or a second opinion on a rule, can be written in any language. It
// holds one match at a time and hides cards only in the answers to view. Cards, piles
// and moves are written as package engine writes them.
//
//	{"cmd":"games"}
//
// lists the games: {"games":[{"key","rules","min_seats","max_seats","options":
// [{"key","default","choices","group","needs"}],"presets":[{"key","options"}]}],
// "shuffle","mix"}. Rules is the version of a game's rules, shuffle that of the method by
// which a deal follows from a seed alone, and mix that by which players contribute to it.
//
//	{"cmd":"new","game":"knock","seats":2,"dealer":0,"options":{"knock_limit":"5"},"seed":"<64 hex digits>"}
//
// deals a new match and answers {"round","dealer","to_move"}. Option values are
// strings; those not named have their defaults. Without a dealer the seed decides.
// A pack, ["7H",…], is the whole pack in the order in which it is dealt, first card
// first; the seed is then that of later shuffles, by default zeros. To deal a club's
// match again give its secret as the seed, and
//
//	"mix":{"match":"17","contributions":["jabuticaba","1958"]}
//
// its number and what each seat added. The deals then follow from all of that.
//
//	{"cmd":"legal","seat":1}
//	{"cmd":"play","seat":1,"move":"draw @stock"}
//
// answer {"moves":[…]}, in the order of the notation, and {"events":[…],"to_move",
// "over"}. Over says that the round is. An event has the kind, the seat (-1 for the
// table itself), open (everybody saw it), cards, secret (cards that only the seat
// saw), from, to and n; what is empty is left out. The move leave is always
// possible.
//
//	{"cmd":"view","seat":1}
//
// answers with all that a seat may know, or with -1 what a spectator may: the match
// and in it the game's own view as round. The fields are those of engine.MatchView
// and of the game's View, in lower_snake_case and never left out; seats are
// numbers, cards and moves text, a card that is hidden or not there is "??".
//
//	{"cmd":"cards"}
//
// answers with every pile and its cards, bottom to top, but stock and draw next
// card first; an empty place in a row is "".
//
//	{"cmd":"result"}
//
// answers {"round":{"over","points","how"},"match":{"over","totals","winner",
// "draw"}}. Points and how are null while the round is played; winner is null
// while the match is, and after a draw.
//
//	{"cmd":"next"}
//
// deals the next round, all seats going on, and answers as new does.
//
//	{"cmd":"state"}
//	{"cmd":"load","game":"knock","state":{…}}
//
// save a match and set one up: state answers {"game","state":{"rules","seed",
// "mix","match"}}, where match is what the club stores, and seed and mix (left out
// where there is none) what later shuffles follow from; so a loaded match goes on as the saved one would have. It may
// be edited, but a position whose cards do not add up, or that is none of the game's,
// is refused. Load answers as new does.
//
// Whatever cannot be done is answered by {"error":{"rule","text"}}, and nothing
// has changed. The rule is the key of the broken rule, such as knock.limit, and its
// text the sentence that players see: in English, or in the language of a field
// lang ("pt-BR") of the request, or of the new, load or next before it. Mistakes in
// the protocol have rules of their own and English texts: engine.line (no JSON
// object, or longer than a megabyte), engine.command, engine.field (unknown,
// missing or of the wrong type), engine.game, engine.seats, engine.option,
// engine.pack, engine.seat, engine.move (it does not parse), engine.match (there is
// none), engine.state and engine.refused.
package rulebook
