package engine

import (
	"maps"
	"sync/atomic"
)

// A Rulebook keeps what a game last made of house rules, so that rounds that are
// played by the same rules share them. What it keeps must never change.
type Rulebook[Rules any] struct {
	last atomic.Pointer[page[Rules]]
}

type page[Rules any] struct {
	options Options
	seats   int
	rules   *Rules
}

// Read returns the rules that follow from options, which it resolves, for so many
// seats, or 0 where that makes no difference. It makes them where they are new.
func (b *Rulebook[Rules]) Read(info Info, o Options, seats int, make func(resolved Options) (*Rules, error)) (*Rules, error) {
	last := b.last.Load()
	if last != nil && last.seats == seats && maps.Equal(last.options, o) {
		return last.rules, nil
	}
	resolved, err := info.Resolve(o)
	if err != nil {
		return nil, err
	}
	if last != nil && last.seats == seats && maps.Equal(last.options, resolved) {
		return last.rules, nil
	}
	rules, err := make(resolved)
	if err != nil {
		return nil, err
	}
	b.last.Store(&page[Rules]{resolved, seats, rules})
	return rules, nil
}
