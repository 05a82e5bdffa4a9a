package rulebook

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// A plainView is JSON that follows from the Go form of a view alone, for all
// games:
//
//   - a struct is an object: its exported fields in order, none left out, named in
//     lower_snake_case; an embedded struct's fields are its own;
//   - what writes itself as text is that text: cards, moves, piles;
//   - numbers, booleans and strings are what they are; seats are numbers;
//   - lists, also empty ones, are arrays; nothing is null but a missing part (end,
//     outcome).
type plainView []byte

func (v plainView) MarshalJSON() ([]byte, error) { return v, nil }

func plain(view any) plainView {
	var out bytes.Buffer
	writePlain(&out, reflect.ValueOf(view))
	return out.Bytes()
}

func writePlain(out *bytes.Buffer, v reflect.Value) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			out.WriteString("null")
			return
		}
		v = v.Elem()
	}
	if !v.IsValid() {
		out.WriteString("null")
		return
	}
	if text, ok := v.Interface().(encoding.TextMarshaler); ok {
		writeScalar(out, text)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		out.WriteByte('{')
		writeFields(out, v)
		out.WriteByte('}')
	case reflect.Slice, reflect.Array:
		out.WriteByte('[')
		for i := range v.Len() {
			separate(out)
			writePlain(out, v.Index(i))
		}
		out.WriteByte(']')
	case reflect.Map:
		writeMap(out, v)
	default:
		writeScalar(out, v.Interface())
	}
}

// separate writes a comma, except at the beginning of a list.
func separate(out *bytes.Buffer) {
	if last := out.Bytes()[out.Len()-1]; last != '{' && last != '[' {
		out.WriteByte(',')
	}
}

func writeFields(out *bytes.Buffer, v reflect.Value) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		switch {
		case field.Anonymous && field.Type.Kind() == reflect.Struct:
			writeFields(out, v.Field(i))
		case field.IsExported():
			separate(out)
			writeScalar(out, snake(field.Name))
			out.WriteByte(':')
			writePlain(out, v.Field(i))
		}
	}
}

func writeMap(out *bytes.Buffer, v reflect.Value) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	out.WriteByte('{')
	for _, key := range keys {
		separate(out)
		writeScalar(out, fmt.Sprint(key))
		out.WriteByte(':')
		writePlain(out, v.MapIndex(key))
	}
	out.WriteByte('}')
}

func writeScalar(out *bytes.Buffer, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // a view holds nothing that cannot be written
	}
	out.Write(text)
}

// snake writes KnockCard as knock_card.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// View is a view as the rulebook writes it, for other commands that speak to tools.
func View(view any) json.RawMessage { return json.RawMessage(plain(view)) }
