package match

import (
	"context"
	"errors"
	"net/http"

	"carteado/db/base"
	"carteado/db/results"
	"carteado/handlers/web"
	"carteado/views/link"
	matchpage "carteado/views/page/match"
	tablepage "carteado/views/page/table"
)

// ShowMatches lists the reader's own matches.
func (w *Wing) ShowMatches(r *web.Request) error { return w.matchesPage(r, r.Player()) }

// ShowMatchesOf lists the matches of a member.
func (w *Wing) ShowMatchesOf(r *web.Request) error { return w.matchesPage(r, r.Number("player")) }

func (w *Wing) matchesPage(r *web.Request, player int64) error {
	at, err := r.MatchRange()
	if err != nil {
		return err
	}
	f, err := w.filterAsked(r)
	if err != nil {
		return err
	}
	narrow := f.MatchFilter
	if len(f.faults) > 0 {
		narrow, at = results.MatchFilter{}, results.MatchRange{} // for what there is to choose from
	}
	list := w.Store.MatchesOf
	if player != r.Player() {
		list = func(ctx context.Context, club, player int64, f results.MatchFilter, at results.MatchRange) (
			results.MatchPage, error) {
			return w.Store.MatchesFor(ctx, club, r.Player(), player, f, at)
		}
	}
	matches, err := list(r.Ctx(), r.Club.ID, player, narrow, at)
	if err != nil {
		return err
	}
	f.judge(matches)
	props := matchpage.MatchesProps{
		Newer: matches.Newer.String(), Older: matches.Older.String(), Total: matches.Total,
		Found: matches.Found.Matches, Among: matches.Found.Among, Looked: matches.Looked,
		First:  matches.Newer.String() == "",
		Filter: f.as, Chosen: f.with, Faults: f.faults,
		Games: w.GameInfos, Seasons: web.SeasonChoices(matches.Seasons),
	}
	if player != r.Player() {
		whose := web.PersonOf(r.Player(), matches.Whose)
		props.Whose = &whose
	}
	for _, p := range matches.Met {
		props.Met = append(props.Met, web.PersonOf(r.Player(), p))
	}
	for _, n := range matches.Nights {
		props.Nights = append(props.Nights, matchpage.NightChoice(n))
	}
	for _, k := range matches.Presets {
		props.Presets = append(props.Presets, matchpage.KeptRules(k))
	}
	if len(f.faults) > 0 {
		props.Newer, props.Older = "", ""
		return r.Show(http.StatusUnprocessableEntity, matchpage.Matches(props))
	}
	for _, m := range matches.Lines {
		props.Results = append(props.Results, w.Result(r, m).For(player))
	}
	return r.Show(http.StatusOK, matchpage.Matches(props))
}

func (w *Wing) ShowMatch(r *web.Request) error {
	err := w.matchPage(r, http.StatusOK, r.Number("match"), matchpage.Correcting{})
	if errors.Is(err, base.ErrNotFound) { // numbers and records name matches with real cards, too
		if m, _, recorded := w.Store.RecordedMatch(r.Ctx(), r.Club.ID, r.Player(), r.Number("match")); recorded == nil {
			return r.GoTo(link.Recorded(r.Club.Slug, m.ID))
		}
	}
	return err
}

func (w *Wing) matchPage(r *web.Request, status int, id int64, correcting matchpage.Correcting) error {
	sheet, err := w.Store.Match(r.Ctx(), r.Club.ID, id, r.Player())
	if err != nil {
		return err
	}
	game, err := w.Game(sheet.Game)
	if err != nil {
		return err
	}
	props := matchpage.MatchProps{
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
		props.Contributions = append(props.Contributions, matchpage.Contribution(c))
	}
	for _, m := range sheet.Made {
		props.Made = append(props.Made, matchpage.MadeRow(m))
	}
	for _, l := range sheet.Levels {
		props.Levels = append(props.Levels, matchpage.LevelRow(l))
	}
	for _, l := range sheet.Luck {
		props.Luck = append(props.Luck, matchpage.LuckRow(l))
	}
	entries, err := w.Store.Corrections(r.Ctx(), r.Club.ID, r.Player(), id)
	if err != nil {
		return err
	}
	for _, c := range entries {
		props.Corrections = append(props.Corrections, matchpage.CorrectionRow(c))
	}
	return r.Show(status, matchpage.Match(props))
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
