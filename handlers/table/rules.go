package table

import (
	"net/http"

	"carteado/engine"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
)

// ShowGames leads to the rules of the first game, from where the others are
// near.
func (w *Wing) ShowGames(r *web.Request) error { return r.GoTo(link.RulesOf(w.GameInfos[0].Key)) }

// ShowGame shows the rules of a game in general.
func (w *Wing) ShowGame(r *web.Request) error {
	game, err := w.Game(r.Param("game"))
	if err != nil {
		return err
	}
	if r.Viewer != nil {
		if err := w.NameClub(r); err != nil {
			return err
		}
	}
	return r.Show(http.StatusOK, tablepage.Rules(tablepage.RulesProps{
		Club: r.Club.Slug, Games: w.GameInfos, Game: game, Examples: engine.Examples(w.GamesByKey[game.Key].Rules),
	}))
}

// ShowRules shows the rules as a table plays them.
func (w *Wing) ShowRules(r *web.Request) error {
	view, err := w.Store.TableOf(r.Ctx(), r.Club.ID, r.Table(), r.Player())
	if err != nil {
		return err
	}
	game, err := w.Game(view.Game)
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, tablepage.Rules(tablepage.RulesProps{
		Club: r.Club.Slug, Table: view.Number, Game: game, Options: view.Options,
		Examples: engine.Examples(w.GamesByKey[game.Key].Rules),
	}))
}
