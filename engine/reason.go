package engine

import "carteado/engine/card"

// A Reasoner is offered by games that say in their own words why a move is good.
type Reasoner interface {
	// Reasons are what is true of a move in a view, beside another one that may be none, the most telling first. They
	// follow from what the seat sees.
	Reasons(view any, best, other Move) []Reason
	// ReasonKeys are the keys of all reasons.
	ReasonKeys() []string
}

// A Reason is a sentence hints.<game>.<key> with what it speaks of.
type Reason struct {
	Key   string
	Cards []card.Card // {cards}
	N     int         // {n}
	Seat  Seat        // {who}
}
