package engine

import (
	"strconv"

	"carteado/engine/card"
)

// Duplicate is the key of an option that stands beside those of every game which has lines (Info.Duplicate): how many
// rounds a match has whose deals are played at other tables, too. No form offers it, because it is chosen for several
// tables at once. Options without it are those of an ordinary match.
//
// In a duplicate match nothing that one table does changes what another is dealt: each seat draws from a line of its
// own (Lines), the number of rounds is fixed, no total and no round ends the match before, and the deal passes to the
// next seat. So the same seat of another table has had the same cards as long as it needed them.
const Duplicate = "duplicate"

// MaxDuplicates is the largest number of rounds of a duplicate match.
const MaxDuplicates = 12

// Duplicates is the number of rounds of a duplicate match, 0 for an ordinary one.
func (o Options) Duplicates() int { return o.Int(Duplicate) }

// duplicate reports that the game has lines and that a value of Duplicate is written as a number that may be chosen.
func (i Info) duplicate(value string) bool {
	n, err := strconv.Atoi(value)
	return i.Duplicate && err == nil && n >= 1 && n <= MaxDuplicates && strconv.Itoa(n) == value
}

// ScoringOf says how rounds count for a match of a game under resolved options.
func ScoringOf(g Game, o Options) Scoring {
	s := g.Scoring(o)
	if n := o.Duplicates(); n > 0 {
		s.Rounds, s.Target, s.Dealer = n, 0, DealNext
	}
	return s
}

// Lines are how many cards lie in the line of each seat, where a stock is dealt out into lines: a seat draws from its
// own and, where that is empty, takes the last card of the longest. The stock lists the lines one behind the other, the
// next card of each first. The zero value is one stock from which all draw.
type Lines struct {
	seats  uint8
	counts [maxLines]uint8
}

// maxLines is the most seats that a game with lines has.
const maxLines = 6

// NewLines are the empty lines of so many seats.
func NewLines(seats int) Lines { return Lines{seats: uint8(seats)} }

// LinesOf are lines of so many cards; none where there are no numbers.
func LinesOf(counts []int) Lines {
	l := NewLines(len(counts))
	for s, n := range counts {
		l.counts[s] = uint8(n)
	}
	return l
}

// ReadLines are the lines of a stored stock of so many cards: as many as there are seats in a duplicate round, and none
// in another. Others are ErrPosition.
func ReadLines(counts []int, o Options, seats, stock int) (Lines, error) {
	if o.Duplicates() == 0 {
		seats = 0
	}
	if len(counts) != seats {
		return Lines{}, ErrPosition
	}
	for _, n := range counts {
		if n < 0 || n > stock {
			return Lines{}, ErrPosition
		}
		stock -= n
	}
	if seats > 0 && stock != 0 {
		return Lines{}, ErrPosition
	}
	return LinesOf(counts), nil
}

// On reports that there are lines.
func (l *Lines) On() bool { return l.seats > 0 }

// Counts are the cards in the line of each seat, nil where there are no lines.
func (l *Lines) Counts() []int {
	if !l.On() {
		return nil
	}
	counts := make([]int, l.seats)
	for s := range counts {
		counts[s] = int(l.counts[s])
	}
	return counts
}

// From is the line from which a seat draws, and whether it takes the last card of it. There must be a card. Without
// lines it is the first.
func (l *Lines) From(s Seat) (line Seat, last bool) {
	if !l.On() {
		return 0, false
	}
	if l.counts[s] > 0 {
		return s, false
	}
	return l.extreme(func(n, than uint8) bool { return n > than }), true
}

// Shortest is the line under which the next card is put: of equals that of the lowest seat.
func (l *Lines) Shortest() Seat { return l.extreme(func(n, than uint8) bool { return n < than }) }

// extreme is the line that beats all others.
func (l *Lines) extreme(beats func(n, than uint8) bool) (line Seat) {
	for s, n := range l.counts[:l.seats] {
		if beats(n, l.counts[line]) {
			line = Seat(s)
		}
	}
	return line
}

// Take counts the card that a seat draws, and returns where it lies in the stock.
func (l *Lines) Take(s Seat) (at int) {
	line, last := l.From(s)
	if !l.On() {
		return 0
	}
	at = l.before(line)
	l.counts[line]--
	if last {
		at += int(l.counts[line])
	}
	return at
}

// Add counts a card that is put under a line, and returns where it lies in the stock then.
func (l *Lines) Add(line Seat) (at int) {
	if !l.On() {
		return 0
	}
	l.counts[line]++
	return l.before(line+1) - 1
}

// before is the number of cards in the lines before one.
func (l *Lines) before(line Seat) (n int) {
	for _, cards := range l.counts[:line] {
		n += int(cards)
	}
	return n
}

// Deal deals a stock out into lines, one card at a time, the first to seat 0, and lists it so.
func (l *Lines) Deal(stock []card.Card) {
	if !l.On() {
		return
	}
	dealt := append(make([]card.Card, 0, 64), stock...)
	*l = NewLines(int(l.seats))
	at := 0
	for line := range int(l.seats) {
		for i := line; i < len(dealt); i += int(l.seats) {
			stock[at] = dealt[i]
			l.counts[line]++
			at++
		}
	}
}

// Draw brings the card that a seat draws to the front of the stock, and counts it as drawn.
func (l *Lines) Draw(stock []card.Card, s Seat) {
	at := l.Take(s)
	drawn := stock[at]
	copy(stock[1:at+1], stock[:at])
	stock[0] = drawn
}

// A Lined view says how many cards lie in the line of each seat; none where all draw from one stock. The numbers are
// public: a line is as long as its deal, and everybody sees who draws, what is put under the stock and its renewal.
type Lined interface{ InLines() []int }
