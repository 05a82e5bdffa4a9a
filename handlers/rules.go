package handlers

import (
	"net/http"

	"carteado/engine"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
)

// showGames leads to the rules of the first game, from where the others are
// near.
func (s *Server) showGames(r *web.Request) error { return r.GoTo(link.RulesOf(s.GameInfos[0].Key)) }

// showGame shows the rules of a game in general.
func (s *Server) showGame(r *web.Request) error {
	game, err := s.Game(r.Param("game"))
	if err != nil {
		return err
	}
	if r.Viewer != nil {
		if err := s.NameClub(r); err != nil {
			return err
		}
	}
	return r.Show(http.StatusOK, tablepage.Rules(tablepage.RulesProps{
		Club: r.Club.Slug, Games: s.GameInfos, Game: game, Examples: engine.Examples(s.GamesByKey[game.Key].Rules),
	}))
}

// showRules shows the rules as a table plays them.
func (s *Server) showRules(r *web.Request) error {
	view, err := s.Store.TableOf(r.Ctx(), r.Club.ID, r.Table(), r.Player())
	if err != nil {
		return err
	}
	game, err := s.Game(view.Game)
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, tablepage.Rules(tablepage.RulesProps{
		Club: r.Club.Slug, Table: view.Number, Game: game, Options: view.Options,
		Examples: engine.Examples(s.GamesByKey[game.Key].Rules),
	}))
}
