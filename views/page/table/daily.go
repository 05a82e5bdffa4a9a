package table

import (
	"time"

	"carteado/engine"
	"carteado/views/part"
	"carteado/views/table"
)

// DailyProps are the deals of today.
type DailyProps struct {
	Day       time.Time
	Deals     []DailyDeal
	Streak    int // days in a row on which the reader has finished one
	Yesterday []DailyWinner
}

// A DailyDeal is a deal of today as the reader has it.
type DailyDeal struct {
	Game   string
	Played int // by how many members
	Begun  bool
	Score  *int // the reader's; nil until it is over
}

// A DailyWinner has made the most of a deal.
type DailyWinner struct {
	Day    time.Time
	Game   string
	Person part.Person
	Score  int
}

// DealProps is what members have made of a deal.
type DealProps struct {
	Day    time.Time
	Today  bool
	Game   string
	Played int
	Mine   *int       // the reader's score; nil for none
	Plays  []DailyRow // the best first
	Own    *DailyCourse
	Best   *DailyCourse // nil where it is the reader's own
}

// A DailyRow is a play in the list.
type DailyRow struct {
	Person part.Person
	Score  int
	Own    int // moves
}

// A DailyCourse is a play, turn by turn.
type DailyCourse struct {
	Row   DailyRow
	Seats []part.Person
	Turns []table.Entry
}

// told are the events of a turn that say something.
func (c DailyCourse) told(i int) []engine.Event { return c.Turns[i].Events }

// length is how many turns the longer of both courses has.
func (p DealProps) length() int {
	n := 0
	for _, c := range []*DailyCourse{p.Own, p.Best} {
		if c != nil {
			n = max(n, len(c.Turns))
		}
	}
	return n
}
