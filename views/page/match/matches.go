// Package match has the pages of matches: their lists, a score sheet and what belongs to it, the replay, the check, the
// review. The board of a match that is played is the package views/table's.
package match

import (
	"cmp"
	"context"
	"slices"
	"time"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
)

func (p MatchProps) status(ctx context.Context) string {
	text := p.Goal.Text(ctx) + " · "
	if p.Outcome == nil {
		return text + i18n.T(ctx, "match.under_way", "round", p.Number)
	}
	took := i18n.T(ctx, "match.moves", "n", p.Moves, "time", i18n.Length(ctx, p.Ended.Sub(p.Started)))
	if p.voided() != nil {
		text = i18n.T(ctx, "match.voided") + " · " + text
	}
	return text + tablepage.Outcome(ctx, *p.Outcome, p.Seats) + " · " + took + " · " + i18n.Moment(ctx, p.Ended)
}

func (p MatchProps) standings() part.Standings {
	s := part.Standings{People: p.Seats, Totals: p.Totals, Goal: p.Goal, Left: p.Left}
	if p.Outcome != nil && p.Outcome.How != engine.ByClose && p.voided() == nil {
		s.Placing = p.Outcome.Placing
	}
	return s
}

// pictured reports that the result has a picture to share: one that counts.
func (p MatchProps) pictured() bool {
	return p.Outcome != nil && p.Outcome.How != engine.ByClose && !p.Practice && p.voided() == nil
}

// author is the player who ended a round, or else won it; false where nobody did.
func (p MatchProps) author(r engine.RoundScore) (part.Person, bool) {
	seat := r.By
	if seat == engine.Nobody {
		seat = r.Winner
	}
	if seat == engine.Nobody {
		return part.Person{}, false
	}
	return p.Seats[seat], true
}

func gainTone(points int) string {
	if points < 0 {
		return "delta"
	}
	return "muted"
}

// day is the matches that ended on one day.
type day struct {
	name    string
	results []Result
}

func days(ctx context.Context, results []Result) []day {
	var days []day
	for _, r := range results {
		name := i18n.T(ctx, "result.running")
		if r.Outcome != nil {
			name = i18n.Day(ctx, r.Ended)
		}
		if len(days) == 0 || days[len(days)-1].name != name {
			days = append(days, day{name: name})
		}
		last := &days[len(days)-1]
		last.results = append(last.results, r)
	}
	return days
}

// For is the result from the side of one of its players.
func (r Result) For(player int64) Result {
	r.Seats, r.Mine = slices.Clone(r.Seats), -1
	for seat := range r.Seats {
		p := &r.Seats[seat]
		if p.Me = p.ID == player && p.Bot == "" && !p.Free(); p.Me {
			r.Mine = seat
		}
	}
	return r
}

func (r Result) name(ctx context.Context) string {
	if r.Game == "" { // how a night on paper ended
		return cmp.Or(r.Label, i18n.T(ctx, "imports.night"))
	}
	return tablepage.Practised(ctx, r.Practice, tablepage.GameWith(ctx, r.Game, r.Seats))
}

func (p MatchProps) name(ctx context.Context) string {
	return tablepage.Practised(ctx, p.Practice, tablepage.GameWith(ctx, p.Game.Key, p.Seats))
}

// Latest says how long ago a match was played, where no heading names the day.
func (r Result) Latest(ctx context.Context) string {
	return r.with(ctx) + r.told(ctx) + " · " + i18n.Ago(ctx, r.Ended)
}

// page is where a match in a list is shown.
func (r Result) page(club string) string {
	if r.Paper {
		return link.Recorded(club, r.Match)
	}
	return link.Match(club, r.Match)
}

// length writes the time that a match took, or has taken so far.
func (r Result) length(ctx context.Context) string {
	if r.Paper {
		text := r.with(ctx) + i18n.T(ctx, "imports.real")
		if r.Unconfirmed {
			text += " · " + i18n.T(ctx, "sheets.tag")
		}
		if r.Void != nil {
			text += " · " + r.told(ctx)
		}
		return text
	}
	text := r.with(ctx) + r.told(ctx)
	if r.Outcome == nil || r.Void != nil {
		return text
	}
	return text + " · " + i18n.Length(ctx, r.Ended.Sub(r.Started))
}

// told says how many rounds were played, or why the match counts for nobody.
func (r Result) told(ctx context.Context) string {
	if r.Void == nil {
		text := i18n.T(ctx, "rounds", "n", r.Rounds)
		for _, a := range r.Away {
			text += " · " + i18n.T(ctx, "result.away", "n", a.ByBot, "moves", a.Moves, "who",
				part.Called(ctx, r.Seats[a.Seat]))
		}
		return text
	}
	key := "result.voided.by"
	switch {
	case r.Void.Closed && r.Void.By == 0: // by agreement, or because nobody was left who plays
		return i18n.T(ctx, "result.closed.unscored")
	case r.Void.Closed:
		key = "result.closed.by"
	}
	return i18n.T(ctx, key, "who", part.Called(ctx, part.Person{ID: r.Void.By, Name: r.Void.Name}), "reason",
		r.Void.Reason)
}

// with names the others where the match's name does not.
func (r Result) with(ctx context.Context) string {
	if len(r.Seats) <= 2 {
		return ""
	}
	return i18n.T(ctx, "with", "who", part.Few(ctx, part.Others(r.Seats))) + " · "
}

// score is both totals of two, and the reader's place among more.
func (r Result) score(ctx context.Context) string {
	switch {
	case r.Void != nil && r.Void.Closed:
		return ""
	case r.Paper && len(r.Seats) > 2 && r.Mine >= 0:
		return i18n.T(ctx, "imports.place", "n", r.Outcome.Placing[r.Mine])
	case len(r.Totals) > 2 && r.Mine >= 0 && r.Outcome != nil:
		return tablepage.Place(ctx, r.Outcome.Placing[r.Mine])
	case len(r.Totals) == 2 && !r.Goal.Single():
		return tablepage.VersusText(r.Totals, r.Mine)
	}
	return ""
}

// verdict is the match's result for the reader: won, lost or draw. For a reader
// without a seat it names the winner.
func (r Result) verdict(ctx context.Context) string {
	switch {
	case r.Outcome == nil:
		return i18n.T(ctx, "result.running")
	case r.Void != nil && r.Void.Closed:
		return i18n.T(ctx, "result.closed")
	case r.Void != nil:
		return i18n.T(ctx, "result.voided")
	case r.drawn():
		return i18n.T(ctx, "result.draw")
	case r.Mine < 0:
		return part.Called(ctx, r.Seats[r.Outcome.Winner()])
	case r.Outcome.Placing[r.Mine] == 1:
		return i18n.T(ctx, "result.won")
	}
	return i18n.T(ctx, "result.lost")
}

// drawn reports that the reader shares first place, or that for one without a
// seat nobody has it alone.
func (r Result) drawn() bool {
	return r.Outcome.Draw() && (r.Mine < 0 || r.Outcome.Placing[r.Mine] == 1)
}

func (r Result) tone() string {
	switch {
	case r.Void != nil:
		return "tag--void"
	case r.Outcome == nil || r.Mine < 0 || r.drawn():
		return ""
	case r.Outcome.Placing[r.Mine] == 1:
		return "tag--good"
	}
	return "tag--bad"
}

// Result is a match in a list.
type Result struct {
	Match   int64
	Table   int
	Game    string
	Seats   []part.Person
	Mine    int // the reader's seat, -1 without one
	Totals  []int
	Goal    part.Goal
	Outcome *engine.Outcome // nil while the match goes on
	Void    *Void           // nil where it counts
	Rounds  int
	Started time.Time
	Ended   time.Time
	Away    []Away // players for whom a bot has moved

	Practice bool   // it counts nowhere
	Paper    bool   // it was played with real cards
	Label    string // of one on paper: the night, or a number

	Unconfirmed bool // only who wrote it has said so
}

// An Away says how much of a match a bot has played for a player.
type Away struct{ Seat, Moves, ByBot int }

// Void names the host who made a match count for nobody, and the reason.
type Void struct {
	Closed bool // its table was closed; else its result was voided
	By     int64
	Name   string // "" where the account is gone
	Reason string
}

// MatchProps is a score sheet.
type MatchProps struct {
	ID         int64
	Practice   bool // it counts nowhere
	Table      int
	Game       engine.Info
	Options    engine.Options
	Seats      []part.Person
	Goal       part.Goal
	Left       []bool // by seat: its player has left
	Totals     []int
	Rounds     []engine.RoundScore
	Outcome    *engine.Outcome // nil while the match goes on
	Number     int             // of the round in play
	Moves      int             // made so far
	Started    time.Time
	Ended      time.Time
	Commitment string
	Secret     string // the seed in hex, once the match is over
	Shuffle    string // version of the shuffling method

	Contributions []Contribution // by seat; none under the older method

	Made        []MadeRow         // moves for players who were away
	Levels      []LevelRow        // of bots, where the host has changed them
	Luck        []LuckRow         // of rounds, once it is worked out
	Closed      tablepage.Closing // why nobody won
	Corrections []CorrectionRow   // of the result, oldest first
	Correcting  Correcting        // the form for another one
}

// A Contribution is what a seat has added to the deals of a match.
type Contribution struct {
	Text string
	How  string     // word, browser, form, bot, none
	At   *time.Time // nil for a bot's
}

// MadeRow counts the moves that were made for a seat's player.
type MadeRow struct {
	Seat  engine.Seat
	How   string // clock when the time was over, bot by one that kept the seat
	Moves int
}

// A LevelRow says how well a bot played from a round on, and before.
type LevelRow struct {
	Seat          engine.Seat
	Round         int
	Before, Level string
}

// OnRecord tells the table, and what else length does.
func (r Result) OnRecord(ctx context.Context) string {
	return i18n.T(ctx, "history.table", "n", r.Table) + " · " + r.length(ctx)
}
