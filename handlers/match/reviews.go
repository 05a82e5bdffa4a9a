package match

import (
	"net/http"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/handlers/web"
	"carteado/views/link"
	matchpage "carteado/views/page/match"
	"carteado/views/table"
)

// ShowReview is what the Master says of a player's moves in a match, how far it is, or how to ask for it.
func (w *Wing) ShowReview(r *web.Request) error {
	review, err := w.Store.ReviewOf(r.Ctx(), r.Club.ID, r.Number("match"), r.Number("player"), r.Player())
	if err != nil {
		return err
	}
	p := matchpage.ReviewProps{
		Match: review.ID, Game: review.Game, Seats: web.People(r.Player(), review.Seats), Ended: review.EndedAt,
		Asked: review.Asked, Looked: review.Looked, Decisions: review.Decisions, Shared: review.Shared,
		Found: review.Found, Link: w.URL + link.Review(r.Club.Slug, review.ID, review.Player),
	}
	for i, seat := range p.Seats {
		if seat.ID == review.Player {
			p.Seat = engine.Seat(i)
		}
	}
	if review.Found != nil {
		p.Better = decisions(p, review.Found.Better, review.Better)
		p.Right = decisions(p, review.Found.Right, review.Right)
	}
	return r.Show(http.StatusOK, matchpage.Review(p))
}

func decisions(p matchpage.ReviewProps, list []bot.Decision, scenes []engine.Scene) (rows []matchpage.Decision) {
	for i, d := range list {
		row := matchpage.Decision{Decision: d}
		if i < len(scenes) {
			row.Board = table.NewSeen(scenes[i], p.Seats)
		}
		rows = append(rows, row)
	}
	return rows
}

// AskReview has the Master look at the reader's own moves.
func (w *Wing) AskReview(r *web.Request) error {
	match := r.Number("match")
	err := w.Store.AskReview(r.Ctx(), r.Club.ID, match, r.Player())
	return r.Done(err, link.Review(r.Club.Slug, match, r.Player()))
}

// ShareReview lets others read the reader's own review, or nobody.
func (w *Wing) ShareReview(r *web.Request) error {
	match := r.Number("match")
	err := w.Store.ShareReview(r.Ctx(), r.Club.ID, match, r.Player(), r.Field("shared") != "")
	return r.Done(err, link.Review(r.Club.Slug, match, r.Player()))
}
