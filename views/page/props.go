// Package page has one component per page. Each takes one struct that is shaped
// like the page and holds plain data; none knows a store or a request.
package page

import (
	"time"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/views/link"
	"carteado/views/part"
	"carteado/views/table"
)

// SetupProps is the first-run page: the club and its owner.
type SetupProps struct {
	Club, Lang, Zone string
	Name, Email      string
	Faults           part.Faults // club, lang, zone, name, email, password
}

// SignInProps is the sign-in page.
type SignInProps struct {
	User   string
	Next   string        // path to go on to
	Wait   time.Duration // before another try, when there were too many
	Faults part.Faults   // user, password
}

// InvitationProps is the page of an invitation that still holds.
type InvitationProps struct {
	Token       string
	Club        string // its name
	Inviter     part.Person
	Name, Email string
	SignedIn    *part.Person // who would join with the account they have
	Faults      part.Faults  // name, email, password
}

// HomeProps is a club's home.
type HomeProps struct {
	Club    string // slug
	At      string // for polling
	MyTurn  []Table
	Waiting []Table
	Invited []Table // a seat is kept for the reader
	Open    []Table
	Playing []Table // of others, to watch
	Recent  []Result
	Members []part.Person

	News      *Announcement // the latest
	Season    string        // name of the one whose standings are shown, empty where there is none
	Standings []StandingRow // the first, and the reader
}

// Table is a table in a list.
type Table struct {
	Number int
	Game   string
	Seats  []part.Person // free ones included
	Turn   []part.Person // who is waited for
	Totals []int         // by seat, nil before the deal
	Mine   int           // the reader's seat, -1 without one
	Goal   part.Goal
	Last   *table.Entry // newest move
	Since  time.Time    // of the newest move, or of opening
}

// Result is a match in a list.
type Result struct {
	Match   int64
	Game    string
	Seats   []part.Person
	Mine    int // the reader's seat, -1 without one
	Totals  []int
	Goal    part.Goal
	Outcome *engine.Outcome // nil while the match goes on
	Rounds  int
	Started time.Time
	Ended   time.Time
}

// NewTableProps is the form for a new table.
type NewTableProps struct {
	Club    string // slug
	Games   []engine.Info
	Game    engine.Info
	Options engine.Options // chosen so far
	Members []part.Person  // who may be invited
	Bots    []string       // levels
	Seats   []string       // choice of each seat but the host's: open, member:12 or bot:steady
	Reach   string         // who may see it: club or invited
	Own     []OwnPreset    // the club's own house rules for the game
	Preset  string         // bundle of house rules chosen just now
	Faults  part.Faults    // game, seats, options
}

// WaitingProps is a table before the deal.
type WaitingProps struct {
	Club       string // slug
	Table      int
	At         string
	Game       engine.Info
	Options    engine.Options
	Goal       part.Goal
	Seats      []WaitingSeat
	Joined     bool   // the reader sits here
	Host       bool   // the reader opened it
	Closed     bool   // it was closed before the deal
	URL        string // to pass on
	Match      int64
	Commitment string // of the first deal's secret
	Fault      string // error key: full, stale …

	Private    bool    // it is for those invited
	Reason     Closing // why it was closed
	Kept       bool    // its house rules were kept for the club just now
	Name       string  // under which to keep them
	NameReason string  // error key: why not under that name
}

// WaitingSeat is a seat before the deal.
type WaitingSeat struct {
	Seat    int
	Person  part.Person  // free when nobody has taken it
	Invited *part.Person // for whom it is kept
	Host    bool
}

// RecapProps is the result of a round, at the table between rounds and after the
// end.
type RecapProps struct {
	Club    string // slug
	Table   int
	At      string
	Match   int64
	Idem    string
	View    engine.MatchView // of a round that is over
	Seats   []part.Person
	Rematch bool // the reader may ask for another match
	Closed  Closing
	Shut    bool // the table is closed
	Refusal *table.Refusal
}

// RoundProps is a finished round, looked at later.
type RoundProps struct {
	Club  string // slug
	Match int64
	Game  string
	Goal  part.Goal
	View  any // the game's own, of the finished round
	Score engine.RoundScore
	Seats []part.Person
	Last  int // number of the last finished round
}

// MatchProps is a score sheet.
type MatchProps struct {
	Club       string // slug
	ID         int64
	Table      int
	Game       engine.Info
	Options    engine.Options
	Seats      []part.Person
	Goal       part.Goal
	Left       []bool // by seat: its player has left
	Totals     []int
	Rounds     []engine.RoundScore
	Outcome    *engine.Outcome // nil while the match goes on
	Number     int             // of the round in play
	Moves      int             // made so far
	Started    time.Time
	Ended      time.Time
	Commitment string
	Secret     string // the seed in hex, once the match is over
	Shuffle    string // name of the shuffling method

	Closed      Closing         // why nobody won
	Corrections []CorrectionRow // of the result, oldest first
	Correcting  Correcting      // the form for another one
}

// MatchesProps is the list of the reader's matches.
type MatchesProps struct {
	Club    string // slug
	Results []Result
	Page    int // from 1
	Total   int
	PerPage int

	Filter  link.MatchFilter
	Games   []engine.Info
	Met     []part.Person // whom the reader has played with
	Seasons []Choice      // newest first
}

// A Choice is something to choose by its name.
type Choice struct {
	ID   int64
	Name string
}

// ReplayProps is the position of a match after a number of moves, all hands open.
type ReplayProps struct {
	Club   string // slug
	Match  int64
	Game   string
	Seats  []part.Person
	Step   int
	Views  []engine.MatchView // by seat, after Step moves
	Moves  []table.Entry      // all of them, oldest first, as their own seat saw them
	Starts []int              // the step at which each round was dealt

	Outcome engine.Outcome
	Rounds  int // finished
	Ended   time.Time
}

// ArrangeProps is the page for knocking with combinations of one's own choice.
type ArrangeProps struct {
	Club    string // slug
	Table   int
	Match   int64
	Version int
	Idem    string
	Card    string        // the card to knock with, empty before it is chosen
	Cards   []string      // cards with which one may knock
	Moves   []engine.Move // declared knocks with Card, best first
	Hand    []card.Card   // of the reader, eight cards
}

// RulesProps are the rules of a game, as a table plays them or in general.
type RulesProps struct {
	Club     string // slug, empty where the reader has no club
	Table    int    // 0: in general
	Games    []engine.Info
	Game     engine.Info
	Options  engine.Options   // of the table
	Examples []engine.Example // of the game
}

// SettingsProps are a player's own.
type SettingsProps struct {
	Number      int64 // of the account
	Name, Email string
	Lang        string
	Theme       string // light, dark or empty
	Deck        string // 4 or empty
	Index       string // big or empty
	Sort        string // of the hand: suit or empty
	Sessions    []Session
	Saved       string      // what was saved just now: settings, password, session, sessions
	Faults      part.Faults // current, password, delete
}

// Session is a place where the player is signed in.
type Session struct {
	ID      int64
	Agent   string // what the browser calls itself
	Since   time.Time
	Seen    time.Time
	Current bool
}

// InvitationsProps is the list of a club's invitations and the form for a new one.
type InvitationsProps struct {
	Club   string // slug
	List   []Invited
	Fresh  int64 // the first of those just made
	Role   string
	Roles  []string // that the reader may give
	Uses   string   // as filled in
	Days   string
	Labels string      // whom for, one per line
	Asks   bool        // a host lets in who comes
	Faults part.Faults // role, uses, days, labels

	MostUses, MostDays int
}

// Invited is an invitation in a list.
type Invited struct {
	ID      int64
	URL     string // to pass on
	QR      string // path of its drawing
	QRSize  int    // units its view box is wide and high
	Role    string
	By      part.Person
	Label   string // whom it is meant for, "" for anybody
	Asks    bool   // a host lets in who comes by it
	Left    int    // uses left
	Uses    int    // uses in all
	Expires time.Time
}

// ErrorProps is the page for a request that came to nothing.
type ErrorProps struct {
	Status  int
	Key     string        // what happened, below error.; empty for the status' own sentence
	Request string        // id
	Wait    time.Duration // before another try, 0 when unknown
	Back    string        // path of a way on, empty for the start page
}
