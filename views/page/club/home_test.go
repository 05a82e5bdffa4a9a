package club

import (
	"fmt"
	"testing"
	"time"

	"carteado/views/i18n"
	tablepage "carteado/views/page/table"
)

// From ten on turns are grouped by when they are due, in the reader's time zone; fewer
// stay in one list.
func TestManyTurnsAreGrouped(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("there", -3*3600)
	now := time.Date(2026, 11, 22, 21, 0, 0, 0, zone)
	ctx := i18n.WithTime(i18n.With(t.Context(), i18n.English), now, zone)
	var p HomeProps
	for n, due := range []time.Duration{-time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 30 * time.Hour,
		50 * time.Hour, 0, 0, 0} {
		turn := tablepage.Table{Number: n, Now: now}
		if due != 0 {
			turn.Due = now.Add(due)
		}
		p.MyTurn = append(p.MyTurn, turn)
	}
	shown := func() (text string) {
		for _, g := range p.turns(ctx) {
			text += fmt.Sprintf("%s %d; ", g.Title, len(g.Tables))
		}
		return text
	}
	if got, want := shown(), "Your turn 9; "; got != want {
		t.Errorf("nine turns: %s, want %s", got, want)
	}
	p.MyTurn = append(p.MyTurn, tablepage.Table{Now: now})
	if got, want := shown(), "Due today 3; In the next days 3; No clock 4; "; got != want {
		t.Errorf("ten turns: %s, want %s", got, want)
	}
}
