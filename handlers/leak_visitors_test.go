package handlers

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/conform"
	"carteado/engine/shuffle"
	"carteado/views/link"
)

// A guest of a night is told at their table what its rules tell their seat, and a guest without a table nothing at all:
// two matches that differ only in what they cannot know answer alike, to the last byte and header, on every page.
func TestNoLeakToAGuest(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Rules.Info().Key, func(t *testing.T) {
			t.Parallel()
			c := newCrowd(t, game)
			watch := c.withGuests()
			chance := shuffle.NewChance(engine.Seed{}.Derive("guests", 2))
			for n := 0; n < 8 || n < 20 && !c.firstMovedInSecret(); n++ {
				c.step(watch, chance)
			}
			table, board := c.tables["running"], link.Table(c.club, c.tables["running"])
			for _, r := range c.routes() {
				if strings.Contains(r.path, ":table") {
					for _, fault := range c.alike("Nina", r, c.address(r, "running"), "running",
						fmt.Sprintf("/tables/%d", table), "/tables/999999") {
						t.Error(fault)
					}
				}
			}
			for _, viewer := range []string{"Luís", "Nina"} {
				for _, fault := range c.tells(watch, viewer, c.routes()) {
					t.Error(fault)
				}
			}
			c.in("Luís").get(board).want(http.StatusOK).says("Bento")
			c.hearsAll(watch, "Luís")
		})
	}
}

// withGuests draws Bento and Luís, a guest of the night, to a table, as the one that is running. Nina is a guest who
// came too late for it.
func (c *crowd) withGuests() *conform.Worlds {
	c.t.Helper()
	n := c.door(c.night)
	guest := func(name string) {
		c.browsers[name] = n.visitor(name)
		c.players[name] = c.id(`SELECT player_id FROM arrivals WHERE night_id = $1 AND name = $2`, n.night, name)
	}
	guest("Luís")
	c.in("Bento").post(n.wall, nil).want(http.StatusSeeOther)
	table := n.draws(2)
	guest("Nina")
	for _, name := range []string{"Luís", "Bento"} {
		c.in(name).post(link.Join(c.club, table), nil).want(http.StatusSeeOther)
	}
	c.tables["running"], c.matches["running"] = table, c.board(table, "Bento").Table.Match
	c.sql(`UPDATE sessions SET seen_at = now() + interval '1 hour'`)
	return conform.Follow(c.stored(), shuffle.NewChance(engine.Seed{}))
}
