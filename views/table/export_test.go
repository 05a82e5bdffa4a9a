package table

import (
	"context"
	"fmt"
	"reflect"

	"github.com/a-h/templ"
)

// Menu is what a menu shows.
func Menu(ctx context.Context, p *Props) templ.Component { return entriesOf(choicesOf(ctx, p)) }

// Choices are all on which the entries of a menu depend, by name.
func Choices(ctx context.Context, p *Props) map[string]string {
	all, list := reflect.ValueOf(choicesOf(ctx, p)), map[string]string{}
	for i := range all.NumField() {
		list[all.Type().Field(i).Name] = fmt.Sprint(all.Field(i))
	}
	return list
}
