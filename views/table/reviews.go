package table

import (
	"bytes"
	"context"
	"io"
	"regexp"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/views/part"
)

// NewSeen is a board as a seat saw it that was to move, at which nothing is done.
func NewSeen(s engine.Scene, seats []part.Person) *Props {
	v := s.View
	return &Props{View: v, Legal: s.Legal, Seats: seats, Status: Status{Seats: seats, Mine: v.Seat, ToMove: v.ToMove,
		Game: v.Game}}
}

// names are the attributes by which parts of a board are named and spoken of. No text has a quotation mark as it is.
var names = regexp.MustCompile(` (id|for|aria-labelledby|aria-describedby|popovertarget)="`)

// renamed puts a prefix before all names of a board.
func renamed(prefix string, board templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		var drawn bytes.Buffer
		if err := board.Render(ctx, &drawn); err != nil {
			return err
		}
		_, err := w.Write(names.ReplaceAll(drawn.Bytes(), []byte(` $1="`+prefix+"-")))
		return err
	})
}
