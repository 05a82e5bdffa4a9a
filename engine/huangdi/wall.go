package huangdi

import "carteado/engine/card"

// A wallState is what a place for walls shows: the number on top, 0 where the place is free, in
// which direction the wall goes, and whether its top is a joker.
type wallState uint8

const (
	descending wallState = 1 << (4 + iota)
	jokerOnTop
	wallStates = 1 << (4 + iota)
)

func (s wallState) value() int  { return int(s % descending) }
func (s wallState) down() bool  { return s&descending != 0 }
func (s wallState) joker() bool { return s&jokerOnTop != 0 }

// need is the number that continues the wall.
func (s wallState) need() int {
	if s.down() {
		return s.value() - 1
	}
	return s.value() + 1
}

// back is the number that continues the wall after a reverse card, 0 where the wall
// cannot be reversed.
func (s wallState) back() int {
	switch {
	case s.down():
		return s.value() + 1
	case s.value() > 1:
		return s.value() - 1
	}
	return 0
}

// finished walls leave at once.
func (s wallState) finished() bool {
	return s.down() && s.value() == 1 || !s.down() && s.value() == last
}

// showing is a state with another card on it.
func (s wallState) showing(number int, turned, joker bool) wallState {
	next := wallState(number) | s&descending
	if turned {
		next ^= descending
	}
	if joker {
		next |= jokerOnTop
	}
	return next
}

// continuing are the cards that continue a wall or start one.
func (r *rules) continuing(s wallState) faces {
	cards := face(card.Number(s.need()))
	if (s.value() != 0 || r.jokerStart) && r.mayFollow(s) {
		cards |= face(card.Joker)
	}
	return cards
}

// turning are the cards that continue a wall after a reverse card.
func (r *rules) turning(s wallState) faces {
	need := s.back()
	if need == 0 || need == 1 && !r.shortReverse {
		return 0
	}
	cards := face(card.Number(need))
	if r.mayFollow(s) {
		cards |= face(card.Joker)
	}
	return cards
}

// mayFollow reports that a joker may lie on the top card of a wall.
func (r *rules) mayFollow(s wallState) bool { return r.jokerRun || !s.joker() }
