package part

import "github.com/a-h/templ"

// Swapped marks a part of a page that travels beside the main answer and is
// morphed into the part with its id.
func Swapped(oob bool) templ.Attributes {
	if !oob {
		return nil
	}
	return templ.Attributes{"data-hx-swap-oob": "morph"}
}
