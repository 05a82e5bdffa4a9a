package table

import (
	"context"
	"slices"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/views/i18n"
	"carteado/views/part"
)

// A face is how one game looks: the only thing that a game adds.
type face struct {
	felt   func(Props) templ.Component                            // the felt: seats, middle, own zone
	prompt func(context.Context, Props) string                    // what the reader may do now
	end    func(view any, seats []part.Person) templ.Component    // all hands when a round is over
	open   func(views []any, seats []part.Person) templ.Component // all hands in a replay
	how    func(ctx context.Context, view any, seats []part.Person) (title, text string)
	unit   func(engine.Options) part.Unit // what totals count, nil for points

	// What a game may show beyond that; nil where it does not.
	asked func(context.Context, Props) string              // the prompt as it is read out
	stand func(context.Context, Props, engine.Seat) string // how a seat stands, instead of its total
	side  func(Props) templ.Component                      // what is worth a look beside the log
}

// faceOf is the face of a game, by its key: one line per game.
func faceOf(game string) face {
	switch game {
	case "huangdi":
		return face{
			felt: huangdiFelt, prompt: huangdiPrompt, end: huangdiEnd, open: huangdiOpen, how: huangdiHow, unit: huangdiUnit,
			asked: huangdiAsked, stand: huangdiStand, side: huangdiSide,
		}
	case "knock":
		return face{felt: knockFelt, prompt: knockPrompt, end: knockEnd, open: knockOpen, how: knockHow}
	case "palace":
		return face{felt: palaceFelt, prompt: palacePrompt, end: palaceEnd, open: palaceOpen, how: palaceHow, unit: palaceUnit}
	case "rummy":
		return face{felt: rummyFelt, prompt: rummyPrompt, end: rummyEnd, open: rummyOpen, how: rummyHow}
	}
	panic("table: no face for game " + game)
}

// End shows all hands of a finished round, with every number explained.
func End(game string, view any, seats []part.Person) templ.Component {
	return faceOf(game).end(view, seats)
}

// Open shows all hands of a round, from the view of each seat.
func Open(game string, views []engine.MatchView, seats []part.Person) templ.Component {
	rounds := make([]any, len(views))
	for i, v := range views {
		rounds[i] = v.Round
	}
	return faceOf(game).open(rounds, seats)
}

// How tells how a round ended, as a headline and a sentence.
func How(ctx context.Context, game string, view any, seats []part.Person) (title, text string) {
	return faceOf(game).how(ctx, view, seats)
}

func (p Props) myTurn() bool { return p.View.MyTurn() }

// me is the reader's seat; false for a spectator.
func (p Props) me() (part.Person, bool) {
	if p.View.Seat < 0 || int(p.View.Seat) >= len(p.Seats) {
		return part.Person{}, false
	}
	return p.Seats[p.View.Seat], true
}

// others are the seats beside the reader's, in turn order from it.
func (p Props) others() []engine.Seat {
	var others []engine.Seat
	first := max(p.View.Seat, engine.Spectator) + 1
	for i := range p.Seats {
		seat := (int(first) + i) % len(p.Seats)
		if engine.Seat(seat) != p.View.Seat {
			others = append(others, engine.Seat(seat))
		}
	}
	return others
}

// A seatRow is how a game shows the seats of the others.
type seatRow struct {
	look   string                            // a class of the row: seats--row, seats--many or seats--stack
	hand   func(engine.Seat) templ.Component // cards below a name, nil where words are enough
	meta   func(engine.Seat) []string        // the words below a name
	beside func(engine.Seat) templ.Component // the cards beside it, nil where there are none
	out    func(engine.Seat) bool            // the seat plays no more in this round; nil where that cannot be
}

func (row seatRow) isOut(s engine.Seat) bool { return row.out != nil && row.out(s) }

// A sign is a word beside a name, and the class of its colour.
type sign struct{ word, tone string }

func signIf(tone string, is bool, word string) sign {
	if !is {
		return sign{}
	}
	return sign{word, tone}
}

// turnSign marks the seat of a replay that is to move.
func turnSign(ctx context.Context, is bool) sign {
	return signIf("tag--turn", is, i18n.T(ctx, "replay.turn"))
}

// Goal is what a match is played to.
func Goal(game string, o engine.Options, s engine.Scoring) part.Goal {
	return part.Goal{Unit: Unit(game, o), Target: s.Target, Rounds: s.Rounds, LowWins: s.LowWins}
}

// GoalOf is the goal of a match that is seen.
func GoalOf(v engine.MatchView) part.Goal {
	return Goal(v.Game, v.Options, engine.Scoring{Target: v.Target, Rounds: v.Length, LowWins: v.LowWins})
}

// total is what a seat has of what it needs, or just what it has where the match
// is so many rounds long. A match of a single game has none.
func (p Props) total(ctx context.Context, s engine.Seat) string {
	total := p.View.Totals[s]
	if p.single() {
		return ""
	}
	if p.View.Target == 0 || p.unit() == part.Wins {
		return part.Total(ctx, p.unit(), total)
	}
	return i18n.T(ctx, "table.total", "total", i18n.Signed(total), "target", p.View.Target)
}

// Unit is what the totals of a match count.
func Unit(game string, o engine.Options) part.Unit {
	if unit := faceOf(game).unit; unit != nil {
		return unit(o)
	}
	return part.Points
}

func (p Props) unit() part.Unit { return Unit(p.View.Game, p.View.Options) }

func (p Props) goal() part.Goal { return GoalOf(p.View) }

// single reports that the first round that somebody wins ends the match.
func (p Props) single() bool { return p.goal().Single() }

// leaving is the key of what becomes of a match that the reader gives up.
func (p Props) leaving() string {
	there := len(p.Seats)
	for _, left := range p.View.Left {
		if left {
			there--
		}
	}
	if there > 2 {
		return "table.leave.about.many"
	}
	return "table.leave.about"
}

// left reports that the player of a seat has gone for good: the seat is played
// on by the table.
func (p Props) left(s engine.Seat) bool { return p.View.Left != nil && p.View.Left[s] }

func (p Props) toMove(s engine.Seat) bool { return slices.Contains(p.View.ToMove, s) }

// awaited are the people whose move it is.
func (p Props) awaited() []part.Person {
	var people []part.Person
	for _, s := range p.View.ToMove {
		people = append(people, p.Seats[s])
	}
	return people
}

// chosen reports that a card's value stands in the form that was refused.
func (p Props) chosen(value string) bool { return slices.Contains(p.Chosen, value) }

// sorted is the hand as the reader likes it: in the game's order, which is by
// rank, or by suit.
func (p Props) sorted(hand []card.Card) []card.Card {
	if p.Sort != SortSuit {
		return hand
	}
	return slices.SortedStableFunc(slices.Values(hand), func(a, b card.Card) int { return int(a.Suit()) - int(b.Suit()) })
}

// otherSort is how the hand is not sorted now.
func (p Props) otherSort() string {
	if p.Sort == SortSuit {
		return SortRank
	}
	return SortSuit
}

// legal reports whether the reader may make a move, written in full.
func (p Props) legal(move string) bool {
	return slices.ContainsFunc(p.Legal, func(m engine.Move) bool { return m.String() == move })
}

// turn says whose turn it is, in the fewest words.
func (p Props) turn(ctx context.Context) string {
	if p.myTurn() {
		return i18n.T(ctx, "table.your_turn")
	}
	if len(p.View.ToMove) > 1 {
		return i18n.T(ctx, "table.turn_of.some")
	}
	return i18n.T(ctx, "table.turn_of", "who", part.Names(ctx, p.awaited()))
}

// title is the tab's: a dot and whose turn it is come first.
func (p Props) title(ctx context.Context) string {
	game := i18n.T(ctx, "game."+p.View.Game)
	if p.myTurn() {
		return i18n.T(ctx, "table.title.mine", "turn", p.turn(ctx), "game", game)
	}
	return i18n.T(ctx, "table.title", "turn", p.turn(ctx), "game", game)
}

// subtitle says how far the match is, and how far it goes.
func (p Props) subtitle(ctx context.Context) string {
	goal := p.goal()
	if goal.Single() {
		return i18n.T(ctx, "table.subtitle.single", "table", p.Table)
	}
	round := i18n.T(ctx, "table.subtitle.round", "round", p.View.Number)
	if goal.Rounds > 0 {
		round = i18n.T(ctx, "table.subtitle.round_of", "round", p.View.Number, "rounds", goal.Rounds)
	} else {
		round += " · " + i18n.T(ctx, "goal.short.points", "n", goal.Target) // wins, too: a phone has no room for the word
	}
	return i18n.T(ctx, "table.subtitle", "table", p.Table, "rest", round)
}

// announcement is one sentence per event of the last move, and what is asked of
// the reader.
func (p Props) announcement(ctx context.Context) string {
	if p.Refusal != nil {
		return ""
	}
	said := ""
	if len(p.Log) > 0 {
		said = Told(ctx, p.View.Game, p.Log[0].Events, p.Seats) + " "
	}
	if p.myTurn() {
		return said + i18n.T(ctx, "table.your_turn") + ". " + p.asked(ctx) + "."
	}
	return said + p.turn(ctx) + "."
}

// asked is what the reader may do now, as it is read out.
func (p Props) asked(ctx context.Context) string {
	if asked := faceOf(p.View.Game).asked; asked != nil {
		return asked(ctx, p)
	}
	return faceOf(p.View.Game).prompt(ctx, p)
}

// stand is how a seat stands.
func (p Props) stand(ctx context.Context, s engine.Seat) string {
	if stand := faceOf(p.View.Game).stand; stand != nil {
		return stand(ctx, p, s)
	}
	return part.Total(ctx, p.unit(), p.View.Totals[s])
}

func (r *Refusal) title(ctx context.Context) string { return i18n.T(ctx, "refusal."+r.Kind) }

// Sentence is why, in the words of the rules.
func (r *Refusal) Sentence(ctx context.Context) string {
	if r.Rule == "" {
		return i18n.T(ctx, "refusal."+r.Kind+".text")
	}
	var pairs []any
	for name, value := range r.Args {
		pairs = append(pairs, name, value)
	}
	return i18n.T(ctx, "rule."+r.Rule, pairs...)
}

func turnOf(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "true"}
}
