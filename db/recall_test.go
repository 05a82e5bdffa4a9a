package db_test

import (
	"reflect"
	"testing"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/knock"
)

// Programs that make the moves of one match by turns, each remembering how it has left it,
// play the same match as one does, and show it alike.
func TestProgramsTakeTurns(t *testing.T) {
	t.Parallel()
	c := foundOn(t, dbtest.Store(t, knock.Game{}), knock.Game{})
	second, err := db.Open(t.Context(), db.Config{URL: c.Pool().Config().ConnString(), Games: []engine.Game{
		knock.Game{}}, Timeout: dbtest.Timeout})
	must(t, err)
	t.Cleanup(second.Close)
	other := c
	other.Store = second
	m := c.mirror(t)
	for n := range 50 {
		programs := []club{c, other}
		m.play(t, programs[n/3%2])
		if n == 20 { // beside the moves, which makes the row another
			must(t, other.Propose(t.Context(), c.id, m.table, c.ana, m.id, live.OfferEnd))
		}
		for seat, player := range m.players {
			if got, want := programs[n%2].board(t, m.table, player).View,
				m.match.View(engine.Seat(seat)); !reflect.DeepEqual(got, want) {
				t.Fatalf("at move %d seat %d sees\n%+v, not\n%+v", n, seat, got, want)
			}
		}
	}
}
