package engine

import (
	"fmt"
	"slices"
)

// A Paper game can be played with real cards, too: it says what has to be written down of a round, and scores that by
// the rules by which it scores a round that is played here.
type Paper interface {
	// Sheet says what to write down under resolved options.
	Sheet(o Options, seats int) (Sheet, error)
	// ScorePaper is the result of a round that is written down and that its sheet has checked. An *ErrPaper says why
	// there is no such round all the same.
	ScorePaper(o Options, seats int, w Written) (Result, error)
}

// A Sheet is what a round with real cards asks for. What is not asked for is not read.
type Sheet struct {
	Hows   []string // the ways in which a seat ends the round, as in Result.How; none where nobody is asked for
	Own    string   // of Hows: the one in which the seat that ended the round has something left, too
	Block  string   // how the round ends if nobody ends it, as in Result.How; "" where somebody always does
	Also   string   // a question to be answered with yes or no; "" for none
	Least  int      // that a seat which did not end the round has left
	Most   int      // that a seat can have left; 0: nobody is asked
	Spare  bool     // what is left matters only if nobody has ended the round
	Void   bool     // what is left matters only if somebody has
	Places bool     // in which place each seat came
}

// A Written is a round with real cards, as somebody wrote it down.
type Written struct {
	By     Seat   `json:"by"` // who ended the round, Nobody if nobody did
	How    string `json:"how,omitempty"`
	Left   []int  `json:"left,omitempty"`   // by seat, Blank where nothing is written
	Places []int  `json:"places,omitempty"` // by seat, 1 is first
	Also   bool   `json:"also,omitempty"`
}

// Blank is a number that was not written down.
const Blank = -1

// An ErrPaper says what cannot be on a sheet: a key and what its sentence speaks of.
type ErrPaper struct {
	Key         string
	Seat        Seat // Nobody: the sheet as a whole
	Least, Most int  // of a number
}

func (e *ErrPaper) Error() string { return "no such round: " + e.Key }

// The keys of what cannot be.
const (
	PaperHow    = "how"    // nobody is said to have ended the round, or not how
	PaperSeats  = "seats"  // it is another table
	PaperLeft   = "left"   // a number out of bounds
	PaperOut    = "out"    // a second seat has nothing left
	PaperNone   = "none"   // the seat that ended the round cannot have anything left
	PaperPlaces = "places" // places that no round can have
	PaperOver   = "over"   // the match is over
)

// Check refuses what no round of the sheet can be. What it leaves to the game is how the numbers go together.
func (s Sheet) Check(seats int, w Written) error {
	blocked := w.By == Nobody && s.Block != ""
	switch {
	case s.Places && !isRanking(w.Places, seats):
		return &ErrPaper{Key: PaperPlaces, Seat: Nobody}
	case len(s.Hows) == 0:
		return nil
	case !blocked && (w.By < 0 || int(w.By) >= seats || !slices.Contains(s.Hows, w.How)):
		return &ErrPaper{Key: PaperHow, Seat: Nobody}
	case s.Most == 0 || s.Spare && !blocked || s.Void && blocked:
		return nil
	case len(w.Left) != seats:
		return &ErrPaper{Key: PaperSeats, Seat: Nobody}
	}
	for seat, left := range w.Left {
		if Seat(seat) == w.By && w.How != s.Own {
			if left > 0 {
				return &ErrPaper{Key: PaperNone, Seat: Seat(seat)}
			}
		} else if left < 0 || left > s.Most {
			return &ErrPaper{Key: PaperLeft, Seat: Seat(seat), Least: s.Least, Most: s.Most}
		} else if left < s.Least {
			return &ErrPaper{Key: PaperOut, Seat: Seat(seat)}
		}
	}
	return nil
}

// isRanking reports that each place is taken once.
func isRanking(places []int, seats int) bool {
	sorted := slices.Sorted(slices.Values(places))
	for i, place := range sorted {
		if place != i+1 {
			return false
		}
	}
	return len(places) == seats
}

// A PaperMatch is a match of which only what was written down of its rounds is known: it adds, ends and places as a
// Match does.
type PaperMatch struct {
	match Match
	paper Paper
	asks  Sheet
}

// NewPaperMatch begins a match with real cards.
func NewPaperMatch(g Game, seats int, options Options, dealer Seat) (*PaperMatch, error) {
	info := g.Info()
	if !info.seats(seats, dealer) {
		return nil, fmt.Errorf("new %s match on paper, %d seats, dealer %d: %w", info.Key, seats, dealer, ErrSeats)
	}
	options, err := info.Resolve(options)
	if err != nil {
		return nil, fmt.Errorf("new %s match on paper: %w", info.Key, err)
	}
	paper, is := g.(Paper)
	if !is {
		return nil, fmt.Errorf("%s is not played with real cards", info.Key)
	}
	asks, err := paper.Sheet(options, seats)
	if err != nil {
		return nil, err
	}
	state := matchState{Number: 1, Dealer: dealer, Totals: make([]int, seats)}
	return &PaperMatch{Match{game: g, options: options, scoring: g.Scoring(options), state: state}, paper, asks}, nil
}

// Add counts a round that was written down: an *ErrPaper for one that cannot be, or after the end.
func (p *PaperMatch) Add(w Written) error {
	m := &p.match
	if m.state.Outcome != nil {
		return &ErrPaper{Key: PaperOver, Seat: Nobody}
	}
	if err := p.asks.Check(m.Seats(), w); err != nil {
		return err
	}
	result, err := p.paper.ScorePaper(m.options, m.Seats(), w)
	if err != nil {
		return err
	}
	if m.score(result); m.state.Outcome == nil {
		m.state.Dealer = m.nextDealer()
		m.state.Number++
	}
	return nil
}

// Asks is what a round asks for.
func (p *PaperMatch) Asks() Sheet { return p.asks }

// Rounds, Totals, Number and Dealer of the round to come, Scoring, Outcome and Placing are those of the match.
func (p *PaperMatch) Rounds() []RoundScore     { return p.match.Rounds() }
func (p *PaperMatch) Totals() []int            { return p.match.Totals() }
func (p *PaperMatch) Number() int              { return p.match.Number() }
func (p *PaperMatch) Dealer() Seat             { return p.match.Dealer() }
func (p *PaperMatch) Scoring() Scoring         { return p.match.Scoring() }
func (p *PaperMatch) Outcome() (Outcome, bool) { return p.match.Outcome() }
func (p *PaperMatch) Placing() []int           { return p.match.Placing() }

// Placing ranks the seats by what they have come to, as if the match ended now.
func (m *Match) Placing() []int {
	if m.state.Outcome != nil {
		return slices.Clone(m.state.Outcome.Placing)
	}
	return m.placing(Nobody)
}
