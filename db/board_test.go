package db_test

import (
	"reflect"
	"sync"
	"testing"

	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine/knock"
)

// A table that is read once for all shows each viewer what they would be shown alone, in whatever
// order they look, and nothing to a viewer who was admitted elsewhere.
func TestWholeShowsEachTheirOwn(t *testing.T) {
	t.Parallel()
	c := foundOn(t, dbtest.Store(t, knock.Game{}), knock.Game{})
	number, other := c.table(t, nil), c.table(t, nil)
	for _, idem := range []string{"a", "b", "c"} {
		_, err := c.Play(t.Context(), c.input(t, number, c.mover(t, number), idem))
		must(t, err)
	}
	viewers := []int64{c.ana, c.bento, c.celia}
	admitted := map[int64]live.Admission{}
	for _, viewer := range viewers {
		a, err := c.Admit(t.Context(), c.id, number, viewer)
		must(t, err)
		admitted[viewer] = a
	}
	whole, err := c.See(t.Context(), admitted[c.ana])
	must(t, err)
	var wait sync.WaitGroup
	for _, viewer := range append(viewers, viewers...) {
		wait.Go(func() {
			got, err := whole.For(admitted[viewer])
			if err != nil {
				t.Error(err)
			}
			want, err := c.Board(t.Context(), c.id, number, viewer)
			want.Table.Now = got.Table.Now // the two were read at different times
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("player %d is shown %+v, want %+v (%v)", viewer, got, want, err)
			}
		})
	}
	wait.Wait()
	elsewhere, err := c.Admit(t.Context(), c.id, other, c.ana)
	must(t, err)
	_, err = whole.For(elsewhere)
	refused(t, err, base.ErrNotFound)
	_, err = c.Admit(t.Context(), c.id, number, c.davi)
	refused(t, err, base.ErrNotFound)
}
