// Package scorebook reads old score books: tables of text with the results of matches, rounds or nights, as
// spreadsheets save them. It guesses how a file is written, says what it has understood, and names every line that it
// cannot read. It stores nothing and knows no club.
package scorebook

import (
	"errors"
	"time"
)

// MostBytes is the size of the largest file that is read, and MostLines its length: fifty years of matches every week.
const (
	MostBytes = 2 << 20
	MostLines = 20_000
)

// A Unit is what a line of a file tells of.
type Unit string

// The units.
const (
	Matches Unit = "matches"
	Rounds  Unit = "rounds" // several in a row are a match
	Nights  Unit = "nights" // how an evening ended, of whatever games
)

// A Better says which numbers are the better ones.
type Better string

// Which numbers are better.
const (
	ByGame Better = "game" // as the game counts
	Most   Better = "most"
	Least  Better = "least"
	Places Better = "places" // the numbers are places, not points
)

// A Wish is how a file is to be read. Its zero value guesses.
type Wish struct {
	Unit   Unit   `json:"unit"`   // "": by the headings
	Game   string `json:"game"`   // of lines that name none
	Better Better `json:"better"` // "" is ByGame
	Months bool   `json:"months"` // 3/12 is the 12th of March
	Twice  bool   `json:"twice"`  // lines that tell the same again are other matches
}

// A Game is one that lines may name.
type Game struct {
	Key   string
	Names []string // in all languages
	Low   bool     // fewer points are better
}

// A Book is a file as it was understood.
type Book struct {
	Encoding string // utf-8, utf-16 or windows-1252
	Comma    string // what stands between two cells
	Unit     Unit
	Columns  []Column
	Lines    int // with something in them, without the headings
	Matches  []Match
	Faults   []Fault  // in the order of lines
	Names    []string // of those who played, in the order in which they come
}

// A Column is a heading and what it was taken for.
type Column struct {
	Heading string
	As      string // date, time, game, match, round, night, player, points or place; name: of somebody; "": not read
}

// A Match is a result.
type Match struct {
	Line  int   // of the file, the first one
	Lines []int // all of them
	Game  string
	Day   time.Time // midnight in UTC
	Clock int       // minutes after midnight, −1 where none is named
	Label string    // of the night, or a number
	Seats []Seat
	Ends  [][]int // points of each round by seat, where the lines are rounds
}

// A Seat is how somebody fared.
type Seat struct {
	Name   string
	Points *int // nil where only the place is known
	Place  int
}

// A Fault is a line that was not read.
type Fault struct {
	Line   int
	Why    Why
	Text   string // the cell, or the line
	Before int    // of a line that tells the same again: where it stands first
}

// Why a line was not read: catalog keys below import.fault.
type Why string

// The faults.
const (
	BadDate    Why = "date"    // no date
	NoDay      Why = "day"     // a date that does not exist
	Future     Why = "future"  // not yet
	Ancient    Why = "ancient" // before 1900
	BadClock   Why = "clock"
	BadGame    Why = "game"
	NoGame     Why = "no_game"
	BadNumber  Why = "number"
	BadPlace   Why = "place"
	BadName    Why = "name"    // too long, or with signs that no name has
	Formula    Why = "formula" // a name that begins like a formula
	NameTwice  Why = "twice"   // the same name twice in a match
	Few        Why = "few"     // fewer than two
	Many       Why = "many"
	NoResult   Why = "result"    // neither points nor places
	Quotes     Why = "quotes"    // cells that are not written as cells are
	Broken     Why = "broken"    // of a match of which another line cannot be read
	SameAgain  Why = "again"     // tells what an earlier line has told
	DoubleHere Why = "stored"    // the club has this match
	Uncounted  Why = "uncounted" // of the club's own list: void, closed or practice
)

// Refusals of a whole file.
var (
	ErrLarge   = errors.New("too large")
	ErrLong    = errors.New("too many lines")
	ErrEmpty   = errors.New("empty")
	ErrNoTable = errors.New("no table of text")
	ErrNoDate  = errors.New("no column with dates")
	ErrNoNames = errors.New("no column with players")
)

// maxSeats bounds how many people a result may have: a night's may be long.
const maxSeats = 60
