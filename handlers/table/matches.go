package table

import (
	"net/http"
	"strconv"

	"carteado/db/results"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
)

func (w *Wing) ShowMatches(r *web.Request) error {
	at, err := r.MatchRange()
	if err != nil {
		return err
	}
	filter := w.matchFilter(r)
	matches, err := w.Store.MatchesOf(r.Ctx(), r.Club.ID, r.Player(), filter, at)
	if err != nil {
		return err
	}
	props := tablepage.MatchesProps{
		Newer: matches.Newer.String(), Older: matches.Older.String(), Total: matches.Total,
		Filter: link.MatchFilter(filter), Games: w.GameInfos, Seasons: web.SeasonChoices(matches.Seasons),
	}
	for _, p := range matches.Met {
		props.Met = append(props.Met, web.PersonOf(r.Player(), p))
	}
	for _, m := range matches.Lines {
		props.Results = append(props.Results, w.Result(r, m))
	}
	return r.Show(http.StatusOK, tablepage.Matches(props))
}

// matchFilter reads the filter of a list of matches. A value that means nothing
// is left out.
func (w *Wing) matchFilter(r *web.Request) (f results.MatchFilter) {
	if game, err := w.Game(r.QueryParam("game")); err == nil {
		f.Game = game.Key
	}
	if result := r.QueryParam("result"); result == results.MatchesWon || result == results.MatchesLost {
		f.Result = result
	}
	f.With, _ = strconv.ParseInt(r.QueryParam("with"), 10, 64)
	f.Who, _ = web.CleanText(r.QueryParam("who"), web.MaxSearch)
	f.Season, _ = strconv.ParseInt(r.QueryParam("season"), 10, 64)
	return f
}

func (w *Wing) ShowMatch(r *web.Request) error {
	return w.matchPage(r, http.StatusOK, r.Number("match"), tablepage.Correcting{})
}

func (w *Wing) matchPage(r *web.Request, status int, id int64, correcting tablepage.Correcting) error {
	sheet, err := w.Store.Match(r.Ctx(), r.Club.ID, id, r.Player())
	if err != nil {
		return err
	}
	game, err := w.Game(sheet.Game)
	if err != nil {
		return err
	}
	props := tablepage.MatchProps{
		ID: sheet.ID, Table: sheet.Table, Game: game, Options: sheet.Options,
		Seats: web.People(r.Player(), sheet.Seats), Goal: w.Goal(sheet.Game, sheet.Options), Left: left(sheet),
		Totals: sheet.Totals,
		Rounds: sheet.Scores, Outcome: sheet.Outcome, Number: number(sheet), Moves: sheet.Moves,
		Started: sheet.StartedAt, Ended: sheet.EndedAt,
		Practice: sheet.Practice, Commitment: sheet.Commitment, Secret: sheet.Seed, Shuffle: sheet.Shuffle,
		Correcting: correcting,
		Closed:     tablepage.Closing(sheet.Closed),
	}
	for _, c := range sheet.Contributions {
		props.Contributions = append(props.Contributions, tablepage.Contribution(c))
	}
	for _, m := range sheet.Made {
		props.Made = append(props.Made, tablepage.MadeRow(m))
	}
	for _, l := range sheet.Levels {
		props.Levels = append(props.Levels, tablepage.LevelRow(l))
	}
	entries, err := w.Store.Corrections(r.Ctx(), r.Club.ID, r.Player(), id)
	if err != nil {
		return err
	}
	for _, c := range entries {
		props.Corrections = append(props.Corrections, tablepage.CorrectionRow(c))
	}
	return r.Show(status, tablepage.Match(props))
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
