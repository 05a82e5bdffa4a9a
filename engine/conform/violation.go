package conform

import "fmt"

// A Promise names a property that every game must have.
type Promise string

// The promises; the package comment says what they mean.
const (
	Cards     Promise = "cards"
	Turns     Promise = "turns"
	Moves     Promise = "moves"
	Refusals  Promise = "refusals"
	OutOfTurn Promise = "out of turn"
	Reload    Promise = "reload"
	Ends      Promise = "ends"
	Views     Promise = "views"
	Events    Promise = "events"
	Traces    Promise = "traces"
	Bots      Promise = "bots"
	Prints    Promise = "prints"
	Panics    Promise = "panics"
)

// A Violation is a promise that was not kept.
type Violation struct {
	Promise Promise
	Where   string // the match and the moment, enough to come back to it
	Why     string
}

func (b *Violation) Error() string { return fmt.Sprintf("%s: %s\n%s", b.Promise, b.Why, b.Where) }

// violated returns a violation that does not say yet where it was found.
func violated(p Promise, format string, args ...any) error {
	return &Violation{Promise: p, Why: fmt.Sprintf(format, args...)}
}
