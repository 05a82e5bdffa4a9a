package chaos

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// A request makes a move, asks for the number of moves or, at the end, for all their
// keys.
type request struct {
	key     string // of a move's form; "" for a look
	version int    // that the form named
}

// An answer is the reply to a request; empty for an acknowledged move.
type answer struct {
	version int
	all     []string // the keys of the moves that are kept; nil but in the end
}

// model is a match as everybody must see it: a move counts once, at the version that it
// named, and every later read shows all moves acknowledged before it.
var model = porcupine.Model{
	Init: func() any { return "" },
	Step: func(state, in, out any) (bool, any) {
		r, said := in.(request), out.(answer)
		moves := strings.Fields(state.(string))
		switch {
		case r.key == "" && said.all != nil:
			return slices.Equal(moves, said.all), state
		case r.key == "":
			return len(moves) == said.version, state
		case slices.Contains(moves, r.key):
			return true, state // it came again
		}
		return r.version == len(moves), strings.Join(append(moves, r.key), " ")
	},
	DescribeOperation: func(in, out any) string { return fmt.Sprintf("%+v: %+v", in, out) },
}

// checkWithin bounds the search for an order in which a history makes sense.
const checkWithin = time.Minute

// check says what is wrong with the history of a match.
func check(history []porcupine.Operation) error {
	if result := porcupine.CheckOperationsTimeout(model, history, checkWithin); result != porcupine.Ok {
		return fmt.Errorf("%d requests have no order in which their answers are right: %s", len(history), result)
	}
	return nil
}
