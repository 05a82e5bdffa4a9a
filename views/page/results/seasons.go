package results

import (
	"context"
	"strings"
	"time"

	"carteado/engine/standing"
	"carteado/views/i18n"
	"carteado/views/part"
)

// SeasonChoice is a season in a list.
type SeasonChoice struct {
	ID               int64
	Name             string
	StartsAt, EndsAt time.Time
	Charter          standing.Charter // the charter of today, amendments included
	Started, Ended   bool
	WasToEnd         time.Time // EndsAt, unless an amendment changed that
}

// AmendmentRow is a change to a running season's charter.
type AmendmentRow struct {
	Charter standing.Charter
	EndsAt  time.Time // zero: the end stayed
	Reason  string
	By      int64
	Name    string
	At      time.Time
}

// SeasonProps is the form for a season: founded, changed before it starts, or
// amended.
type SeasonProps struct {
	ID      int64  // 0: a new one
	Called  string // as it is called now
	Started bool   // only its charter and its name can be changed, the charter with a reason
	Ended   bool
	Empty   bool // nothing has counted for it, and it was not amended
	Name    string
	From    string // days as yyyy-mm-dd, both included
	Until   string
	Games   []string // of the club
	Chosen  []string // that count; all of them where none
	Places  string   // points by place: 3 or 5, 3, 1
	Draw    string   // points, or "" for the average
	Bots    bool
	Paper   bool // sheets of game nights

	Nights, Competitions bool   // their matches count
	BestNights           string // how many of a player's count; "0": all
	Away                 string // as standing.Away, "any" for any number
	Drop                 string
	Least                string
	Ties                 []string // in order; "" for none
	Reason               string
	State                string         // of the season as the form shows it
	Twice                []SeasonChoice // for which matches would count, too
	Agreed               string         // what a second press agrees to; "" where there is no question
	Faults               part.Faults
}

// asks is the question whether matches may count twice; "" for none.
func (p SeasonProps) asks(ctx context.Context) string {
	var lines []string
	for _, s := range p.Twice {
		lines = append(lines, i18n.T(ctx, "season.twice", "name", s.Name, "time", i18n.T(ctx, "season.time", "from",
			i18n.Date(ctx, s.StartsAt), "until", i18n.Date(ctx, s.EndsAt.Add(-time.Second)))))
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(append(lines, i18n.T(ctx, "season.twice.ask")), " ")
}

func (s SeasonChoice) time(ctx context.Context) string {
	text := i18n.T(ctx, "season.time", "from", i18n.Date(ctx, s.StartsAt), "until",
		i18n.Date(ctx, s.EndsAt.Add(-time.Second)))
	switch {
	case !s.Started:
		return text + " · " + i18n.T(ctx, "season.not_started")
	case s.Ended:
		return text + " · " + i18n.T(ctx, "season.ended")
	}
	return text + " · " + i18n.T(ctx, "season.to_go", "time", i18n.Until(ctx, s.EndsAt))
}

// moved says that an amendment closed a season early or extended it; "" where none did.
func (s SeasonChoice) moved(ctx context.Context) string {
	key := "season.closed_early"
	switch {
	case s.EndsAt.Equal(s.WasToEnd) || s.WasToEnd.IsZero():
		return ""
	case s.EndsAt.After(s.WasToEnd):
		key = "season.extended"
	case !s.Ended:
		key = "season.closes_early"
	}
	return i18n.T(ctx, key, "date", i18n.Date(ctx, s.EndsAt.Add(-time.Second)), "was",
		i18n.Date(ctx, s.WasToEnd.Add(-time.Second)))
}

func tieChoices(ctx context.Context) []part.Choosable {
	choices := []part.Choosable{{Value: "", Label: i18n.T(ctx, "tie.none")}}
	for _, t := range standing.Ties() {
		choices = append(choices, part.Choosable{Value: string(t), Label: i18n.T(ctx, "tie."+string(t))})
	}
	return choices
}

func (p SeasonProps) title(ctx context.Context) string {
	switch {
	case p.ID == 0:
		return i18n.T(ctx, "season.new")
	case p.Started:
		return i18n.T(ctx, "season.amend", "name", p.Called)
	}
	return i18n.T(ctx, "season.change", "name", p.Called)
}

// awayChoices are the shares of moves that bots may make, the usual one first.
func awayChoices(ctx context.Context) (list []part.Choosable) {
	for _, a := range []string{"quarter", "half", "any", "never"} {
		list = append(list, part.Choosable{Value: a, Label: i18n.T(ctx, "season.away."+a)})
	}
	return list
}
