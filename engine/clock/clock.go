package clock

import "time"

// A Clock is the time of one match.
type Clock struct {
	Seats  []Seat        `json:"seats"`
	Paused time.Time     `json:"paused,omitzero"`  // since when the match stands still
	Why    Halt          `json:"why,omitempty"`    // it does
	Till   time.Time     `json:"till,omitzero"`    // when that ends by itself; zero: it does not
	For    []int         `json:"for,omitempty"`    // the seats whose players are waited for
	Warned bool          `json:"warned,omitempty"` // that it ends soon
	Away   time.Duration `json:"away,omitempty"`   // time without a running program, as of the last look at the clock
}

// A Halt is the reason why a match stands still: its clocks are stopped, and nobody moves.
type Halt string

// The reasons.
const (
	HaltAgreed    Halt = ""          // a pause by agreement
	HaltAbsent    Halt = "absent"    // by agreement, until a player is back whose seat a bot keeps
	HaltSuspended Halt = "suspended" // a player may not come in, by the decision of a host
	HaltAlone     Halt = "alone"     // a bot keeps the seat of every player
)

// A Seat is the clock of one seat. It runs while its player is to move.
type Seat struct {
	Since   time.Time     `json:"since,omitzero"` // zero while it does not run
	Due     time.Time     `json:"due,omitzero"`
	Reserve time.Duration `json:"reserve,omitempty"` // left for the match
	Out     bool          `json:"out,omitempty"`     // the time ran out: the table plays on until the turn has passed
	Missed  int           `json:"missed,omitempty"`  // turns in a row that the table has played
	Kept    bool          `json:"kept,omitempty"`    // a bot plays until the player comes back
	Moves   int           `json:"moves,omitempty"`   // that it has made since
}

// New is the clock of a match that is dealt; nil for a pace without one.
func New(p Pace, seats int) *Clock {
	if p.Kind == None {
		return nil
	}
	c := &Clock{Seats: make([]Seat, seats)}
	for s := range c.Seats {
		c.Seats[s].Reserve = p.Reserve
	}
	return c
}

// Untimed is the clock of a match without a pace in which a bot keeps a seat. No time of it ever runs.
func Untimed(seats int) *Clock { return &Clock{Seats: make([]Seat, seats)} }

// Keep lets a bot keep a seat from here on.
func (c *Clock) Keep(p Pace, seat int) { c.Seats[seat] = Seat{Reserve: p.Reserve, Kept: true} }

// MaxPause is the longest pause by agreement.
const MaxPause = 24 * time.Hour

// Warning is how long before the end of a pause those who are to move are told of it.
const Warning = time.Hour

// Begin starts the time of a seat's move. It does nothing for a seat that a bot keeps, for one that is out of time
// until its turn has passed, and without a pace.
func (c *Clock) Begin(p Pace, seat int, now time.Time, rests Calendar) {
	s := &c.Seats[seat]
	if s.Kept || s.Out && !s.Since.IsZero() || p.Kind == None {
		return
	}
	if !p.Rests() {
		rests = Calendar{}
	}
	if c.paused() {
		now = c.Paused
	}
	s.Since, s.Due = now, rests.Deadline(now, p.Move+s.Reserve)
}

// End stops the time of a seat: its turn has passed. The rests are those by which it has run.
func (c *Clock) End(seat int, now time.Time, rests Calendar) {
	s := &c.Seats[seat]
	c.use(s, now, rests)
	s.Since, s.Due, s.Out = time.Time{}, time.Time{}, false
}

// use takes what the running move used beyond its own time from the reserve.
func (c *Clock) use(s *Seat, now time.Time, rests Calendar) {
	if s.Since.IsZero() {
		return
	}
	if c.paused() {
		now = c.Paused
	}
	s.Reserve = min(s.Reserve, rests.Elapsed(now, s.Due))
}

// Moved says that a seat's player has made a move, in time.
func (c *Clock) Moved(seat int, now time.Time, rests Calendar) {
	c.End(seat, now, rests)
	c.Seats[seat].Missed = 0
}

// Late reports that a seat's time is over.
func (c *Clock) Late(seat int, now time.Time) bool {
	s := c.Seats[seat]
	return !s.Since.IsZero() && !c.paused() && (s.Out || !now.Before(s.Due))
}

// Miss says that the table moves for a seat whose time is over. It reports that a bot
// keeps the seat from here on.
func (c *Clock) Miss(p Pace, seat int) (kept bool) {
	s := &c.Seats[seat]
	if s.Out {
		return false
	}
	s.Out = true
	if s.Missed++; s.Missed < p.MaxMissed() {
		return false
	}
	c.Keep(p, seat)
	return true
}

// Back gives a seat that a bot has kept to its player again. It returns how many
// moves the bot has made.
func (c *Clock) Back(seat int) (moves int) {
	s := &c.Seats[seat]
	if !s.Kept {
		return 0
	}
	moves = s.Moves
	*s = Seat{Reserve: s.Reserve}
	return moves
}

// Kept are the seats that bots keep.
func (c *Clock) Kept() (seats []int) {
	for i, s := range c.Seats {
		if s.Kept {
			seats = append(seats, i)
		}
	}
	return seats
}

func (c *Clock) paused() bool { return !c.Paused.IsZero() }

// Halted reports that the match stands still for a reason.
func (c *Clock) Halted(why Halt) bool { return c != nil && c.paused() && c.Why == why }

// Stands reports that the match stands still, for whatever reason.
func (c *Clock) Stands() bool { return c != nil && c.paused() }

// Pause stops all clocks until a time; zero: until Resume. Where they are stopped already, the new reason takes the
// place of the old one.
func (c *Clock) Pause(why Halt, now, till time.Time, seats ...int) {
	if !c.paused() {
		c.Paused = now
	}
	c.Why, c.Till, c.For, c.Warned = why, till, seats, false
}

// Resume lets the clocks go on as they stood. It does nothing while there is no pause.
func (c *Clock) Resume(now time.Time) {
	if !c.paused() {
		return
	}
	c.shift(max(now.Sub(c.Paused), 0))
	c.Paused, c.Why, c.Till, c.For, c.Warned = time.Time{}, "", time.Time{}, nil, false
}

// Absent moves all deadlines by the time in which no program ran since the last look at
// the clock; away is the sum of all such time.
func (c *Clock) Absent(away time.Duration) {
	if gone := away - c.Away; gone > 0 {
		c.shift(gone)
		if c.paused() {
			c.Paused = c.Paused.Add(gone)
		}
		if c.paused() && c.Why != HaltSuspended { // a suspension ends at a date
			c.Till = c.Till.Add(gone)
		}
		c.Away = away
	}
}

func (c *Clock) shift(by time.Duration) {
	for i := range c.Seats {
		if s := &c.Seats[i]; !s.Since.IsZero() {
			s.Since, s.Due = s.Since.Add(by), s.Due.Add(by)
		}
	}
}

// Next is when something is to be done: the first deadline, at once for a seat that
// is out of time, the end of a pause, or the warning of it. Zero while nothing runs.
func (c *Clock) Next() (next time.Time) {
	if c == nil {
		return next
	}
	if c.paused() {
		if c.warns() && !c.Warned {
			return c.Till.Add(-Warning)
		}
		return c.Till
	}
	for _, s := range c.Seats {
		due := s.Due
		if s.Out {
			due = s.Since
		}
		if !s.Since.IsZero() && (next.IsZero() || due.Before(next)) {
			next = due
		}
	}
	return next
}

// warns reports that somebody has to be told of the end of a pause before it: their time runs from there.
func (c *Clock) warns() bool { return c.Why == HaltAgreed || c.Why == HaltAbsent }

// Left is how long a seat still has, never less than nothing; while the clocks stand
// it stays the same.
func (c *Clock) Left(seat int, now time.Time) time.Duration {
	s := c.Seats[seat]
	if s.Since.IsZero() || s.Out {
		return 0
	}
	if c.paused() {
		now = c.Paused
	}
	return max(s.Due.Sub(now), 0)
}
