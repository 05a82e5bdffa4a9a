package handlers

import (
	"cmp"
	"net/http"
	"slices"

	"carteado/db"
	tablepage "carteado/views/page/table"
)

// showScoreSheet shows a sheet for the game, the house rules and the seats of a form
// for a new table. It has room for everybody who may play if no seat is named.
func (s *Server) showScoreSheet(r *request) error {
	query := r.QueryParams()
	game, err := s.game(cmp.Or(query.Get("game"), s.games[0].Key))
	if err != nil {
		return err
	}
	form, seats := readNewTable(game, query)
	props := tablepage.ScoreSheetProps{Games: s.games, Game: game, Options: form.Options, Goal: s.goal(game.Key, form.Options), Names: make([]string, game.MaxSeats)}
	if len(seats) > 0 {
		members, err := s.store.Members(r.ctx(), r.club.ID, r.player())
		if err != nil {
			return err
		}
		props.Names = props.Names[:max(len(seats)+1, game.MinSeats)]
		for i, seat := range append([]db.SeatChoice{{Kind: db.SeatMember, Player: r.player()}}, seats...) {
			if at := slices.IndexFunc(members, func(m db.Member) bool { return m.Player == seat.Player }); at >= 0 {
				props.Names[i] = members[at].Name
			}
		}
	}
	return r.render(http.StatusOK, tablepage.ScoreSheet(props))
}
