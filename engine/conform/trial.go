package conform

import (
	"reflect"
	"sync"

	"carteado/engine"
)

// A trial is a copy of a round on which moves are tried. Its memory is used again where
// the game can do that, because there are many moves.
type trial struct{ round engine.Round }

// reset copies a round as it is now.
func (t *trial) reset(r engine.Round) { t.round = engine.Copy(r, t.round) }

// make makes a move on the copy, by the quiet path where there is one.
func (t *trial) make(s engine.Seat, m *engine.Move) error {
	if quiet, ok := t.round.(engine.Quiet); ok {
		if rule := quiet.Breaks(s, m); rule != "" {
			return engine.Broken(rule)
		}
		quiet.Make(s, m)
		return nil
	}
	_, err := t.round.Play(s, *m)
	return err
}

// position returns a round in a form that == compares. A round without slices and maps is one value, and is
// compared as such. Values behind pointers count as shared and unchanging, like house rules; the closer look
// compares stored rounds and does not rely on that.
func position(r engine.Round) any {
	if value, flat := valueOf(r); flat {
		return value.Interface()
	}
	return string(marshal(r))
}

// valueOf returns the value behind a round, and whether it is the whole round.
func valueOf(r engine.Round) (value reflect.Value, one bool) {
	value = reflect.ValueOf(r)
	if value.Kind() != reflect.Pointer {
		return value, false
	}
	value = value.Elem()
	flat, known := flats.Load(value.Type())
	if !known {
		flat = isFlat(value.Type())
		flats.Store(value.Type(), flat)
	}
	return value, flat.(bool)
}

// flats keeps isFlat by type.
var flats sync.Map

func isFlat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return isFlat(t.Elem())
	case reflect.Struct:
		for field := range t.Fields() {
			if field.Anonymous && field.Type.Kind() == reflect.Pointer || !isFlat(field.Type) {
				return false
			}
		}
		return true
	case reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return false
	}
	return true
}
