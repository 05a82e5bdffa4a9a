package db_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// The steps that a player has done are their own: each once, in the export, and gone with the account.
func TestStepsDone(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	for _, step := range []string{"melds", "trash", "melds"} {
		must(t, c.FinishStep(ctx, c.bento, "knock", step))
	}
	must(t, c.FinishStep(ctx, c.bento, "rummy", "run"))
	for player, want := range map[int64][]string{c.bento: {"melds", "trash"}, c.ana: {}} {
		steps, err := c.StepsDone(ctx, player, "knock")
		if must(t, err); !slices.Equal(steps, want) {
			t.Errorf("player %d has done %v, want %v", player, steps, want)
		}
		var data bytes.Buffer
		must(t, c.ExportOf(ctx, player, &data, nil))
		if has := strings.Contains(data.String(), "trash"); has != (player == c.bento) {
			t.Errorf("the export of %d: %s", player, data.String())
		}
	}
	must(t, c.DeleteAccount(ctx, c.bento))
	if n := c.count(t, `SELECT count(*) FROM lessons`); n != 0 {
		t.Errorf("%d rows outlive the account", n)
	}
}

// What a guest of a night has done of the lessons is the member's, too, who was that guest.
func TestAClaimBringsStepsDone(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, luis := c.playsWithVisitor(t)
	dora := c.joins(t, "Dora")
	for player, steps := range map[int64][]string{luis: {"deal", "turn"}, dora: {"turn", "end"}} {
		for _, step := range steps {
			must(t, c.FinishStep(ctx, player, "knock", step))
		}
	}
	guest := c.arrival(t, luis)
	must(t, c.ClaimGuest(ctx, c.id, dora, night, guest, true))
	must(t, c.AnswerClaim(ctx, c.id, c.ana, night, guest, dora, true))
	steps, err := c.StepsDone(ctx, dora, "knock")
	if must(t, err); !slices.Equal(steps, []string{"turn", "end", "deal"}) {
		t.Errorf("she has done %v", steps)
	}
}
