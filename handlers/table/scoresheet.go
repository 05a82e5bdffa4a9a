package table

import (
	"cmp"
	"net/http"
	"slices"

	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/handlers/web"
	tablepage "carteado/views/page/table"
)

// ShowScoreSheet shows a sheet for the game, the house rules and the seats of a form
// for a new table. It has room for everybody who may play if no seat is named.
func (w *Wing) ShowScoreSheet(r *web.Request) error {
	query := r.QueryParams()
	game, err := w.Game(cmp.Or(query.Get("game"), w.GameInfos[0].Key))
	if err != nil {
		return err
	}
	form, seats := readNewTable(game, query)
	props := tablepage.ScoreSheetProps{Games: w.GameInfos, Game: game, Options: form.Options,
		Goal: w.Goal(game.Key, form.Options), Names: make([]string, game.MaxSeats)}
	if len(seats) > 0 {
		members, err := w.Store.Members(r.Ctx(), r.Club.ID, r.Player())
		if err != nil {
			return err
		}
		props.Names = props.Names[:max(len(seats)+1, game.MinSeats)]
		for i, seat := range append([]live.SeatChoice{{Kind: live.SeatMember, Player: r.Player()}}, seats...) {
			if at := slices.IndexFunc(members, func(m clubs.Member) bool { return m.Player == seat.Player }); at >= 0 {
				props.Names[i] = members[at].Name
			}
		}
	}
	return r.Show(http.StatusOK, tablepage.ScoreSheet(props))
}
