// Package clock keeps the time of a match: how long a move may take, how long each seat has left, and when a
// player's time rests. It only computes: the caller passes the time, and the same time gives the same answer.
package clock

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Kind says how much time a pace gives the players.
type Kind string

// Live gives seconds for a move, Relaxed minutes, Slow hours or days. None has no clock.
const (
	None    Kind = ""
	Live    Kind = "live"
	Relaxed Kind = "relaxed"
	Slow    Kind = "slow"
)

// A Pace is a table's time control.
type Pace struct {
	Kind    Kind
	Move    time.Duration // for each move
	Reserve time.Duration // for the whole match, used up by moves that take longer
}

// bounds are the shortest and the longest time for a move, by kind.
var bounds = map[Kind][2]time.Duration{
	Live:    {10 * time.Second, 10 * time.Minute},
	Relaxed: {time.Minute, 3 * time.Hour},
	Slow:    {time.Hour, 14 * 24 * time.Hour},
}

// maxReserve is the longest reserve, by kind.
var maxReserve = map[Kind]time.Duration{Live: time.Hour, Relaxed: 24 * time.Hour, Slow: 14 * 24 * time.Hour}

// An ErrPace refuses a pace: its time for a move is not between Min and Max, or its reserve is longer than Reserve. It
// is none at all where they are zero.
type ErrPace struct {
	Text              string
	Min, Max, Reserve time.Duration
}

func (e *ErrPace) Error() string { return fmt.Sprintf("no pace: %q", e.Text) }

// Parse reads a pace in its written form: "", "live 120+60", "relaxed 1200" or "slow 86400+259200", in
// seconds: those for a move, and for the match beside them.
func Parse(text string) (p Pace, err error) {
	if text == "" {
		return p, nil
	}
	kind, times, _ := strings.Cut(text, " ")
	bound, known := bounds[Kind(kind)]
	if !known {
		return p, &ErrPace{Text: text}
	}
	move, reserve, has := strings.Cut(times, "+")
	p.Kind = Kind(kind)
	if p.Move, err = seconds(move); err == nil && has {
		p.Reserve, err = seconds(reserve)
	}
	switch {
	case err != nil:
		return Pace{}, &ErrPace{Text: text}
	case p.Move < bound[0] || p.Move > bound[1] || p.Reserve > maxReserve[p.Kind]:
		return Pace{}, &ErrPace{Text: text, Min: bound[0], Max: bound[1], Reserve: maxReserve[p.Kind]}
	}
	return p, nil
}

// longest bounds what is read, far above any pace, so that nothing overflows.
const longest = 10_000 * 24 * time.Hour

func seconds(text string) (time.Duration, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > int64(longest/time.Second) {
		return 0, fmt.Errorf("%q is no number of seconds", text)
	}
	return time.Duration(n) * time.Second, nil
}

// String is the inverse of Parse.
func (p Pace) String() string {
	if p.Kind == None {
		return ""
	}
	text := fmt.Sprintf("%s %d", p.Kind, p.Move/time.Second)
	if p.Reserve > 0 {
		text += fmt.Sprintf("+%d", p.Reserve/time.Second)
	}
	return text
}

// Presets are the paces on offer, the quickest first and none at the end.
func Presets() []Pace {
	return []Pace{
		{Kind: Live, Move: 30 * time.Second, Reserve: 2 * time.Minute},
		{Kind: Live, Move: 2 * time.Minute},
		{Kind: Relaxed, Move: 20 * time.Minute},
		{Kind: Slow, Move: 24 * time.Hour},
		{Kind: Slow, Move: 12 * time.Hour, Reserve: 5 * 24 * time.Hour},
		{},
	}
}

// Rests reports that quiet hours and holidays stop the clock.
func (p Pace) Rests() bool { return p.Kind == Slow }

// Pauses reports that the players may stop the clock by agreement.
func (p Pace) Pauses() bool { return p.Kind == Live || p.Kind == Relaxed }

// MaxMissed is how many moves in a row the table makes for an absent player before a
// bot keeps the seat.
func (p Pace) MaxMissed() int {
	if p.Kind == Slow {
		return 2
	}
	return 3
}
