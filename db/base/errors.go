package base

import (
	"errors"
	"fmt"
	"time"

	"carteado/db/keys"
	"carteado/db/pg"
)

// The store's refusals. Test with errors.Is; the text wrapped around them is for
// the log.
var (
	ErrNotFound  = pg.ErrNotFound                           // absent or forbidden: both answer alike
	ErrForbidden = pg.ErrForbidden                          // only where the viewer may know that the thing exists
	ErrStale     = pg.ErrStale                              // something happened since the form was drawn
	ErrLate      = errors.New("time over")                  // the player's time was over, and the table has moved
	ErrPaused    = errors.New("paused")                     // the clocks are stopped, and so are the moves
	ErrHolidays  = errors.New("impossible holidays")        // begun, overlapping, or more than a year has
	ErrSecret    = errors.New("a choice in secret is open") // nobody says anything meanwhile
	ErrSilent    = errors.New("no phrases")                 // at this table, or in its club
	// to nudge: half of the time is left, or somebody just did
	ErrEarly      = errors.New("too early")
	ErrTaken      = errors.New("name taken")       // another player, or preset, has the name; another night the time
	ErrLookalike  = errors.New("name looks taken") // it reads like another player's
	ErrRenamed    = errors.New("renamed lately")   // a name is kept for a while before it is changed again
	ErrEmailTaken = errors.New("e-mail taken")     // another player has the address
	// of an invitation or a new password: used up, expired or revoked
	ErrGone = errors.New("link gone")
	// a link for a new password would show an opponent's hand
	ErrPlaying       = errors.New("in a match together")
	ErrOwnMatch      = errors.New("close one's own match")   // another host may close it
	ErrNoOtherHost   = errors.New("no other host")           // who could be told what somebody wrote
	ErrUnwatched     = errors.New("closed to watchers")      // by the host of the table
	ErrHidden        = errors.New("hand hidden")             // the session may be that of an opponent
	ErrLastOwner     = errors.New("last owner")              // a club would be left without an owner
	ErrLastOfHouse   = errors.New("last owner of the house") // the house would be left without one, and others use it
	ErrPractice      = errors.New("practice")                // is against bots alone
	ErrCounts        = errors.New("no practice")             // there is no advice where it counts
	ErrUnfinished    = errors.New("match goes on")           // a review is of a match that is over
	ErrNotPlayed     = errors.New("no seat in the match")    // a review is of the player's own moves
	ErrReviewing     = errors.New("review under way")        // of another match of the player
	ErrFull          = errors.New("no seat")                 // the seat is taken, or the table is not open
	ErrWrongCode     = errors.New("wrong setup code")        // not the one that the log says
	ErrPasskeyOnly   = errors.New("passkeys only")           // the player's password opens no session
	ErrArchived      = errors.New("club is archived")        // it can only be read
	ErrHostPasskey   = errors.New("host without passkey")    // the club wants hosts whose accounts only passkeys open
	ErrLastPasskey   = errors.New("last passkey")            // the account would be left without a way in
	ErrMet           = errors.New("played each other")       // a player and the one whose matches they claim
	ErrSetupDone     = errors.New("setup done")              // the club has its owner
	ErrWrongPassword = errors.New("wrong name or password")  // the answer does not say which of the two
	// the match was begun under rules that this program does not play
	ErrOtherRules = errors.New("other rules")
	ErrSeal       = errors.New("another seal was shown") // to who begins a match: there is another now
	// nobody can read the cards of a match any more
	ErrKeyLost = keys.ErrLost
	// not saved, as far as we know: try again with the same key
	ErrUnavailable = pg.ErrUnavailable
)

// ErrThrottled refuses a sign-in that comes too soon after failed ones.
type ErrThrottled struct{ RetryAfter time.Duration }

func (e *ErrThrottled) Error() string {
	return fmt.Sprintf("too many sign-ins, retry after %s", e.RetryAfter)
}

// An ErrNotReady says why the store should not serve.
type ErrNotReady = pg.ErrNotReady

// Constraints are the refusals of what the schema forbids.
var Constraints = map[string]error{
	"players_name_key": ErrTaken, "table_presets_name_key": ErrTaken, "players_email_key": ErrEmailTaken,
	"nights_series": ErrTaken, "passkeys_credential_id_key": ErrTaken,
	"club_keeps_owner": ErrLastOwner, "club_archived": ErrArchived,
}
