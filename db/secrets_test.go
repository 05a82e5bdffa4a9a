package db_test

import (
	"reflect"
	"slices"
	"testing"

	"carteado/db"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/db/pg"
	"carteado/engine"
)

// No method of the store hands out a match with its hidden cards, or what they follow from, to somebody who holds no
// transaction, no connection and no key: handlers cannot even name those.
func TestStoreHandsOutNoHiddenCards(t *testing.T) {
	t.Parallel()
	type set = []reflect.Type
	hidden := set{reflect.TypeFor[engine.Match](), reflect.TypeFor[engine.Seed](), reflect.TypeFor[engine.Source](),
		reflect.TypeFor[keys.Match](), reflect.TypeFor[live.Shuffled](), reflect.TypeFor[live.MatchPosition]()}
	locked := append(set{reflect.TypeFor[pg.Tx](), reflect.TypeFor[pg.Querier]()}, hidden...)
	bare := func(t reflect.Type) reflect.Type {
		for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}, t.Kind()) {
			t = t.Elem()
		}
		return t
	}
	store, found := reflect.TypeFor[*db.Store](), 0
	for i := range store.NumMethod() {
		method := store.Method(i)
		gives, may := false, false
		for out := range method.Type.Outs() {
			gives = gives || slices.Contains(hidden, bare(out))
		}
		for in := range method.Type.Ins() {
			may = may || slices.Contains(locked, bare(in))
		}
		if gives && !may && method.Name != "DrawSecret" { // which draws a new one, and knows no match
			t.Errorf("%s hands out hidden cards", method.Name)
		}
		if gives {
			found++
		}
	}
	if found == 0 {
		t.Error("no method hands out any, not even LoadMatch")
	}
}
