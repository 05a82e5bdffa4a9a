package handlers

import (
	"net/http"
	"strconv"

	"carteado/db"
	"carteado/db/results"
	"carteado/engine/shuffle"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
)

func (s *Server) showMatches(r *request) error {
	at, err := r.beside()
	if err != nil {
		return err
	}
	filter := s.matchFilter(r)
	matches, err := s.store.MatchesOf(r.ctx(), r.club.ID, r.player(), filter, at)
	if err != nil {
		return err
	}
	props := tablepage.MatchesProps{
		Newer: matches.Newer.String(), Older: matches.Older.String(), Total: matches.Total,
		Filter: link.MatchFilter(filter), Games: s.games, Seasons: seasonChoices(matches.Seasons),
	}
	for _, p := range matches.Met {
		props.Met = append(props.Met, faced(r.player(), p))
	}
	for _, m := range matches.Lines {
		props.Results = append(props.Results, s.result(r, m))
	}
	return r.render(http.StatusOK, tablepage.Matches(props))
}

func seasonChoices(seasons []results.Season) (choices []tablepage.Choice) {
	for _, season := range seasons {
		choices = append(choices, tablepage.Choice{ID: season.ID, Name: season.Name})
	}
	return choices
}

// beside reads which page of a list of matches is meant.
func (r *request) beside() (at results.MatchRange, err error) {
	for name, mark := range map[string]*results.Mark{"before": &at.Before, "after": &at.After} {
		text := r.QueryParam(name)
		if text == "" {
			continue
		}
		if *mark, err = results.ParseMark(text); err != nil {
			return at, db.ErrNotFound
		}
	}
	return at, nil
}

// matchFilter reads the filter of a list of matches. A value that means nothing
// is left out.
func (s *Server) matchFilter(r *request) (f results.MatchFilter) {
	if game, err := s.game(r.QueryParam("game")); err == nil {
		f.Game = game.Key
	}
	if result := r.QueryParam("result"); result == results.MatchesWon || result == results.MatchesLost {
		f.Result = result
	}
	f.With, _ = strconv.ParseInt(r.QueryParam("with"), 10, 64)
	f.Who, _ = cleanText(r.QueryParam("who"), maxSearch)
	f.Season, _ = strconv.ParseInt(r.QueryParam("season"), 10, 64)
	return f
}

// result is a match in a list.
func (s *Server) result(r *request, m results.MatchLine) tablepage.Result {
	var away []tablepage.Away
	for _, a := range m.Away {
		away = append(away, tablepage.Away{Seat: int(a.Seat), Moves: a.Moves, ByBot: a.ByBot})
	}
	return tablepage.Result{
		Away: away, Match: m.ID, Table: m.Table, Game: m.Game, Seats: people(r.player(), m.Seats), Mine: int(m.Mine), Totals: m.Totals,
		Goal:    s.goal(m.Game, m.Options),
		Outcome: m.Outcome, Void: (*tablepage.Void)(m.Void), Rounds: m.Rounds, Started: m.StartedAt, Ended: m.EndedAt,
	}
}

func (s *Server) showMatch(r *request) error {
	return s.matchPage(r, http.StatusOK, r.number("match"), tablepage.Correcting{})
}

func (s *Server) matchPage(r *request, status int, id int64, correcting tablepage.Correcting) error {
	sheet, err := s.store.Match(r.ctx(), r.club.ID, id, r.player())
	if err != nil {
		return err
	}
	game, err := s.game(sheet.Game)
	if err != nil {
		return err
	}
	props := tablepage.MatchProps{
		ID: sheet.ID, Table: sheet.Table, Game: game, Options: sheet.Options,
		Seats: people(r.player(), sheet.Seats), Goal: s.goal(sheet.Game, sheet.Options), Left: left(sheet), Totals: sheet.Totals,
		Rounds: sheet.Scores, Outcome: sheet.Outcome, Number: number(sheet), Moves: sheet.Moves,
		Started: sheet.StartedAt, Ended: sheet.EndedAt,
		Commitment: sheet.Commitment, Secret: sheet.Seed, Shuffle: shuffle.Version, Correcting: correcting, Closed: tablepage.Closing(sheet.Closed),
	}
	for _, m := range sheet.Made {
		props.Made = append(props.Made, tablepage.MadeRow(m))
	}
	entries, err := s.store.Corrections(r.ctx(), r.club.ID, r.player(), id)
	if err != nil {
		return err
	}
	for _, c := range entries {
		props.Corrections = append(props.Corrections, tablepage.CorrectionRow(c))
	}
	return r.render(status, tablepage.Match(props))
}

// left says by seat whose players left.
func left(sheet results.Sheet) []bool {
	left := make([]bool, len(sheet.Seats))
	for _, seat := range sheet.Left {
		left[seat] = true
	}
	return left
}

// number is the number of the round in play, or of the last one when the match is
// over.
func number(sheet results.Sheet) int {
	if sheet.Outcome != nil {
		return len(sheet.Scores)
	}
	return len(sheet.Scores) + 1
}
