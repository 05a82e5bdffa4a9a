// Package results has the pages of what a club's matches come to: seasons and their standings, competitions, ratings,
// numbers and records, and the yearbook.
package results

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"carteado/engine/role"
	"carteado/engine/standing"
	"carteado/views/i18n"
	"carteado/views/page"
	"carteado/views/part"
)

// StandingsProps is a season with its places and its charter.
type StandingsProps struct {
	Season     SeasonChoice   // zero where the club has no season yet
	Seasons    []SeasonChoice // to choose from, the latest first
	Lines      []StandingRow
	Paging     page.Paging      // of the lines; zero: all are shown
	Founded    standing.Charter // the charter before the first amendment
	Amendments []AmendmentRow
}

// shown are the lines of this page.
func (p StandingsProps) shown() []StandingRow {
	if p.Paging.Found == 0 {
		return p.Lines
	}
	return p.Lines[p.Paging.First-1 : p.Paging.Last]
}

// elsewhere is the reader's line where it is on another page.
func (p StandingsProps) elsewhere() []StandingRow {
	isMe := func(r StandingRow) bool { return r.Person.Me }
	if i := slices.IndexFunc(p.Lines, isMe); i >= 0 && !slices.ContainsFunc(p.shown(), isMe) {
		return p.Lines[i : i+1]
	}
	return nil
}

// StandingRow is a player's place.
type StandingRow struct {
	standing.Line
	Person part.Person
}

// placed writes a place, and nothing for a player with too few matches.
func (r StandingRow) placed() string {
	if r.Place == 0 {
		return "–"
	}
	return strconv.Itoa(r.Place)
}

// medal is the sign of the first three.
func (r StandingRow) medal() string {
	if r.Place >= 1 && r.Place <= 3 {
		return "m" + strconv.Itoa(r.Place)
	}
	return ""
}

// form says the last matches in words.
func (r StandingRow) form(ctx context.Context) string {
	words := make([]string, len(r.Form))
	for i, f := range r.Form {
		words[i] = i18n.T(ctx, "form."+string(rune(f)))
	}
	return i18n.T(ctx, "form.last", "n", len(words), "list", strings.Join(words, ", "))
}

// why explains a place: the points, and the tie-break against players with as many, who
// are among the rows.
func (p StandingsProps) why(ctx context.Context, rows map[int64]StandingRow, r StandingRow) []string {
	lines := []string{i18n.T(ctx, "why.points", "n", r.Points, "record", r.record(ctx))}
	if r.Given > 0 {
		lines = append(lines, i18n.T(ctx, "why.given", "n", r.Given))
	}
	if r.Away > 0 {
		lines = append(lines, i18n.T(ctx, "why.away", "n", r.Away))
	}
	if r.Beyond > 0 {
		lines = append(lines, i18n.T(ctx, "why.beyond", "n", r.Beyond))
	}
	if r.Dropped > 0 {
		lines = append(lines, i18n.T(ctx, "why.dropped", "n", r.Dropped))
	}
	if r.Place == 0 {
		return append(lines, i18n.T(ctx, "why.too_few", "n", p.Season.Charter.Least))
	}
	if len(r.Equals) == 0 {
		return lines
	}
	var others []part.Person
	for _, id := range r.Equals {
		others = append(others, rows[id].Person)
	}
	lines = append(lines, i18n.T(ctx, "why.equal", "who", part.Names(ctx, others)))
	parted := false
	for _, step := range r.Steps {
		text := i18n.T(ctx, "why."+string(step.Tie), "n", step.Value, "others", r.others(rows, step.Tie))
		if step.Parts {
			text += " " + i18n.T(ctx, "why.parts")
			parted = true
		}
		lines = append(lines, text)
	}
	if !parted {
		lines = append(lines, i18n.T(ctx, "why.shared"))
	}
	return lines
}

// record counts matches won, drawn and lost, without those of which there are
// none.
func (r StandingRow) record(ctx context.Context) string {
	var parts []string
	if r.Won > 0 {
		parts = append(parts, i18n.T(ctx, "wins", "n", r.Won))
	}
	if r.Drawn > 0 {
		parts = append(parts, i18n.T(ctx, "ties", "n", r.Drawn))
	}
	if r.Lost > 0 {
		parts = append(parts, i18n.T(ctx, "losses", "n", r.Lost))
	}
	return strings.Join(parts, ", ")
}

// rows are the places by player.
func (p StandingsProps) rows() map[int64]StandingRow {
	rows := make(map[int64]StandingRow, len(p.Lines))
	for _, r := range p.Lines {
		rows[r.Player] = r
	}
	return rows
}

func sameValue(a, b standing.Step) bool { return a.Tie == b.Tie && a.Value == b.Value }

// others are the values in one comparison of the players who are tied with this
// one in points and in all comparisons before it.
func (r StandingRow) others(rows map[int64]StandingRow, tie standing.Tie) string {
	var values []string
	before := slices.IndexFunc(r.Steps, func(s standing.Step) bool { return s.Tie == tie })
	for _, id := range r.Equals {
		for i, step := range rows[id].Steps {
			if step.Tie == tie && i == before && slices.EqualFunc(r.Steps[:i], rows[id].Steps[:i], sameValue) {
				values = append(values, strconv.Itoa(step.Value))
			}
		}
	}
	return strings.Join(values, ", ")
}

// rules says a charter in sentences.
func rules(ctx context.Context, c standing.Charter) []string {
	games := i18n.T(ctx, "charter.all_games")
	if len(c.Games) > 0 {
		var names []string
		for _, game := range c.Games {
			names = append(names, i18n.T(ctx, "game."+game))
		}
		games = strings.Join(names, ", ")
	}
	var points []string
	for _, n := range c.Places {
		points = append(points, strconv.Itoa(n))
	}
	list := []string{
		i18n.T(ctx, "charter.games", "games", games),
		i18n.T(ctx, "charter.places", "points", strings.Join(points, ", ")),
	}
	if c.Draw >= 0 {
		list = append(list, i18n.T(ctx, "charter.draw", "n", c.Draw))
	} else {
		list = append(list, i18n.T(ctx, "charter.average"))
	}
	if c.Bots {
		list = append(list, i18n.T(ctx, "charter.bots"))
	} else {
		list = append(list, i18n.T(ctx, "charter.no_bots"))
	}
	if c.Paper {
		list = append(list, i18n.T(ctx, "charter.paper"))
	} else {
		list = append(list, i18n.T(ctx, "charter.no_paper"))
	}
	for _, origin := range standing.Origins() {
		key := "charter.counts."
		if slices.Contains(c.Skip, origin) {
			key = "charter.skips."
		}
		list = append(list, i18n.T(ctx, key+string(origin)))
	}
	if c.Nights > 0 && !slices.Contains(c.Skip, standing.OfNights) {
		list = append(list, i18n.T(ctx, "charter.nights", "n", c.Nights))
	}
	if c.Away != standing.Any {
		list = append(list, i18n.T(ctx, "charter.away."+string(c.Away)))
	}
	if c.Drop > 0 {
		list = append(list, i18n.T(ctx, "charter.drop", "n", c.Drop))
	}
	if c.Least > 1 {
		list = append(list, i18n.T(ctx, "charter.least", "n", c.Least))
	}
	var ties []string
	for _, t := range c.Ties {
		ties = append(ties, i18n.T(ctx, "tie."+string(t)))
	}
	if len(ties) > 0 {
		list = append(list, i18n.T(ctx, "charter.ties", "list", strings.Join(ties, ", ")))
	}
	return list
}

func (p StandingsProps) host(ctx context.Context) bool { return page.May(ctx, role.Season) }
