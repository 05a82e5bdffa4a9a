package db_test

import (
	"testing"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
)

func TestHome(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.CreateSession(ctx, c.bento, "hash", base.HashToken([]byte("token")), "", base.TokenHash{},
		accounts.ByPassword)
	must(t, err)
	home, err := c.homeOf(t, c.ana)
	must(t, err)
	if len(home.MyTurn)+len(home.Waiting)+len(home.Open)+len(home.Recent) > 0 || len(home.Online) != 1 ||
		home.Online[0].Name != "Bento" {
		t.Errorf("empty home: %+v", home)
	}
	positions := map[string]bool{home.At: true}
	see := func(player int64, turn, waiting, open, recent int) {
		t.Helper()
		h, err := c.homeOf(t, player)
		must(t, err)
		if len(h.MyTurn) != turn || len(h.Waiting) != waiting || len(h.Open) != open || len(h.Recent) != recent {
			t.Errorf("got %d %d %d %d, want %d %d %d %d", len(h.MyTurn), len(h.Waiting), len(h.Open), len(h.Recent),
				turn, waiting, open, recent)
		}
		if player == c.ana {
			if positions[h.At] {
				t.Errorf("position %s came twice", h.At)
			}
			positions[h.At] = true
		}
	}
	_, err = c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy", Options: engine.Options{"swap": "off"},
		Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	must(t, err)
	see(c.ana, 0, 1, 0, 0)
	see(c.bento, 0, 0, 1, 0)
	must(t, c.JoinTable(ctx, c.id, 1, c.bento))
	see(c.celia, 0, 0, 0, 0)
	mover := c.mover(t, 1)
	other := c.ana + c.bento - mover
	see(other, 0, 1, 0, 0)
	see(mover, 1, 0, 0, 0)
	_, err = c.Play(ctx, c.input(t, 1, mover, "draw"))
	must(t, err)
	h, err := c.homeOf(t, other)
	must(t, err)
	if last := h.Waiting[0].Last; last == nil || len(last.Events) != 1 || len(last.Events[0].Secret) > 0 {
		t.Errorf("last move on the other's home: %+v", last)
	}
	leave := c.input(t, 1, mover, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err = c.Play(ctx, leave)
	must(t, err)
	see(c.ana, 0, 0, 0, 1)
	see(c.bento, 0, 0, 0, 1)
	_, err = c.homeOf(t, c.davi)
	refused(t, err, base.ErrNotFound)
}

// What waits for the player is read whole, and of the other lists what is shown; the others are counted.
func TestHomeReadsWhatItShows(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	for range 3 {
		_, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy",
			Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
		must(t, err)
	}
	for range 2 {
		c.table(t, engine.Options{"swap": "off"})
	}
	m, err := c.ClubFor(ctx, c.slug, c.bento)
	must(t, err)
	for shown := range 4 {
		h, err := c.HomeOf(ctx, m, shown)
		must(t, err)
		if len(h.Open) != shown || len(h.Open)+h.More.Open != 3 || len(h.MyTurn)+len(h.Waiting)+h.More.Waiting != 2 {
			t.Fatalf("%d open tables, %d more, and %d of one's own, %d shown", len(h.Open), h.More.Open, len(h.MyTurn)+
				len(h.Waiting), shown)
		}
		for i, line := range h.Open {
			if line.Table != 1+i || line.Host != "Ana" {
				t.Errorf("%d shown: line %d is table %d of %q, want table %d", shown, i, line.Table, line.Host, 1+i)
			}
		}
		for _, line := range h.MyTurn {
			if line.Table == 0 {
				t.Errorf("%d shown: a table that waits for the player is not read", shown)
			}
		}
	}
}
