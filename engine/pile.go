package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Pile names a place for cards: hand, stock, meld:2, another seat's discard
// pile @2:a, or, in a list of piles, one seat's pile hand:0. The zero value is
// no pile.
type Pile struct {
	Kind  PileKind
	N     uint8 // which of several, from 1; 0 where there is one
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

var pileKinds = []string{"", "hand", "stock", "discard", "draw", "up", "down", "burned", "meld",
	"wall", "reversed", "a", "b", "c", "d", "knock", "shown", "left"}

// owned piles are those a list may name with their seat, as in hand:0.
func (k PileKind) owned() bool {
	switch k {
	case Hand, Up, Down, A, B, C, D, Shown, Left, Stock:
		return true
	}
	return false
}

// numbered piles are those of which there are several in one place.
func (k PileKind) numbered() bool { return k == Meld || k == Wall || k == Reversed || k == Down }

// In returns the one pile of a kind.
func In(k PileKind) Pile { return Pile{Kind: k} }

// Nth returns the nth pile of a kind, counted from 1.
func Nth(k PileKind, n int) Pile { return Pile{Kind: k, N: uint8(n)} }

// Of returns a seat's pile, as lists of piles name it.
func Of(k PileKind, s Seat) Pile { return Pile{Kind: k, Owner: uint8(s + 1)} }

// Seat is the pile's owner, Spectator where unsaid.
func (p Pile) Seat() Seat { return Seat(p.Owner) - 1 }

// String names the pile as lists do: hand, meld:1, hand:0.
func (p Pile) String() string {
	name := pileKinds[p.Kind]
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
func (p Pile) inMove() string {
	if p.Owner == 0 {
		return p.String()
	}
	seat := strconv.Itoa(int(p.Seat()))
	p.Owner = 0
	return seat + ":" + p.String()
}

// ParsePile is the inverse of String. The face-down cards of Palace are the one
// name with two meanings: down:1 is the pile of seat 1 in a list, which is what
// ParsePile reads, and the first of one's own places in a move.
func ParsePile(s string) (Pile, error) {
	p, err := parsePile(s)
	if err == nil && p.Kind == Down && p.N != 0 && p.Owner == 0 {
		p = Of(Down, Seat(p.N))
	}
	if err == nil && p.String() != s {
		err = fmt.Errorf("pile %q: expected %q", s, p.String())
	}
	return p, err
}

// parsePile reads a pile as moves or lists write it.
func parsePile(s string) (p Pile, err error) {
	seat, name, split := strings.Cut(s, ":")
	if split && isDigit(seat) {
		p.Owner = seat[0] - '0' + 1
	} else {
		name = s
	}
	name, number, split := strings.Cut(name, ":")
	kind := slices.Index(pileKinds, name)
	if kind <= 0 {
		return Pile{}, fmt.Errorf("pile %q: expected one of %s", s, strings.Join(pileKinds[1:], ", "))
	}
	p.Kind = PileKind(kind)
	if !split && (!p.Kind.numbered() || p.Owner != 0) {
		return p, nil
	}
	n, err := strconv.ParseUint(number, 10, 7)
	switch {
	case err != nil || strconv.Itoa(int(n)) != number:
		return Pile{}, fmt.Errorf("pile %q: expected a number behind the colon", s)
	case p.Kind.numbered() && n > 0:
		p.N = uint8(n)
	case p.Kind.owned() && isDigit(number) && p.Owner == 0:
		p.Owner = uint8(n + 1)
	default:
		return Pile{}, fmt.Errorf("pile %q: there is no such number", s)
	}
	return p, nil
}

func isDigit(s string) bool { return len(s) == 1 && s[0] >= '0' && s[0] <= '9' }

// MarshalText writes the pile as moves do, the form without double meanings.
func (p Pile) MarshalText() ([]byte, error) { return []byte(p.inMove()), nil }

// UnmarshalText reads what MarshalText wrote.
func (p *Pile) UnmarshalText(text []byte) (err error) {
	*p = Pile{}
	if len(text) > 0 {
		*p, err = parsePile(string(text))
	}
	if err == nil && p.inMove() != string(text) {
		err = fmt.Errorf("pile %q: expected %q", text, p.inMove())
	}
	return err
}
