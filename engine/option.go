package engine

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync/atomic"
)

// An Option is a house rule of a game: a key, and the values a table may
// choose, default first. The order of options is their rank, by demand.
type Option struct {
	Key    string
	Values []string
	Group  string  // rules that belong together on a form
	Needs  Options // values of other options without which this one means nothing
	Course bool    // it says when a match ends and who deals next, which a duplicate match asks of no option
}

// Groups of options.
const (
	GroupMatch = "match"
	GroupTurn  = "turn"
	GroupCards = "cards"
	GroupEnd   = "end"
)

// Options are the house rules of a table, by key. A resolved set names every
// option of its game.
type Options map[string]string

// Int returns the value of a numeric option; 0 where it is no number.
func (o Options) Int(key string) int {
	n, _ := strconv.Atoi(o[key])
	return n
}

// On reports whether a switch is "on".
func (o Options) On(key string) bool { return o[key] == "on" }

// ErrOption is the reason why options are refused.
type ErrOption struct{ Key, Value string }

func (e *ErrOption) Error() string {
	return fmt.Sprintf("option %s=%q: no such option or value", e.Key, e.Value)
}

// Matters reports that an option can make a difference beside resolved others.
func (o Option) Matters(others Options) bool {
	if o.Course && others.Duplicates() > 0 {
		return false
	}
	for key, value := range o.Needs {
		if others[key] != value {
			return false
		}
	}
	return true
}

// Resolve fills what is missing with defaults, but for Duplicate, which an ordinary match lacks. An unknown key or a
// value that is not offered is an *ErrOption.
func (i Info) Resolve(chosen Options) (Options, error) {
	resolved := make(Options, len(i.Options))
	for _, option := range i.Options {
		resolved[option.Key] = option.Values[0]
	}
	for key, value := range chosen {
		if key == Duplicate && i.duplicate(value) {
			resolved[key] = value
			continue
		}
		at := slices.IndexFunc(i.Options, func(o Option) bool { return o.Key == key })
		if at < 0 || !slices.Contains(i.Options[at].Values, value) {
			return nil, &ErrOption{key, value}
		}
		resolved[key] = value
	}
	return resolved, nil
}

// Shared is what follows from house rules and a number of seats and never changes. It is
// kept until others are asked for, because each round of a match asks for the same.
type Shared[T any] struct{ last atomic.Pointer[shared[T]] }

type shared[T any] struct {
	chosen Options
	seats  int
	value  *T
}

// Of returns what follows from options of a game: what read makes of them when they are
// resolved.
func (s *Shared[T]) Of(i Info, chosen Options, seats int, read func(Options, int) (*T, error)) (*T, error) {
	if last := s.last.Load(); last != nil && last.seats == seats && maps.Equal(last.chosen, chosen) {
		return last.value, nil
	}
	resolved, err := i.Resolve(chosen)
	if err != nil {
		return nil, err
	}
	value, err := read(resolved, seats)
	if err == nil {
		s.last.Store(&shared[T]{maps.Clone(chosen), seats, value})
	}
	return value, err
}
