package handlers

import (
	"net/http"
	"testing"

	"carteado/db"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/views/link"
)

// A review is asked for on the page of its match, waited for by loading the page, read, and shared by whom it is about.
func TestReviews(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento, davi := e.as("Bento"), e.as("Davi")
	own := link.Review(e.club, e.over, e.players["Bento"])
	if page := bento.get(link.Match(e.club, e.over)).want(http.StatusOK); len(all(page.doc(), "a", "href", own)) != 1 {
		t.Error("the score sheet has no way to the review")
	}
	asked := bento.get(own).want(http.StatusOK).mustForm(link.Reviews(e.club, e.over))
	asked.send().want(http.StatusSeeOther)
	asked.send().want(http.StatusSeeOther)
	bento.get(own).want(http.StatusOK).says("It begins as soon as nothing else waits")
	davi.get(own).want(http.StatusNotFound)
	davi.post(link.Reviews(e.club, e.over), nil).want(http.StatusForbidden).says("You had no seat in this match")
	bento.post(link.Reviews(e.club, e.running), nil).want(http.StatusConflict).says("This match still goes on")

	ctx, job := t.Context(), db.ReviewJob{Match: e.over, Player: e.players["Bento"]}
	if _, _, err := e.Store.Decisions(ctx, job); err != nil {
		t.Fatal(err)
	}
	moves, err := engine.ParseMoves("draw @stock; draw @discard", 0)
	if err != nil {
		t.Fatal(err)
	}
	found := bot.Review{Looked: 9, Worse: 1, Better: []bot.Decision{{Round: 1, Turn: 1, Made: moves[0].Move,
		Other: moves[1].Move, Gain: 0.05, Error: 0.01}}}
	if err := e.Store.SaveReview(ctx, job, found); err != nil {
		t.Fatal(err)
	}
	page := bento.get(own).want(http.StatusOK).says("About 5 wins more in 100, between 3 and 7")
	if len(all(page.doc(), "a", "href", link.Replay(e.club, e.over, 0))) != 1 {
		t.Error("nothing leads into the replay")
	}
	davi.get(own).want(http.StatusNotFound)
	page.mustForm(link.ShareReview(e.club, e.over)).with("shared", "yes").send().want(http.StatusSeeOther)
	davi.get(own).want(http.StatusOK).says("About 5 wins more")
	bento.get(own).want(http.StatusOK).mustForm(link.ShareReview(e.club, e.over)).send().want(http.StatusSeeOther)
	davi.get(own).want(http.StatusNotFound)
	davi.post(link.ShareReview(e.club, e.over), nil).want(http.StatusForbidden)
}
