package handlers

import (
	"net/http"
	"slices"

	"carteado/db"
	"carteado/engine"
	"carteado/engine/card"
	"carteado/views/link"
	"carteado/views/page"
)

// An arranger is the view of a game in which a move with a card can be arranged
// in several ways.
type arranger interface {
	// Held are the viewer's own cards.
	Held() []card.Card
	// Arrangements are the moves with one of them, best first.
	Arrangements(card.Card) []engine.Move
}

// showArrange lets a player choose the combinations of a move.
func (s *Server) showArrange(r *request) error {
	board, err := s.board(r)
	if err != nil {
		return err
	}
	if kindOf(board) != kindBoard || board.View.Seat == engine.Spectator {
		return r.goTo(link.Table(r.club.Slug, board.Table.Number))
	}
	view, ok := board.View.Round.(arranger)
	if !ok {
		return db.ErrNotFound
	}
	props := page.ArrangeProps{
		Table: board.Table.Number, Match: board.Table.Match, Version: board.View.Version, Idem: newIdem(), Hand: view.Held(),
	}
	for _, move := range board.Legal {
		c := move.Card()
		name := c.String()
		if c == card.Unknown || slices.Contains(props.Cards, name) {
			continue
		}
		moves := view.Arrangements(c)
		if len(moves) == 0 {
			continue
		}
		props.Cards = append(props.Cards, name)
		if name == r.QueryParam("card") {
			props.Card, props.Moves = name, moves
		}
	}
	return r.render(http.StatusOK, page.Arrange(props))
}
