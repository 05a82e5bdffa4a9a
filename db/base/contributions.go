package base

import "time"

// A Contribution is what a seat has added to the deals of a match.
type Contribution struct {
	Text string     `json:"text"`
	How  string     `json:"how"`          // one of the constants below
	At   *time.Time `json:"at,omitempty"` // nil for a bot's, which is the same at every table
}

// How a contribution was made.
const (
	ByWord    = "word"    // the player typed it
	ByBrowser = "browser" // the player's browser drew it
	ByForm    = "form"    // it is the key of the form, which the club drew
	ByBot     = "bot"     // by a seat that has no player
	ByNobody  = "none"    // the seat added nothing
)

// ContributionsSQL selects what the seats of the match m have added, as JSON by seat: null under a shuffle to which
// nobody adds.
const ContributionsSQL = `SELECT json_agg(json_build_object('text', contribution, 'how', contribution_how, 'at',
	contribution_at) ORDER BY seat)
	FROM match_seats WHERE match_id = m.id AND contribution IS NOT NULL`
