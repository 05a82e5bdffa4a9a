package results

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/engine/pairing"
	"carteado/views/i18n"
	"carteado/views/page"
	"carteado/views/part"
)

// CompetitionRound is tables that were drawn together.
type CompetitionRound struct {
	Number int
	Due    time.Time
	Tables []CompetitionTable
	Byes   []pairing.Out
}

// CompetitionTable is players who meet.
type CompetitionTable struct {
	Number   int
	Table    int   // the club's table, 0: it is not open
	Match    int64 // with the result
	Begun    bool
	Decided  bool
	Reasons  []pairing.Reason
	Players  []int64
	Placing  []int
	Hours    []time.Time // by seat, when each can play
	Arranged time.Time   // zero: no hour yet
}

// sentence says why people meet, or why one has a bye.
func (p CompetitionProps) sentence(ctx context.Context, r pairing.Reason) string {
	if r.Key == "" { // it came from another house
		return ""
	}
	var people []part.Person
	for _, id := range r.Players {
		people = append(people, p.person(id))
	}
	return i18n.T(ctx, "competitions.reason."+r.Key, "who", part.Names(ctx, people), "n", r.N, "to", r.To)
}

func (p CompetitionProps) reason(ctx context.Context, t CompetitionTable) string {
	var list []string
	for _, r := range t.Reasons {
		list = append(list, p.sentence(ctx, r))
	}
	return strings.Join(list, " ")
}

// result says somebody's place at a table.
func result(ctx context.Context, t CompetitionTable, seat int) string {
	switch {
	case t.Placing == nil:
		return ""
	case t.Placing[seat] > len(t.Players):
		return i18n.T(ctx, "competitions.unplayed")
	}
	return i18n.T(ctx, "draws.nth", "n", t.Placing[seat])
}

// decisions are what a host can say of a seat.
func decisions(ctx context.Context, players int) []part.Choosable {
	return append(page.PlaceChoices(ctx, players), part.Choosable{Value: strconv.Itoa(players + 1),
		Label: i18n.T(ctx, "competitions.unplayed")})
}

// A cell is what a round was for somebody, in the crosstable.
type cell struct{ Place, Against string }

// cells are a player's rounds: the place, and below it the places of those met.
func (p CompetitionProps) cells(ctx context.Context, player int64) (list []cell) {
	place := map[int64]int{}
	for _, l := range p.Lines {
		place[l.Player] = l.Place
	}
	for _, r := range p.Rounds {
		c := cell{Place: "·"}
		if slices.ContainsFunc(r.Byes, func(o pairing.Out) bool { return o.Player == player }) {
			c.Place = i18n.T(ctx, "competitions.bye")
		}
		for _, t := range r.Tables {
			seat := slices.Index(t.Players, player)
			if seat < 0 {
				continue
			}
			if t.Placing != nil && t.Placing[seat] <= len(t.Players) {
				c.Place = strconv.Itoa(t.Placing[seat])
			} else if t.Placing != nil {
				c.Place = "–"
			}
			var met []string
			for _, other := range t.Players {
				if other != player {
					met = append(met, strconv.Itoa(place[other]))
				}
			}
			c.Against = strings.Join(met, ", ")
		}
		list = append(list, c)
	}
	return list
}

// stage is the name of a round of a bracket.
func stage(ctx context.Context, round, of int) string {
	switch of - round {
	case 0:
		return i18n.T(ctx, "competitions.stage.final")
	case 1:
		return i18n.T(ctx, "competitions.stage.semi")
	case 2:
		return i18n.T(ctx, "competitions.stage.quarter")
	}
	return i18n.T(ctx, "competitions.round", "n", round)
}

func (p CompetitionProps) seed(player int64) string {
	for _, e := range p.Entrants {
		if e.Player == player {
			return strconv.Itoa(e.Seed)
		}
	}
	return ""
}

func (r CompetitionRound) played() (n int) {
	for _, t := range r.Tables {
		if t.Placing != nil {
			n++
		}
	}
	return n
}

// waits are how many tables have no result, and the first round with one: a result may have been voided since.
func (p CompetitionProps) waits() (n, round int) {
	for _, r := range slices.Backward(p.Rounds) {
		if open := len(r.Tables) - r.played(); open > 0 {
			n, round = n+open, r.Number
		}
	}
	return n, round
}

// missing are tables that are not open, because the program ended in the middle, somebody could not play, or a host has
// closed them.
func (r CompetitionRound) missing() bool {
	return slices.ContainsFunc(r.Tables, func(t CompetitionTable) bool { return t.Table == 0 && t.Placing == nil })
}

// undoable reports that nobody has played.
func (r CompetitionRound) undoable() bool {
	return !slices.ContainsFunc(r.Tables, func(t CompetitionTable) bool { return t.Begun || t.Placing != nil })
}

// An hourNamed is when somebody can play.
type hourNamed struct {
	At time.Time
	By part.Person
}

// hours are those that others at a table have named.
func (p CompetitionProps) hours(t CompetitionTable) (list []hourNamed) {
	for seat, at := range t.Hours {
		if person := p.person(t.Players[seat]); !at.IsZero() && !person.Me {
			list = append(list, hourNamed{at, person})
		}
	}
	return list
}

// own is the hour that the reader has named; zero for none.
func (p CompetitionProps) own(t CompetitionTable) time.Time {
	for seat, at := range t.Hours {
		if p.person(t.Players[seat]).Me {
			return at
		}
	}
	return time.Time{}
}

// fieldTime is a time as the fields of a form have it.
func fieldTime(ctx context.Context, at time.Time, layout string) string {
	if at.IsZero() {
		return ""
	}
	return at.In(page.ClubZone(ctx)).Format(layout)
}

// moment says a day and an hour.
func moment(ctx context.Context, at time.Time) string {
	return i18n.T(ctx, "competitions.hour.at", "date", i18n.Date(ctx, at), "hour", i18n.Clock(ctx, at))
}
