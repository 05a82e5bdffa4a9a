package handlers

import (
	"net/http"
	"strconv"

	"carteado/db"
	"carteado/engine"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

func (s *Server) showMatches(r *request) error {
	n := 1
	if text := r.QueryParam("page"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil || n < 1 {
			return db.ErrNotFound
		}
	}
	filter := s.matchFilter(r)
	matches, err := s.store.MatchesOf(r.ctx(), r.club.ID, r.player(), filter, n)
	if err != nil {
		return err
	}
	props := page.MatchesProps{
		Club: r.club.Slug, Page: matches.Page, Total: matches.Total, PerPage: db.MatchesPerPage,
		Filter: link.MatchFilter(filter), Games: s.games,
	}
	for _, season := range matches.Seasons {
		props.Seasons = append(props.Seasons, page.Choice{ID: season.ID, Name: season.Name})
	}
	for _, p := range matches.Met {
		props.Met = append(props.Met, part.Person{ID: p.ID, Name: p.Name})
	}
	for _, m := range matches.Lines {
		props.Results = append(props.Results, s.result(r, m))
	}
	return r.render(http.StatusOK, page.Matches(props))
}

// matchFilter reads what a list of matches is narrowed to. What means nothing
// narrows nothing.
func (s *Server) matchFilter(r *request) (f db.MatchFilter) {
	if game, err := s.game(r.QueryParam("game")); err == nil {
		f.Game = game.Key
	}
	if result := r.QueryParam("result"); result == db.MatchesWon || result == db.MatchesLost {
		f.Result = result
	}
	f.With, _ = strconv.ParseInt(r.QueryParam("with"), 10, 64)
	f.Season, _ = strconv.ParseInt(r.QueryParam("season"), 10, 64)
	return f
}

// result is a match in a list.
func (s *Server) result(r *request, m db.MatchLine) page.Result {
	return page.Result{
		Match: m.ID, Game: m.Game, Seats: people(r, m.Seats), Mine: int(m.Mine), Totals: m.Totals,
		Goal:    s.goal(m.Game, m.Options),
		Outcome: m.Outcome, Rounds: m.Rounds, Started: m.StartedAt, Ended: m.EndedAt,
	}
}

func (s *Server) showMatch(r *request) error {
	id, err := r.number("match")
	if err != nil {
		return err
	}
	return s.matchPage(r, http.StatusOK, id, page.Correcting{})
}

func (s *Server) matchPage(r *request, status int, id int64, correcting page.Correcting) error {
	sheet, err := s.store.Match(r.ctx(), r.club.ID, id, r.player())
	if err != nil {
		return err
	}
	game, err := s.game(sheet.Game)
	if err != nil {
		return err
	}
	props := page.MatchProps{
		Club: r.club.Slug, ID: sheet.ID, Table: sheet.Table, Game: game, Options: sheet.Options,
		Seats: people(r, sheet.Seats), Goal: s.goal(sheet.Game, sheet.Options), Left: left(sheet), Totals: sheet.Totals,
		Rounds: sheet.Scores, Outcome: sheet.Outcome, Number: number(sheet), Moves: sheet.Moves,
		Started: sheet.StartedAt, Ended: sheet.EndedAt,
		Commitment: sheet.Commitment, Secret: sheet.Seed, Shuffle: engine.ShuffleVersion, Correcting: correcting, Closed: closing(sheet.Closed),
	}
	entries, err := s.store.Corrections(r.ctx(), r.club.ID, r.player(), id)
	if err != nil {
		return err
	}
	for _, c := range entries {
		props.Corrections = append(props.Corrections, page.CorrectionRow{
			Kind: string(c.Kind), Places: c.Places, Reason: c.Reason, By: part.Person{ID: c.By, Name: c.Name}, At: c.At,
		})
	}
	return r.render(status, page.Match(props))
}

// left says by seat whose players left.
func left(sheet db.Sheet) []bool {
	left := make([]bool, len(sheet.Seats))
	for _, seat := range sheet.Left {
		left[seat] = true
	}
	return left
}

// number is that of the round in play, or of the last one when the match is over.
func number(sheet db.Sheet) int {
	if sheet.Outcome != nil {
		return len(sheet.Scores)
	}
	return len(sheet.Scores) + 1
}

func (s *Server) showRound(r *request) error {
	id, err := r.number("match")
	if err != nil {
		return err
	}
	n, err := r.number("round")
	if err != nil {
		return err
	}
	end, err := s.store.RoundEnd(r.ctx(), r.club.ID, id, int(min(n, 1<<30)), r.player())
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, page.Round(page.RoundProps{
		Club: r.club.Slug, Match: end.ID, Game: end.Game, Goal: s.goal(end.Game, end.Options), View: end.View, Score: end.Score,
		Seats: people(r, end.Seats), Last: len(end.Scores),
	}))
}

// showReplay shows every hand of a match that is over, after some of its moves.
func (s *Server) showReplay(r *request) error {
	id, err := r.number("match")
	if err != nil {
		return err
	}
	step, err := strconv.Atoi(r.Param("step"))
	if err != nil || step < 0 || strconv.Itoa(step) != r.Param("step") {
		return db.ErrNotFound
	}
	replay, err := s.store.Replay(r.ctx(), r.club.ID, id, step, r.player())
	if err != nil {
		return err
	}
	if to, err := strconv.Atoi(r.QueryParam("move")); err == nil {
		return r.goTo(link.Replay(r.club.Slug, id, min(max(to, 0), replay.Sheet.Moves)))
	}
	props := page.ReplayProps{
		Club: r.club.Slug, Match: replay.ID, Game: replay.Game, Seats: people(r, replay.Seats),
		Step: replay.Step, Views: replay.Views, Rounds: len(replay.Scores), Ended: replay.EndedAt,
	}
	if replay.Sheet.Outcome != nil {
		props.Outcome = *replay.Sheet.Outcome
	}
	for _, m := range replay.List {
		props.Moves = append(props.Moves, table.Entry{Version: m.Version, Seat: m.Seat, Events: m.Events, Time: m.At})
		if m.Round > len(props.Starts) && m.Move.Verb != engine.VerbNext {
			props.Starts = append(props.Starts, m.Version-1)
		}
	}
	return r.render(http.StatusOK, page.Replay(props))
}
