// Package competition is who plays whom in a competition, from round to round, and what that comes to: everybody
// against somebody of like points (Swiss), everybody against everybody (a league), or out by one defeat (a knockout).
// It is a pure function of charter, entrants, rounds and lot: the same gives the same tables and standings.
//
// Places are counted by engine/standing and tables are drawn by engine/pairing; what is decided here is what both are
// given. A correction changes results, and with them the standings; tables that are drawn stay.
package competition

import (
	"errors"
	"slices"

	"carteado/engine"
	"carteado/engine/pairing"
	"carteado/engine/standing"
)

// A Format is how a competition goes on from round to round.
type Format string

// The formats.
const (
	Swiss    Format = "swiss"
	League   Format = "league"
	Knockout Format = "knockout"
)

// Formats lists them.
func Formats() []Format { return []Format{Swiss, League, Knockout} }

// A Seeding is what the order of the entrants rests on when the first round is drawn.
type Seeding string

// The seedings.
const (
	ByLot  Seeding = "lot"
	ByList Seeding = "list" // as a host has ordered the list of entrants
)

// Seedings lists them.
func Seedings() []Seeding { return []Seeding{ByLot, ByList} }

// A Missed rule says what becomes of a table without a result at the end of its round.
type Missed string

// The rules.
const (
	MissedBoth  Missed = "both"  // all of the table have lost
	MissedThere Missed = "there" // those win who have named or taken an hour, where another has not
	MissedHost  Missed = "host"  // a host decides
)

// MissedRules lists them.
func MissedRules() []Missed { return []Missed{MissedBoth, MissedThere, MissedHost} }

// Bounds of a charter.
const (
	MaxRounds = 30
	MaxDays   = 60
	MaxSize   = 6
)

// A Charter is the rules of a competition, as data.
type Charter struct {
	Format  Format         `json:"format"`
	Game    string         `json:"game"`
	Options engine.Options `json:"options,omitempty"` // house rules of its tables that are not those of the game
	Pace    string         `json:"pace,omitempty"`    // of its tables, as clock.Pace writes it
	Size    int            `json:"size"`              // players at a table, one fewer where it does not come out even
	Rounds  int            `json:"rounds,omitempty"`  // where the number of entrants does not say how many
	Advance int            `json:"advance,omitempty"` // of a table go on, in a knockout
	Places  []int          `json:"places"`            // points for the first, the second … place at a table
	Draw    int            `json:"draw"`              // points for each in a shared first place; −1: the average
	Bye     int            `json:"bye"`               // points for who has nobody to play
	Ties    []standing.Tie `json:"ties"`
	Late    int            `json:"late,omitempty"`     // the last round before which one may still come; 0: none
	LateBye bool           `json:"late_bye,omitempty"` // who comes late has the points of byes for the rounds missed
	Seeding Seeding        `json:"seeding"`
	Days    int            `json:"days,omitempty"` // until a round has to be played; 0: until the host draws the next
	Missed  Missed         `json:"missed"`
}

// Ties lists the tie-breaks a charter may name.
func Ties() []standing.Tie {
	return []standing.Tie{standing.Opponents, standing.HeadToHead, standing.MostWins, standing.FewLosses}
}

// Standard is the charter on the form of a new competition.
func Standard() Charter {
	return Charter{Format: Swiss, Size: 2, Rounds: 5, Advance: 1, Places: []int{3}, Draw: 1, Bye: 3,
		Ties: []standing.Tie{standing.Opponents, standing.MostWins, standing.HeadToHead}, Seeding: ByLot,
		Missed: MissedBoth}
}

// AllMeet reports that everybody meets everybody once, so that the entrants say how many rounds there are.
func (c Charter) AllMeet() bool { return c.Format == League && c.Size == 2 }

// Open reports that somebody may enter before this round is drawn.
func (c Charter) Open(round int) bool {
	return round == 1 || round <= c.Late && c.Format != Knockout && !c.AllMeet()
}

// least is the smallest table.
func (c Charter) least() int { return max(2, c.Size-1) }

// An Entrant is somebody who takes part.
type Entrant struct {
	Player int64
	Seed   int // 1 is the best; settled when the first round is drawn
	From   int // the first round they could be drawn in
	Left   int // the first round for which they are not drawn; 0: they are still there
}

// in reports that an entrant is drawn for a round.
func (e Entrant) in(round int) bool { return e.From <= round && (e.Left == 0 || round < e.Left) }

// A Round is who plays whom, and who does not play.
type Round struct {
	Tables []Table
	Byes   []pairing.Out
}

// open reports that a table has no result.
func (r Round) open() bool {
	return slices.ContainsFunc(r.Tables, func(t Table) bool { return t.Placing == nil })
}

// A Table is players by seat, why they meet, and what came of it.
type Table struct {
	Players []int64
	Reasons []pairing.Reason
	Placing []int // by seat, 1 is first, equal places are shared; behind the last: has not played. nil: no result yet
}

// Unplayed is the placing of those who have all lost because they have not played.
func Unplayed(players int) []int { return slices.Repeat([]int{players + 1}, players) }

// MissedPlacing is what the rule makes of a table without a result, of whose players some have named or taken an hour;
// nil where a host decides.
func (m Missed) MissedPlacing(players, named []int64) []int {
	if m == MissedHost {
		return nil
	}
	placing := Unplayed(len(players))
	if m == MissedBoth || len(named) == len(players) {
		return placing
	}
	for seat, p := range players {
		if slices.Contains(named, p) {
			placing[seat] = 1
		}
	}
	return placing
}

// What stands in the way of a next round.
var (
	ErrOver = errors.New("competition is over")
	ErrFew  = errors.New("too few entrants")
	ErrMany = errors.New("too many entrants")
	ErrOpen = errors.New("a table has no result")
)

// The reasons of tables and byes beside those of pairing.
const (
	Fixture   = "fixture"    // round N of To in which everybody meets everybody
	Seeds     = "seeds"      // the seeds N and To meet
	Winners   = "winners"    // they have come through to round N
	ByeTurn   = "bye_turn"   // an odd number, and everybody has one bye
	ByeSeed   = "bye_seed"   // seed N; the bracket has To places, and the best seeds have the free ones
	ByeAlone  = "bye_alone"  // nobody has come through to meet them
	ByeGone   = "bye_gone"   // who would have been met has left
	SeedTable = "seed_table" // seeds were shared among the tables
)

// RoundsFor is how many rounds there will be for a number of entrants.
func (c Charter) RoundsFor(entrants int) (rounds int) {
	switch {
	case c.AllMeet():
		return entrants - 1 + entrants%2
	case c.Format != Knockout:
		return c.Rounds
	}
	for left := entrants; left > 1; rounds++ {
		left = c.through(left)
	}
	return rounds
}

// through is how many of those left in a knockout come through a round, if all tables are played.
func (c Charter) through(left int) int {
	if c.Size == 2 {
		return (left + 1) / 2
	}
	if left <= c.Size {
		return 1
	}
	sum := 0
	for _, size := range sizes(left, c.Size) {
		sum += min(max(c.Advance, 1), size-1)
	}
	return sum
}

// sizes shares players among as few tables as they need.
func sizes(players, most int) (list []int) {
	tables := (players + most - 1) / most
	for i := range tables {
		size := players / tables
		if i < players%tables {
			size++
		}
		list = append(list, size)
	}
	return list
}

// Next is the round that follows, drawn by lot where nothing else decides.
func Next(c Charter, entrants []Entrant, rounds []Round, lot uint64) (Round, error) {
	if slices.ContainsFunc(rounds, Round.open) {
		return Round{}, ErrOpen
	}
	if len(entrants) > pairing.MaxPlayers {
		return Round{}, ErrMany
	}
	number := len(rounds) + 1
	there := slices.DeleteFunc(slices.Clone(entrants), func(e Entrant) bool { return !e.in(number) })
	if len(rounds) > 0 && Over(c, entrants, rounds) {
		return Round{}, ErrOver
	}
	if len(there) < 2 && (c.Format != Knockout || len(rounds) == 0) {
		return Round{}, ErrFew
	}
	d := draw{c, entrants, rounds, number, lot}
	switch {
	case c.AllMeet():
		return d.fixtures(), nil
	case c.Format == Knockout && c.Size == 2:
		return d.bracket(), nil
	case c.Format == Knockout:
		return d.shared(), nil
	}
	return d.seat(there)
}

// Over reports that the last round is decided and none follows. A competition without rounds is not over, nor a
// knockout where of several who came through one is still there: they come through another round by a bye.
func Over(c Charter, entrants []Entrant, rounds []Round) bool {
	switch {
	case len(rounds) == 0 || rounds[len(rounds)-1].open():
		return false
	case c.Format == Knockout:
		d := drawOf(c, entrants, rounds)
		return len(d.through()) <= 1 || len(d.left()) == 0
	}
	number := len(rounds) + 1
	there := 0
	for _, e := range entrants {
		if e.in(number) {
			there++
		}
	}
	return len(rounds) >= c.RoundsFor(starters(entrants)) || there < 2
}

// starters are how many were there for the first round.
func starters(entrants []Entrant) (n int) {
	for _, e := range entrants {
		if e.in(1) {
			n++
		}
	}
	return n
}
