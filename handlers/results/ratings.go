package results

import (
	"cmp"
	"errors"
	"net/http"
	"slices"

	"carteado/db/base"
	"carteado/db/results"
	"carteado/handlers/web"
	"carteado/views/link"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
)

// gameAsked is the game of which a page about ratings tells: "" for the one that the reader plays most.
func (w *Wing) gameAsked(r *web.Request) (string, error) {
	game := r.QueryParam("game")
	if game != "" && !slices.Contains(w.GameKeys(), game) {
		return "", base.ErrNotFound
	}
	return game, nil
}

func (w *Wing) ShowRatings(r *web.Request) error {
	game, err := w.gameAsked(r)
	if err != nil {
		return err
	}
	list, err := w.Store.RatingsOf(r.Ctx(), r.Club.ID, r.Player(), game)
	if err != nil {
		return err
	}
	if list.Game == "" { // the reader has none
		if list, err = w.Store.RatingsOf(r.Ctx(), r.Club.ID, r.Player(), w.GameKeys()[0]); err != nil {
			return err
		}
	}
	props := resultpage.RatingsProps{Games: w.GameKeys(), Game: list.Game, Hidden: list.Hidden,
		Saved: r.QueryParam("saved") != ""}
	for _, l := range list.Lines {
		props.Lines = append(props.Lines, ratingRow(r, l))
	}
	return r.Show(http.StatusOK, resultpage.Ratings(props))
}

func ratingRow(r *web.Request, m results.MemberRating) resultpage.RatingRow {
	return resultpage.RatingRow{Rating: m.Rating, Person: web.PersonOf(r.Player(), m.Person), Matches: m.Matches}
}

// HideRating keeps the reader's ratings to themselves, or shows them.
func (w *Wing) HideRating(r *web.Request) error {
	game, err := w.gameAsked(r)
	if err != nil {
		return err
	}
	err = w.Store.HideRating(r.Ctx(), r.Club.ID, r.Player(), r.Field("hidden") == "on")
	return r.Done(err, link.RatingsSaved(r.Club.Slug, game))
}

func (w *Wing) ShowRating(r *web.Request) error {
	game, err := w.gameAsked(r)
	if err != nil {
		return err
	}
	h, err := w.Store.RatingOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("player"), game)
	if err != nil {
		return err
	}
	props := resultpage.RatingProps{RatingRow: ratingRow(r, h.MemberRating), Game: h.Game, Games: h.Games,
		Hidden: h.Hidden}
	for _, at := range h.Points {
		props.Points = append(props.Points, resultpage.RatingPoint(at))
	}
	for _, at := range h.Recent {
		props.Recent = append(props.Recent, resultpage.RatingPoint(at))
	}
	return r.Show(http.StatusOK, resultpage.Rating(props))
}

func (w *Wing) ShowRatingHow(r *web.Request) error {
	game, err := w.gameAsked(r)
	if err != nil {
		return err
	}
	props := resultpage.RatingHowProps{Game: game}
	m, err := w.Store.RatingExample(r.Ctx(), r.Club.ID, r.Player(), game)
	if err != nil && !errors.Is(err, base.ErrNotFound) {
		return err
	}
	if err == nil {
		props.Match, props.Ended = m.Match, m.Ended
		for i, s := range m.Seats {
			person := part.Person{Bot: s.Bot}
			if s.Player != 0 {
				person = web.PersonOf(r.Player(), base.Person{ID: s.Player, Name: s.Name, Face: s.Face})
			}
			props.Seats = append(props.Seats, resultpage.RatingSeat{Person: person, Place: m.Places[i],
				Before: m.Before[i], After: m.After[i], Chance: m.Chance[i]})
		}
		slices.SortStableFunc(props.Seats, func(a, b resultpage.RatingSeat) int {
			return cmp.Compare(a.Place, b.Place)
		})
	}
	return r.Show(http.StatusOK, resultpage.RatingHow(props))
}
