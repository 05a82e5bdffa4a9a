package db_test

import (
	"testing"

	"carteado/db/base"
	"carteado/engine"
)

func TestPresets(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, engine.Options{"turns": "3"})
	_, err := c.SavePreset(ctx, c.id, c.bento, 1, "Ours")
	refused(t, err, base.ErrForbidden)
	_, err = c.SavePreset(ctx, c.id, c.ana, 9, "Ours")
	refused(t, err, base.ErrNotFound)
	preset, err := c.SavePreset(ctx, c.id, c.ana, 1, "Ours")
	must(t, err)
	_, err = c.SavePreset(ctx, c.id, c.ana, 1, "OURS")
	refused(t, err, base.ErrTaken)
	list, err := c.Presets(ctx, c.id, c.bento)
	must(t, err)
	if len(list) != 1 || list[0].Options["turns"] != "3" || list[0].Seats != 2 || list[0].Name != "Ours" {
		t.Errorf("presets: %+v", list)
	}
	_, err = c.Presets(ctx, c.id, c.davi)
	refused(t, err, base.ErrNotFound)
	refused(t, c.RemovePreset(ctx, c.id, c.bento, preset.ID), base.ErrForbidden)
	refused(t, c.RemovePreset(ctx, c.id+1, c.ana, preset.ID), base.ErrNotFound)
	must(t, c.RemovePreset(ctx, c.id, c.ana, preset.ID))
	refused(t, c.RemovePreset(ctx, c.id, c.ana, preset.ID), base.ErrNotFound)
}
