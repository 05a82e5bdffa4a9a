package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/clock"
	"carteado/views/i18n"
	"carteado/views/part"
)

// A Status is how things stand at a table beside its cards: clocks, offers, who is absent, who watches.
// The board and the result of a match both show it.
type Status struct {
	Club    string // slug
	Table   int
	Match   int64
	Game    string
	Version int
	Seats   []part.Person // by seat
	Mine    engine.Seat   // the reader's; Spectator where none
	ToMove  []engine.Seat // whom the match waits for
	Left    []bool        // by seat; nil while nobody has left
	Over    bool          // the match
	Shut    bool          // the table is closed
	Stalled bool          // a match without a clock has waited for a week
	Undo    bool          // the reader's move was the last, and can be taken back
	Hosts   bool          // the reader opened the table, at which a match is played
	Time    Time

	Watchable bool          // by members who do not play
	Watchers  []part.Person // those who do, by name
	Idem      string        // key of the forms of phrases and of a rematch
	Seal      string        // the commitment to the secret of the next match
	Talks     bool          // the reader says phrases here
	Writes    bool          // and words of their own
	Words     string        // that were refused just now
	Word      string        // in the mix of the next match, which was
	Quiet     bool          // but not now
	Muted     []engine.Seat // whose phrases the reader does not want to see
	Offer     *Offer        // the last one; nil where there is none
	Asides    []Entry       // newest first
	Fault     string        // why nothing happened just now: early, gone
	Practice  bool          // the match counts nowhere
	Occasion  Occasion
	Hint      *bot.Advice // that the reader has just asked for
}

// An Occasion is the game night or the competition that a table was opened for; zero for one that was just opened.
type Occasion struct{ Name, URL string }

// An Offer is what a player proposes to the others.
type Offer struct {
	ID      int64
	Kind    string // rematch, end, pause, resume, undo
	Seat    engine.Seat
	Version int
	Yes     []engine.Seat
	State   string // asked, accepted, declined, withdrawn, expired
	Asked   time.Time
}

// Time is a match's time at the moment Now, by the clock of the database.
type Time struct {
	Pace  clock.Pace
	Clock *clock.Clock // nil without a pace
	Now   time.Time
	Moved time.Time // the last move
}

// Kept reports that a bot keeps a seat for its player.
func (t Time) Kept(s engine.Seat) bool { return t.Clock != nil && s >= 0 && t.Clock.Seats[s].Kept }

// Paused reports that the match stands still.
func (t Time) Paused() bool { return t.Clock.Stands() }

// halted says why the match stands still, and until when.
func (b Status) halted(ctx context.Context) string {
	c := b.Time.Clock
	var waited []part.Person
	for _, seat := range c.For {
		waited = append(waited, b.Seats[seat])
	}
	who := part.Names(ctx, waited)
	switch {
	case c.Halted(clock.HaltAlone):
		return i18n.T(ctx, "clock.alone", "at", i18n.Deadline(ctx, c.Till))
	case c.Halted(clock.HaltAbsent):
		return i18n.T(ctx, "clock.absent", "who", who, "till", i18n.Deadline(ctx, c.Till))
	case c.Halted(clock.HaltSuspended) && c.Till.IsZero():
		return i18n.T(ctx, "clock.suspended", "who", who)
	case c.Halted(clock.HaltSuspended):
		return i18n.T(ctx, "clock.suspended.till", "who", who, "till", i18n.Deadline(ctx, c.Till))
	}
	return i18n.T(ctx, "clock.paused", "till", i18n.Moment(ctx, c.Till))
}

// runs reports that a seat has time to show.
func (t Time) runs(s engine.Seat) bool {
	return t.Clock != nil && s >= 0 && !t.Clock.Seats[s].Since.IsZero()
}

// left is what a seat has left for its move, and what of it is its reserve.
func (t Time) left(s engine.Seat) (move, reserve time.Duration) {
	left := t.Clock.Left(int(s), t.Now)
	reserve = min(t.Clock.Seats[s].Reserve, left)
	return left - reserve, reserve
}

// Soon is how long before a deadline what is left is counted; until then the deadline itself says more.
const Soon = 3 * time.Hour

// long reports that a seat's deadline is days or hours away: it is told as a day and an hour.
func (t Time) long(s engine.Seat) bool {
	return t.Pace.Rests() && !t.Paused() && t.Clock.Left(int(s), t.Now) >= Soon
}

// low reports that less than a quarter of the move's time is left.
func (t Time) low(s engine.Seat) bool { return t.Clock.Left(int(s), t.Now) < t.Pace.Move/4 }

// due is when a seat's time is over, in milliseconds, for the script that counts down.
func (t Time) due(s engine.Seat) string {
	return strconv.FormatInt(t.Clock.Seats[s].Due.UnixMilli(), 10)
}

// Stamp is Now in milliseconds: from it the script learns what the browser's clock
// does not know. "" for a table without a clock.
func (t Time) Stamp() string {
	if t.Clock == nil {
		return ""
	}
	return strconv.FormatInt(t.Now.UnixMilli(), 10)
}

// Left writes what is left of a time, in any language: 0:09, 2 h 10 min, 1 d 4 h.
func Left(d time.Duration) string {
	switch {
	case d < time.Hour:
		return fmt.Sprintf("%d:%02d", d/time.Minute, d%time.Minute/time.Second)
	case d < 24*time.Hour:
		return fmt.Sprintf("%d h %d min", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%d d %d h", d/(24*time.Hour), d%(24*time.Hour)/time.Hour)
}

func (b Status) seated() bool {
	return b.Mine >= 0 && (b.Left == nil || !b.Left[b.Mine])
}

// live is the offer that is to be shown: one that waits for answers, or what became of
// it as long as nothing else has happened.
func (b Status) live() *Offer {
	o := b.Offer
	if o == nil || o.State != "asked" && (o.State == "accepted" || o.Version != b.Version) {
		return nil
	}
	return o
}

// asks reports that the reader's answer is waited for.
func (b Status) asks() bool {
	return b.seated() && !slices.Contains(b.Offer.Yes, b.Mine)
}

// watching is the choice that the host has now.
func (b Status) watching() string {
	if b.Watchable {
		return "no"
	}
	return "yes"
}

// title says what is proposed, or what became of it.
func (o Offer) title(ctx context.Context, b Status) string {
	what := i18n.T(ctx, "offers.what."+o.Kind)
	who := b.Seats[o.Seat]
	switch {
	case o.State == "asked" && o.Seat == b.Mine:
		return i18n.T(ctx, "offers.mine", "what", what)
	case o.State == "asked":
		return i18n.T(ctx, "offers.asked", "who", part.Called(ctx, who), "what", what)
	}
	return i18n.T(ctx, "offers."+o.State, "what", what)
}

// waits are the people whose answers are missing. Bots agree at once.
func (b Status) waits() (people []part.Person) {
	for s, person := range b.Seats {
		gone := b.Left != nil && b.Left[s] && !b.Over
		if person.Bot == "" && !gone && !b.Time.Kept(engine.Seat(s)) && !slices.Contains(b.Offer.Yes, engine.Seat(s)) {
			people = append(people, person)
		}
	}
	return people
}

// waited are the other players whom the match waits for.
func (b Status) waited() (people []part.Person) {
	for _, s := range b.ToMove {
		if s != b.Mine && b.Seats[s].Bot == "" && !b.Time.Kept(s) {
			people = append(people, b.Seats[s])
		}
	}
	return people
}

// mayNudge reports that the reader may ask for a move: half of the time is over, or
// the match has waited for long without a clock. The store decides.
func (b Status) mayNudge() bool {
	if b.Over || !b.seated() || slices.Contains(b.ToMove, b.Mine) || len(b.waited()) == 0 || b.Time.Paused() {
		return false
	}
	if b.Time.Clock == nil {
		return b.Time.Now.Sub(b.Time.Moved) > 2*time.Hour
	}
	for _, s := range b.ToMove {
		at := b.Time.Clock.Seats[s]
		if b.Time.runs(s) && b.Time.Clock.Left(int(s), b.Time.Now) <= at.Due.Sub(at.Since)/2 {
			return true
		}
	}
	return false
}

// idle reports that the reader has nothing to do here for a while, and may go on to the
// next table. A sheet of style hides that where none waits.
func (b Status) idle() bool {
	kind := b.Time.Pace.Kind
	return !b.Over && b.seated() && !slices.Contains(b.ToMove, b.Mine) && (kind == clock.Slow || kind == clock.None)
}

// others are the players beside the reader.
func (b Status) others() []part.Person {
	return slices.Concat(b.Seats[:b.Mine], b.Seats[b.Mine+1:])
}

// since says for how long a match without a clock has waited, once that is worth a word.
func (b Status) since(ctx context.Context) string {
	if b.Over || b.Time.Clock != nil || len(b.waited()) == 0 || b.Time.Now.Sub(b.Time.Moved) < 12*time.Hour {
		return ""
	}
	return i18n.T(ctx, "clock.waits", "who", part.Names(ctx, b.waited()), "ago", i18n.Ago(ctx, b.Time.Moved))
}

// proposals are what the reader may propose now.
func (b Status) proposals() (kinds []string) {
	switch {
	case !b.seated() && !(b.Over && b.Mine >= 0), b.live() != nil && b.Offer.State == "asked":
		return nil
	case b.Over && !b.Shut:
		return []string{"rematch"}
	case b.Over:
		return nil
	case b.Time.Clock.Halted(clock.HaltAgreed), b.Time.Clock.Halted(clock.HaltAbsent):
		kinds = append(kinds, "resume")
	case b.Time.Clock == nil, b.Time.Paused():
	case len(b.Time.Clock.Kept()) > 0:
		kinds = append(kinds, "wait")
	case b.Time.Pace.Pauses():
		kinds = append(kinds, "pause")
	}
	if b.Undo && !b.Time.Paused() {
		kinds = append(kinds, "undo")
	}
	return append(kinds, "end")
}

// turns joins the moves that a seat made one after the other, newest turn first.
func turns(log []Entry) []Entry {
	list := make([]Entry, 0, len(log))
	for i, e := range log {
		if n := len(list); i > 0 && goesOn(log[i-1], e) {
			list[n-1].Events = slices.Concat(e.Events, list[n-1].Events)
		} else {
			list = append(list, e)
		}
	}
	return list
}

// goesOn reports whether a move is of the same turn as the one before it.
func goesOn(move, before Entry) bool {
	return move.Version == before.Version+1 && move.Seat == before.Seat && move.Made == before.Made
}

// story is the log, a line for each turn, with what happened beside the moves, newest
// first.
func (p *Props) story() []Entry {
	all := append(turns(p.Log), p.Status.Asides...)
	slices.SortStableFunc(all, newer)
	return all
}

// newer puts what happened later first.
func newer(a, b Entry) int {
	return cmp.Or(cmp.Compare(b.Version, a.Version), b.Time.Compare(a.Time))
}

// A chapter is the story of a round.
type chapter struct {
	round int
	turns []Entry
}

// heard is what a screen reader reads out of the part beside the moves, because only words that are put into a status
// which is there are read: advice, or what happened since the last move.
func (b Status) heard(ctx context.Context) string {
	switch {
	case b.Hint != nil:
		return b.advice(ctx)
	case len(b.Asides) > 0 && b.Asides[0].Version == b.Version:
		return Sentences(ctx, b.Game, b.Asides[0].Events, b.Seats)
	}
	return ""
}

// chapters is the story by rounds, the newest first. A deal is the first line of its round.
func (p *Props) chapters() (list []chapter) {
	story, round, from := p.story(), p.View.Number, 0
	for i, e := range story {
		if slices.ContainsFunc(e.Events, func(e engine.Event) bool { return e.Kind == "dealt" }) {
			list = append(list, chapter{round, story[from : i+1]})
			round, from = round-1, i+1
		}
	}
	if from < len(story) || list == nil {
		list = append(list, chapter{round, story[from:]})
	}
	return list
}

// countdown tells the script when a move's own time is over, when the reserve is, and when little is left.
func countdown(t Time, s engine.Seat) templ.Attributes {
	if t.Paused() {
		return nil
	}
	ms := func(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
	return templ.Attributes{"translate": "no", "data-due": t.due(s), "data-reserve": ms(t.Clock.Seats[s].Reserve),
		"data-low": ms(t.Pace.Move / 4)}
}
