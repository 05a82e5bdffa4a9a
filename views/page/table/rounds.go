package table

import (
	"context"
	"slices"

	"carteado/engine"
	"carteado/engine/role"
	"carteado/views/i18n"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

// A Kind is one of the pages that a table's address can show. A fragment of one kind cannot be swapped into another.
type Kind string

const (
	KindWaiting Kind = "waiting"
	KindBoard   Kind = "board"
	KindRecap   Kind = "recap"
	KindCut     Kind = "cut" // the recap of a match that was cut short
)

// Navigates reports that a page has the navigation of the club: no table fills its screen.
func (k Kind) Navigates() bool { return k != KindBoard && k != KindRecap }

// bots reports that a bot plays.
func (p RecapProps) bots() bool {
	return slices.ContainsFunc(p.Seats, func(s part.Person) bool { return s.Bot != "" })
}

// Cut reports that a match ended in the middle of a round, with none to explain.
func Cut(v engine.MatchView) bool {
	return v.Outcome != nil && (v.Outcome.How == engine.ByLeft || v.Outcome.How == engine.ByClose)
}

func (p RecapProps) cut() bool { return Cut(p.View) }

// won reports that the reader won the match, or this round when it goes on.
func (p RecapProps) won() bool {
	if p.View.Outcome != nil {
		return p.View.Seat >= 0 && p.View.Outcome.Winner() == p.View.Seat
	}
	rounds := p.View.Rounds
	return len(rounds) > 0 && p.View.Seat >= 0 && rounds[len(rounds)-1].Winner == p.View.Seat
}

// star is the player whom the headline names; false after a draw or a void round.
func (p RecapProps) star() (part.Person, bool) {
	seat := engine.Nobody
	if p.View.Outcome != nil {
		seat = p.View.Outcome.Winner()
	} else if n := len(p.View.Rounds); n > 0 {
		if seat = p.View.Rounds[n-1].By; seat == engine.Nobody {
			seat = p.View.Rounds[n-1].Winner
		}
	}
	if seat == engine.Nobody {
		return part.Person{}, false
	}
	return p.Seats[seat], true
}

func (p RecapProps) headline(ctx context.Context) string {
	if p.View.Outcome != nil {
		return Outcome(ctx, *p.View.Outcome, p.Seats)
	}
	title, _ := table.How(ctx, p.View.Game, p.View.Round, p.Seats)
	return title
}

// lines say the rest: how the match ended, and how the round did.
func (p RecapProps) lines(ctx context.Context) []string {
	var lines []string
	if line := p.Closed.Says(ctx); line != "" {
		lines = append(lines, line)
	}
	if p.View.Outcome != nil {
		if line := ended(ctx, *p.View.Outcome, table.Goal(ctx, p.View), p.View.Totals); line != "" {
			lines = append(lines, line)
		}
	}
	if p.cut() {
		return lines
	}
	title, text := table.How(ctx, p.View.Game, p.View.Round, p.Seats)
	if p.View.Outcome != nil {
		return append(lines, title+". "+text)
	}
	return append(lines, text)
}

func (p RecapProps) title(ctx context.Context) string {
	title := i18n.T(ctx, "recap.title", "round", p.View.Number)
	switch {
	case p.View.Outcome != nil:
		title = i18n.T(ctx, "recap.title.over")
	case p.View.MyTurn():
		title = i18n.T(ctx, "recap.title.mine", "title", title)
	}
	return title + " · " + i18n.T(ctx, "game."+p.View.Game)
}

// goneOn says who has not gone on to the next round yet.
func (p RecapProps) goneOn(ctx context.Context) string {
	var others []part.Person
	for _, s := range p.View.ToMove {
		if s != p.View.Seat {
			others = append(others, p.Seats[s])
		}
	}
	switch {
	case len(others) == 0:
		return i18n.T(ctx, "recap.only_you")
	case p.View.MyTurn():
		return i18n.T(ctx, "recap.both", "n", len(others), "who", part.Names(ctx, others))
	}
	return i18n.T(ctx, "recap.waiting", "n", len(others), "who", part.Names(ctx, others))
}

// whatElse is the key of the sentence after the first match: who may invite calls friends by a link.
func (p RecapProps) whatElse(ctx context.Context) string {
	if page.May(ctx, role.Invite) {
		return "recap.first.host"
	}
	return "recap.first"
}

// round names the round for scripts.
func (p RecapProps) round() string { return table.RoundOf(p.Match, p.View) }

// gained are the points of the round, by seat; none where the match is a single round.
func (p RecapProps) gained() []int {
	if n := len(p.View.Rounds); n > 0 {
		return p.View.Rounds[n-1].Points
	}
	return nil
}

func (p RecapProps) standings(ctx context.Context) part.Standings {
	s := part.Standings{People: p.Seats, Totals: p.View.Totals, Goal: table.Goal(ctx, p.View), Left: p.View.Left}
	if o := p.View.Outcome; o != nil && o.How != engine.ByClose {
		s.Placing = o.Placing
	}
	return s
}

func (p RoundProps) headline(ctx context.Context) string {
	title, _ := table.How(ctx, p.Game, p.View, p.Seats)
	return title
}

func (p RoundProps) text(ctx context.Context) string {
	_, text := table.How(ctx, p.Game, p.View, p.Seats)
	return text
}

// RecapProps is the result of a round, at the table between rounds and after the
// end.
type RecapProps struct {
	Table   int
	At      string
	Match   int64
	Idem    string
	View    engine.MatchView // of a round that is over
	Seats   []part.Person
	Status  table.Status
	Closed  Closing
	Shut    bool // the table is closed
	Held    bool // other tables still play the same deals: until they are over, the result is nobody else's
	Refusal *table.Refusal
	First   bool // the reader has finished their first match

	Asks      bool // a rematch, and others have not answered yet
	Refreshes bool // a browser without a script asks for the page again while others are awaited
}

// RoundProps is a finished round, looked at later.
type RoundProps struct {
	Match int64
	Game  string
	Goal  part.Goal
	View  any // the game's own, of the finished round
	Score engine.RoundScore
	Seats []part.Person
	Last  int // number of the last finished round
}
