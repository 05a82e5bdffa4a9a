package page

import (
	"context"
	"strconv"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/part"
)

func (p MatchProps) status(ctx context.Context) string {
	text := p.Goal.Text(ctx) + " · "
	if p.Outcome == nil {
		return text + i18n.T(ctx, "match.under_way", "round", p.Number)
	}
	took := i18n.T(ctx, "match.moves", "n", p.Moves, "time", i18n.Length(ctx, p.Ended.Sub(p.Started)))
	return text + outcome(ctx, *p.Outcome, p.Seats) + " · " + took + " · " + i18n.Moment(ctx, p.Ended)
}

func (p MatchProps) standings() part.Standings {
	s := part.Standings{People: p.Seats, Totals: p.Totals, Goal: p.Goal, Left: p.Left}
	if p.Outcome != nil && p.Outcome.How != engine.ByClose {
		s.Placing = p.Outcome.Placing
	}
	return s
}

// author is who ended a round, or else won it; false where nobody did.
func (p MatchProps) author(r engine.RoundScore) (part.Person, bool) {
	seat := r.By
	if seat == engine.Spectator {
		seat = r.Winner
	}
	if seat == engine.Spectator {
		return part.Person{}, false
	}
	return p.Seats[seat], true
}

// scrolling makes a table that is wider than a phone scroll by itself.
func scrolling(wide bool, label string) templ.Attributes {
	if !wide {
		return nil
	}
	return templ.Attributes{"tabindex": "0", "role": "region", "aria-label": label}
}

func gainTone(points int) string {
	if points < 0 {
		return "delta"
	}
	return "muted"
}

// check is a command that makes the commitment from the secret.
func (p MatchProps) check() string {
	return "printf '%s' 'carteado " + p.Shuffle + " " + strconv.FormatInt(p.ID, 10) + " " + p.Secret + "' | sha256sum"
}

// day is the matches that ended on one day.
type day struct {
	name    string
	results []Result
}

func (p MatchesProps) days(ctx context.Context) []day {
	var days []day
	for _, r := range p.Results {
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

func (p MatchesProps) filtered() bool { return p.Filter != link.MatchFilter{} }

func (p MatchesProps) pages() int {
	if p.PerPage <= 0 {
		return 1
	}
	return max((p.Total+p.PerPage-1)/p.PerPage, 1)
}

func (p MatchesProps) span(ctx context.Context) string {
	first := (p.Page-1)*p.PerPage + 1
	return i18n.T(ctx, "matches.span", "first", first, "last", first+len(p.Results)-1, "total", p.Total)
}
