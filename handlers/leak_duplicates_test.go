package handlers

import (
	"net/http"
	"slices"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/engine"
	"carteado/views/link"
)

// Two tables play the same deals. Every page that the players of one, a host without a seat, other members, strangers
// and the television can fetch is the same, to the last byte and header, before the other has moved and after it has
// played to its end. Once both are over the pages differ, so that the test sees what it looks at.
func TestHeldTablesTellNothing(t *testing.T) {
	for _, game := range games.All() {
		info := game.Rules.Info()
		if !info.Duplicate {
			continue
		}
		t.Run(info.Key, func(t *testing.T) {
			t.Parallel()
			c := newCrowd(t, game)
			held, other := c.duplicate(info.Key)
			viewers := slices.Concat(other, []string{"Gina", "Eva", "Fábio", "nobody", "television"})
			for _, viewer := range viewers[:len(viewers)-1] { // who is here now, and who has signed in, stands on pages
				c.in(viewer).get(link.Club(c.club))
			}
			c.sql(`UPDATE players SET seen_at = now() + interval '1 hour' WHERE seen_at IS NOT NULL`) // here all the time
			before := c.everything(viewers)
			c.playOut(held)
			after := c.everything(viewers)
			for page, text := range before {
				if after[page] != text {
					t.Errorf("%s tells what was played: %s", page, difference(text, after[page]))
				}
			}
			c.playOut(c.tables["waiting"])
			c.must(c.Store.ReleaseRound(t.Context(), live.ReleaseJob{Night: c.night, Round: 1}))
			told := 0
			for page, text := range c.everything(viewers) {
				if before[page] != text {
					told++
				}
			}
			if told < 20 {
				t.Errorf("once both are over, %d pages differ", told)
			}
		})
	}
}

// duplicate opens two tables of a night with the same deal. Addresses name the first, and as waiting the second; its
// players are returned.
func (c *crowd) duplicate(game string) (held int, others []string) {
	c.t.Helper()
	ctx, ana := c.t.Context(), c.players["Ana"]
	names := map[int64]string{}
	for _, name := range []string{"Ana", "Bento", "Célia", "Davi"} {
		names[c.players[name]] = name
		c.must(c.Store.SetArrived(ctx, c.clubID, ana, c.night, c.players[name], true))
	}
	c.must(c.Store.SetScreen(ctx, c.clubID, ana, c.night, true))
	c.must(c.Store.DrawTables(ctx, c.clubID, ana, c.night, nights.Wish{Game: game, Minutes: 20, Sizes: []int{2, 2},
		Screens: true, Options: engine.Options{engine.Duplicate: "1"}}))
	c.must(c.Store.OpenRound(ctx, c.clubID, ana, c.night, 1))
	c.must(c.Store.OpenDrawnTables(ctx, c.clubID, ana, c.night, 1))
	draws, err := c.Store.DrawsOf(ctx, c.clubID, ana, c.night)
	c.must(err)
	tables := draws[0].Tables
	for _, table := range tables {
		c.must(c.Store.JoinTable(ctx, c.clubID, table.Table, table.Seats[1].Player, live.Contribution{}))
	}
	for _, seat := range tables[1].Seats {
		others = append(others, names[seat.Player])
	}
	c.tables["running"], c.tables["waiting"] = tables[0].Table, tables[1].Table
	board, err := c.Store.Board(ctx, c.clubID, tables[0].Table, tables[0].Seats[0].Player)
	c.must(err)
	c.matches["running"] = board.Table.Match
	return tables[0].Table, others
}

// everything is every page with the addresses of the first table, and the pages on which all tables are listed.
func (c *crowd) everything(viewers []string) map[string]string {
	c.t.Helper()
	pages := map[string]string{}
	c.forget()
	token, err := c.Store.ScreenOf(c.t.Context(), c.clubID, c.players["Ana"], c.night)
	c.must(err)
	for _, viewer := range viewers {
		if viewer == "television" {
			pages[viewer] = impersonal(c.in("nobody").get(link.Television(token.Reveal())))
			continue
		}
		for _, r := range c.routes() {
			if r.method == http.MethodGet {
				pages[viewer+" "+r.path] = impersonal(c.in(viewer).get(c.address(r, "running")))
			}
		}
	}
	return pages
}

// playOut plays the match of a table to its end, each seat as a bot would.
func (c *crowd) playOut(number int) {
	c.t.Helper()
	players := []int64{}
	for name, id := range c.players {
		if slices.Contains([]string{"Ana", "Bento", "Célia", "Davi"}, name) {
			players = append(players, id)
		}
	}
	for range 5000 {
		moved := false
		for _, player := range players {
			board, err := c.Store.Board(c.t.Context(), c.clubID, number, player)
			if err != nil || len(board.Legal) == 0 {
				continue
			}
			rates := c.offered[0].Rules.(engine.Rater).Rate(board.View.Round, board.Legal)
			for name, id := range c.players {
				if id == player {
					c.plays(number, name, board.Legal[slices.Index(rates, slices.Max(rates))])
				}
			}
			moved = true
			break
		}
		if !moved {
			return
		}
	}
	c.t.Fatal("the match does not end")
}
