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

// ParsePile reads a pile as a move or a list writes it; 2:a, another seat's
// pile in a move, and a:2, that pile in a list, are the same pile.
func ParsePile(s string) (Pile, error) {
	head, tail, split := strings.Cut(s, ":")
	if split && len(head) == 1 && head[0] >= '0' && head[0] <= '9' {
		p, err := ParsePile(tail)
		p.Owner = head[0] - '0' + 1
		return p, err
	}
	kind := slices.Index(pileKinds, head)
	if kind <= 0 {
		return Pile{}, fmt.Errorf("pile %q: expected one of %s", s, strings.Join(pileKinds[1:], ", "))
	}
	p := Pile{Kind: PileKind(kind)}
	if !split {
		return p, nil
	}
	n, err := strconv.ParseUint(tail, 10, 7)
	switch {
	case err != nil || strconv.Itoa(int(n)) != tail:
		return Pile{}, fmt.Errorf("pile %q: expected a number behind the colon", s)
	case p.Kind.numbered() && n > 0:
		p.N = uint8(n)
	case p.Kind.owned():
		p.Owner = uint8(n + 1)
	default:
		return Pile{}, fmt.Errorf("pile %q: there is only one", s)
	}
	return p, nil
}

// MarshalText writes the pile as in String.
func (p Pile) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (p *Pile) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*p = Pile{}
		return nil
	}
	*p, err = ParsePile(string(text))
	return err
}
