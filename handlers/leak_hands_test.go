package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/db/keys"
	"carteado/engine"
	"carteado/engine/shuffle"
	"carteado/views/link"
)

// lineOfItsOwn is what differs in any two lines of the log: times and the number of
// a request.
var lineOfItsOwn = regexp.MustCompile(`"(time|took|request)":("[^"]*"|\d+)`)

// The order that a player gave their hand, and that they gave it one, is nobody else's: in matches that
// differ in nothing else, every page and form answers everybody else alike, to the last byte
// and header, polls that wait are not woken, and the log says the same.
func TestNoLeakOfTheHandsOrder(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Rules.Info().Key, func(t *testing.T) {
			t.Parallel()
			c := newCrowd(t, game)
			watch, chance := c.dealt(game.Rules.Info().MinSeats), shuffle.NewChance(engine.Seed{}.Derive("hands", 0))
			for n := 0; n < 6 || len(slices.Compact(c.handOfCelia())) < 2; n++ {
				c.step(watch, chance)
			}
			routes := slices.DeleteFunc(c.routes(), func(r route) bool {
				return r.method != http.MethodGet || !strings.Contains(r.path, ":club")
			})
			viewers := []string{"Bento", "Davi", "Gina", "Ana", "Hugo"}
			for _, viewer := range viewers {
				c.in(viewer).get(link.Table(c.club, c.tables["running"])) // signs in, and is known to watch
			}
			c.waitTogether()
			for _, viewer := range viewers {
				c.sql(`DELETE FROM hands`)
				c.forget()
				none := c.whileSeen(viewer, routes)
				one, two := c.inOrder(false, viewer, routes), c.inOrder(true, viewer, routes)
				for path, page := range one {
					if page != two[path] {
						t.Errorf("%s can tell at %s: %s", viewer, path, difference(page, two[path]))
					}
					if path != "log" && page != none[path] { // which says how large her own page was
						t.Errorf("%s can tell at %s that a hand was put in order: %s", viewer, path,
							difference(page, none[path]))
					}
				}
			}
			// A header that depends on the order is found.
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				order, err := c.key().OpenText(keys.Hand, c.text(`SELECT coalesce(max(cards), '') FROM hands
					WHERE match_id = $1`))
				c.must(err)
				w.Header().Set("X-Hand", order)
				c.Handler().ServeHTTP(w, r)
			}))
			defer web.Close()
			c.url = web.URL
			if one, two := c.inOrder(false, "Gina", routes[:1]),
				c.inOrder(true, "Gina", routes[:1]); one[routes[0].path] == two[routes[0].path] {
				t.Error("a header over the order is not found")
			}
		})
	}
}

// inOrder lets Célia put her hand in order, and returns what a viewer gets on every page then, and what is logged
// meanwhile.
func (c *crowd) inOrder(backwards bool, viewer string, routes []route) map[string]string {
	c.t.Helper()
	path := link.Hand(c.club, c.tables["running"])
	hand := c.handOfCelia()
	if backwards {
		slices.Reverse(hand)
	}
	c.in("Célia").post(path, url.Values{"match": {fmt.Sprint(c.matches["running"])},
		"hand": {strings.Join(hand, " ")}}).want(http.StatusSeeOther)
	return c.whileSeen(viewer, routes)
}

// whileSeen is what a viewer gets on every page, and what is logged meanwhile.
func (c *crowd) whileSeen(viewer string, routes []route) map[string]string {
	c.t.Helper()
	pages, begun := map[string]string{}, len(c.log.String())
	c.waitTogether()
	for _, r := range routes {
		pages[r.path] = impersonal(c.in(viewer).get(c.address(r, "running")))
	}
	pages["log"] = lineOfItsOwn.ReplaceAllString(c.log.String()[begun:], "")
	return pages
}

// handOfCelia are the cards in Célia's hand, by name.
func (c *crowd) handOfCelia() []string {
	c.t.Helper()
	return c.handIn(c.in("Célia"))
}

// handIn are the cards that somebody could put in order, by name.
func (c *crowd) handIn(b *browser) []string {
	c.t.Helper()
	path := link.Hand(c.club, c.tables["running"])
	page := b.get(path)
	if page.StatusCode != http.StatusOK {
		return nil
	}
	return slices.Sorted(slices.Values(inputs(page.mustForm(path), "card")))
}
