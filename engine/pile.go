package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// A Place names where a pile lies: hand, stock, meld:2, another seat's discard
// pile @2:a, or, in a list of piles, one seat's pile hand:0. The zero value is
// no place.
type Place struct {
	Kind  PileKind
	N     uint8 // number of the pile, from 1; 0 where there is one
	Owner uint8 // the seat a pile of one seat belongs to, plus 1; 0 where unsaid
}

// A PileKind is a word of the notation.
type PileKind uint8

// The piles of all games.
const (
	NoPile PileKind = iota
	Hand
	Stock
	Discard
	Draw
	Up
	Down
	Burned
	Meld
	Wall
	Reversed
	A
	B
	C
	D
	Knock
	Shown
	Left
)

// seenBy says who sees the cards of a pile.
type seenBy uint8

// The zero value hides the cards: a pile is open only if its row says so.
const (
	byNobody seenBy = iota
	byOwner         // and by everybody when the round is over
	atEnd           // by everybody when the round is over
	onTop           // the last card of a seat's pile by everybody; without an owner it is byNobody
	byAll
)

// A pileRow is all that parsing, printing, the examples and the checks of hidden
// cards know of a kind of pile.
type pileRow struct {
	name     string
	owned    bool // a list may name it with its seat, as in hand:0
	numbered bool // there are several in one place
	loose    bool // the order of its cards does not matter
	seen     seenBy
}

var pileRows = [...]pileRow{
	Hand:     {name: "hand", owned: true, loose: true, seen: byOwner},
	Stock:    {name: "stock", owned: true, seen: onTop},
	Discard:  {name: "discard", seen: byAll},
	Draw:     {name: "draw", seen: byNobody},
	Up:       {name: "up", owned: true, seen: byAll},
	Down:     {name: "down", owned: true, numbered: true, seen: atEnd},
	Burned:   {name: "burned", loose: true, seen: byAll},
	Meld:     {name: "meld", numbered: true, loose: true, seen: byAll},
	Wall:     {name: "wall", numbered: true, seen: byAll},
	Reversed: {name: "reversed", numbered: true, seen: byAll},
	A:        {name: "a", owned: true, seen: byAll},
	B:        {name: "b", owned: true, seen: byAll},
	C:        {name: "c", owned: true, seen: byAll},
	D:        {name: "d", owned: true, seen: byAll},
	Knock:    {name: "knock", seen: atEnd},
	Shown:    {name: "shown", owned: true, loose: true, seen: byAll},
	Left:     {name: "left", owned: true, loose: true, seen: byAll},
}

// row is the row of a kind; a kind without one is hidden.
func (k PileKind) row() pileRow {
	if int(k) < len(pileRows) {
		return pileRows[k]
	}
	return pileRow{}
}

// Loose reports that the order of the cards does not matter.
func (k PileKind) Loose() bool { return k.row().loose }

// Blind reports that nobody follows a card into such a pile, not even the seat
// that put it there.
func (k PileKind) Blind() bool { return k.row().seen != byOwner && k.row().seen != byAll }

// SeenBy reports that a viewer sees the ith of the n cards at the place, while the
// round is played or when it is over.
func (p Place) SeenBy(viewer Seat, i, n int, over bool) bool {
	switch p.Kind.row().seen {
	case byOwner:
		return over || p.Seat() == viewer
	case atEnd:
		return over
	case onTop:
		return p.Seat() != Nobody && i == n-1
	case byAll:
		return true
	}
	return false
}

// In returns the one pile of a kind.
func In(k PileKind) Place { return Place{Kind: k} }

// Nth returns the nth pile of a kind, counted from 1.
func Nth(k PileKind, n int) Place { return Place{Kind: k, N: uint8(n)} }

// Of returns a seat's pile, as lists of piles name it.
func Of(k PileKind, s Seat) Place { return Place{Kind: k, Owner: uint8(s + 1)} }

// Seat is the pile's owner, Nobody where unsaid.
func (p Place) Seat() Seat { return Seat(p.Owner) - 1 }

// String names the pile as lists do: hand, meld:1, hand:0.
func (p Place) String() string {
	name := p.Kind.row().name
	switch {
	case p.Owner != 0 && p.N == 0:
		return name + ":" + strconv.Itoa(int(p.Seat()))
	case p.Owner != 0:
		return p.inMove()
	case p.N != 0:
		return name + ":" + strconv.Itoa(int(p.N))
	}
	return name
}

// inMove names the pile as moves do, another seat's with the seat in front: 2:a.
func (p Place) inMove() string {
	if p.Owner == 0 {
		return p.String()
	}
	seat := strconv.Itoa(int(p.Seat()))
	p.Owner = 0
	return seat + ":" + p.String()
}

// ParsePlace is the inverse of String. The face-down cards of Palace are the one
// name with two meanings: down:1 is the pile of seat 1 in a list, which is what
// ParsePlace reads, and the first of one's own places in a move.
func ParsePlace(s string) (Place, error) {
	p, err := parsePlace(s)
	if err == nil && p.Kind == Down && p.N != 0 && p.Owner == 0 {
		p = Of(Down, Seat(p.N))
	}
	if err == nil && p.String() != s {
		err = fmt.Errorf("pile %q: expected %q", s, p.String())
	}
	return p, err
}

// parsePlace reads a place as moves or lists write it.
func parsePlace(s string) (p Place, err error) {
	seat, name, split := strings.Cut(s, ":")
	if split && isDigit(seat) {
		p.Owner = seat[0] - '0' + 1
	} else {
		name = s
	}
	name, number, split := strings.Cut(name, ":")
	for kind, row := range pileRows {
		if row.name == name {
			p.Kind = PileKind(kind)
		}
	}
	row := p.Kind.row()
	switch {
	case p.Kind == NoPile:
		return p, fmt.Errorf("pile %q: there is no such pile", s)
	case !split && (!row.numbered || p.Owner != 0):
		return p, nil
	}
	n, err := strconv.ParseUint(number, 10, 7)
	switch {
	case err != nil || strconv.Itoa(int(n)) != number:
		return Place{}, fmt.Errorf("pile %q: expected a number behind the colon", s)
	case row.numbered && n > 0:
		p.N = uint8(n)
	case row.owned && isDigit(number) && p.Owner == 0:
		p.Owner = uint8(n + 1)
	default:
		return Place{}, fmt.Errorf("pile %q: there is no such number", s)
	}
	return p, nil
}

func isDigit(s string) bool { return len(s) == 1 && s[0] >= '0' && s[0] <= '9' }

// MarshalText writes the pile as moves do, the form without double meanings.
func (p Place) MarshalText() ([]byte, error) { return []byte(p.inMove()), nil }

// UnmarshalText reads what MarshalText wrote.
func (p *Place) UnmarshalText(text []byte) (err error) {
	*p = Place{}
	if len(text) > 0 {
		*p, err = parsePlace(string(text))
	}
	if err == nil && p.inMove() != string(text) {
		err = fmt.Errorf("pile %q: expected %q", text, p.inMove())
	}
	return err
}
