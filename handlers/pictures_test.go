package handlers

import (
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"carteado/db/results"
	"carteado/engine/standing"
	"carteado/views/link"
	"carteado/views/picture"
)

// A picture shows a result that counts to those who may see it, and names those alone who let their names leave the
// club. The same picture is drawn once.
func TestPictures(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	if _, err := e.Store.FoundSeason(t.Context(), e.clubID, e.players["Ana"], results.Season{Name: "Winter",
		StartsAt: time.Now().Add(-time.Hour), EndsAt: time.Now().Add(time.Hour),
		Charter: standing.Standard()}); err != nil {
		t.Fatal(err)
	}
	draw := func(address string) string {
		t.Helper()
		rec := e.as("Ana").get(address).want(http.StatusOK)
		config, err := png.DecodeConfig(strings.NewReader(rec.body))
		if err != nil || config.Width != picture.Width || config.Height != picture.Height ||
			rec.Header.Get("Content-Type") != "image/png" {
			t.Errorf("%s: %+v, %v", address, config, err)
		}
		return rec.body
	}
	match, season := link.Picture(e.club, e.over), link.SeasonPicture(e.club, e.id(`SELECT id FROM seasons`))
	for _, address := range []string{match, season} {
		e.sql(`UPDATE players SET outside = false`)
		nameless := draw(address)
		e.sql(`UPDATE players SET name = 'Somebody', outside = false WHERE name = 'Célia'`)
		if draw(address) != nameless {
			t.Errorf("%s names who does not want it", address)
		}
		e.sql(`UPDATE players SET outside = true, name = 'Célia' WHERE name = 'Somebody'`)
		if draw(address) == nameless {
			t.Errorf("%s does not name who wants it", address)
		}
	}
	e.as("Ana").get(link.Picture(e.club, e.running)).want(http.StatusNotFound)
	played := draw(match)
	correct := func(c results.Correction) {
		t.Helper()
		if err := e.Store.Correct(t.Context(), e.clubID, e.players["Ana"], e.over, c); err != nil {
			t.Fatal(err)
		}
	}
	correct(results.Correction{Kind: results.CorrectPlaces, Places: []int{1, 1}, Reason: "x"})
	if draw(match) == played {
		t.Error("the picture does not know of the correction")
	}
	correct(results.Correction{Kind: results.CorrectVoid, Reason: "x"})
	e.as("Ana").get(match).want(http.StatusNotFound)
	page := e.as("Ana").get(link.Match(e.club, e.over)).want(http.StatusOK)
	if strings.Contains(page.body, "to share") {
		t.Error("a void match leads to a picture")
	}
}
