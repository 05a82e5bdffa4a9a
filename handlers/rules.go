package handlers

import (
	"net/http"

	"carteado/engine"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
)

// showGames leads to the rules of the first game, from where the others are
// near.
func (s *Server) showGames(r *request) error { return r.goTo(link.RulesOf(s.games[0].Key)) }

// showGame shows the rules of a game in general.
func (s *Server) showGame(r *request) error {
	game, err := s.game(r.Param("game"))
	if err != nil {
		return err
	}
	if r.viewer != nil {
		if err := s.nameClub(r); err != nil {
			return err
		}
	}
	return r.render(http.StatusOK, tablepage.Rules(tablepage.RulesProps{
		Club: r.club.Slug, Games: s.games, Game: game, Examples: engine.Examples(s.byKey[game.Key].Rules),
	}))
}

// showRules shows the rules as a table plays them.
func (s *Server) showRules(r *request) error {
	view, err := s.store.TableOf(r.ctx(), r.club.ID, r.table(), r.player())
	if err != nil {
		return err
	}
	game, err := s.game(view.Game)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, tablepage.Rules(tablepage.RulesProps{
		Club: r.club.Slug, Table: view.Number, Game: game, Options: view.Options, Examples: engine.Examples(s.byKey[game.Key].Rules),
	}))
}
