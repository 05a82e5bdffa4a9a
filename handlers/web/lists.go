package web

import (
	"strconv"
	"time"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/role"
	"carteado/views/layout"
	"carteado/views/link"
	"carteado/views/page"
	matchpage "carteado/views/page/match"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
)

// PageAsked is the number of a page in the address; 0 for none.
func (r *Request) PageAsked() int {
	n, err := strconv.Atoi(r.QueryParam("page"))
	if err != nil {
		return 0
	}
	return n
}

// Paged says what the nth page of a list shows, and where the pages beside it are.
func Paged(n, length, found int, to func(n int) string) page.Paging {
	p := page.Paging{First: (n-1)*length + 1, Last: min(n*length, found), Found: found}
	if n > 1 {
		p.Before = to(n - 1)
	}
	if p.Last < found {
		p.After = to(n + 1)
	}
	return p
}

// MatchRange reads which page of a list of matches is meant.
func (r *Request) MatchRange() (at results.MatchRange, err error) {
	for name, mark := range map[string]*results.Mark{"before": &at.Before, "after": &at.After} {
		text := r.QueryParam(name)
		if text == "" {
			continue
		}
		if *mark, err = results.ParseMark(text); err != nil {
			return at, base.ErrNotFound
		}
	}
	return at, nil
}

func SeasonChoices(seasons []results.Season) (choices []matchpage.Choice) {
	for _, season := range seasons {
		choices = append(choices, matchpage.Choice{ID: season.ID, Name: season.Name})
	}
	return choices
}

// Day is the beginning of a day in a time zone, as the field of a form has it; false for what is none, or a typing
// mistake in its year.
func Day(text string, zone *time.Location) (time.Time, bool) {
	day, err := time.Parse(time.DateOnly, text)
	return clock.DayStart(day, zone), err == nil && day.Year() >= 2000 && day.Year() < 2200
}

// Result is a match in a list.
func (s *Site) Result(r *Request, m results.MatchLine) matchpage.Result {
	var away []matchpage.Away
	for _, a := range m.Away {
		away = append(away, matchpage.Away{Seat: int(a.Seat), Moves: a.Moves, ByBot: a.ByBot})
	}
	if m.Paper {
		return matchpage.Result{Match: m.ID, Game: m.Game, Seats: onPaper(r.Player(), m.Seats), Mine: int(m.Mine),
			Totals: m.Totals, Outcome: m.Outcome, Rounds: m.Rounds, Started: m.StartedAt, Ended: m.EndedAt, Paper: true,
			Unconfirmed: m.Unconfirmed, Void: (*matchpage.Void)(m.Void), Label: m.Label}
	}
	return matchpage.Result{
		Away: away, Match: m.ID, Table: m.Table, Game: m.Game, Seats: People(r.Player(), m.Seats), Mine: int(m.Mine),
		Totals:  m.Totals,
		Goal:    s.Goal(m.Game, m.Options),
		Outcome: m.Outcome, Void: (*matchpage.Void)(m.Void), Rounds: m.Rounds, Started: m.StartedAt, Ended: m.EndedAt,
		Practice: m.Practice,
	}
}

func (s *Site) TableLines(r *Request, lines []db.TableLine) []tablepage.Table {
	var tables []tablepage.Table
	for _, l := range lines {
		seats := People(r.Player(), l.Seats)
		line := tablepage.Table{
			Number: l.Table, Game: l.Game, Seats: seats, Totals: l.Totals, Mine: int(l.Mine),
			Goal: s.Goal(l.Game, l.Options), Since: l.At,
			Timed: l.Timed, Stands: l.Stands, Why: l.Why, Idle: l.Idle, Kept: l.Kept, Due: l.Due, Now: l.Now,
			Seal: l.Commitment, Practice: l.Practice, Occasion: l.Occasion.Name,
		}
		for _, seat := range l.ToMove {
			line.Turn = append(line.Turn, seats[seat])
		}
		if l.Last != nil {
			last := table.Entry(*l.Last)
			line.Last = &last
		}
		tables = append(tables, line)
	}
	return tables
}

// Goal is the total or the number of rounds that ends a match under a table's
// house rules.
func (s *Site) Goal(game string, options engine.Options) part.Goal {
	known, is := s.GamesByKey[game]
	if !is {
		return part.Goal{}
	}
	return known.Goal(options)
}

// OccasionOf is what a table of a club was opened for, with its page for members.
func OccasionOf(club layout.Club, o base.Occasion) table.Occasion {
	switch {
	case club.Role == role.Guest:
		return table.Occasion{Name: o.Name}
	case o.Night != 0:
		return table.Occasion{Name: o.Name, URL: link.Draws(club.Slug, o.Night)}
	case o.Competition != 0:
		return table.Occasion{Name: o.Name, URL: link.Competition(club.Slug, o.Competition)}
	}
	return table.Occasion{}
}
