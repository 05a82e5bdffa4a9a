package conform

import (
	"reflect"
	"sync"

	"carteado/engine"
)

// A trial is a copy of a round on which moves are tried. Its memory is used again,
// because there are many moves.
//
// A round without slices and maps is one value, and is copied and compared as such.
// Whatever it points to counts as shared and unchanging, like house rules; the closer
// look compares stored rounds and does not rely on that.
type trial struct {
	round  engine.Round
	holder reflect.Value // of the value that round points to, where rounds are one value
}

// reset copies a round as it is now.
func (t *trial) reset(r engine.Round) {
	value, flat := valueOf(r)
	if !flat {
		t.round = r.Clone()
		return
	}
	if !t.holder.IsValid() || t.holder.Type() != value.Type() {
		pointer := reflect.New(value.Type())
		t.holder, t.round = pointer.Elem(), pointer.Interface().(engine.Round)
	}
	t.holder.Set(value)
}

// position returns a round in a form that == compares.
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
