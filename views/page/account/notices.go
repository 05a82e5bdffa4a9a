package account

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/part"
)

// NoticesProps is the page of what a player was told.
type NoticesProps struct {
	Turns []Turn   // that wait, the longest first
	List  []Notice // newest first
}

// A Turn is a match that waits for the reader, in any club.
type Turn struct {
	Club     string // slug
	ClubName string
	Table    int
	Game     string
	Others   []part.Person
	Since    time.Time
	Due      time.Time // zero where there is no deadline
	Last     bool      // when the time is over, a bot keeps the seat
}

// Text says which match it is, and until when the reader may move, or for how long it has waited.
func (t Turn) Text(ctx context.Context) string {
	if until := t.Until(ctx); until != "" {
		return t.Match(ctx) + " · " + until
	}
	return t.Match(ctx) + " · " + i18n.Ago(ctx, t.Since)
}

// Until names the deadline, "" where there is none.
func (t Turn) Until(ctx context.Context) string {
	if t.Due.IsZero() {
		return ""
	}
	return i18n.T(ctx, "time.until", "deadline", i18n.Deadline(ctx, t.Due))
}

// Match names the game and who plays it with the reader.
func (t Turn) Match(ctx context.Context) string {
	return i18n.T(ctx, "notices.turn", "game", i18n.T(ctx, "game."+t.Game), "who", t.Against(ctx))
}

// Against names the others.
func (t Turn) Against(ctx context.Context) string { return part.Names(ctx, t.Others) }

// A Notice is a line of the reader's inbox.
type Notice struct {
	ID          int64
	Kind        string
	Slug        string // of the club
	Club        string // its name
	Table       int
	Game        string
	Match       int64
	By          part.Person
	About       part.Person // who wrote what is reported
	Night       Dated
	Competition Dated // with the time that is told, be it the end of a round or an hour
	// for an offer: its kind and its state, as in "rematch.asked"; for a turn "half" if half of its time is over, "due"
	// if all soon is, "resumes" if a pause is soon over; for the end of a match "closed" if it counts for
	// nobody, "anew" if it was also dealt anew; for a night what is new about it; for news "deletion" if the club is to
	// be deleted, "kept" if it is not any more
	What string
	At   time.Time
	Read bool
}

// Dated is the game night or the competition that a notice is about.
type Dated struct {
	ID   int64 // 0 for none
	Name string
	At   time.Time
}

// Reminds is "half" for a turn half of whose time is over, "due" for one whose time soon is, "resumes" for one that
// waits for the end of a pause, and "" for any other notice.
func (n Notice) Reminds() string {
	if n.Kind != "turn" {
		return ""
	}
	return n.What
}

// Title says what it is, in a sentence.
func (n Notice) Title(ctx context.Context) string {
	if which := n.Reminds(); which != "" {
		return i18n.T(ctx, "notices.reminds."+which, "table", n.Table)
	}
	if n.Kind == "turn" {
		return i18n.T(ctx, "notices.your_turn", "table", n.Table)
	}
	if kind, state, is := strings.Cut(n.What, "."); is {
		return i18n.T(ctx, "notices.offer."+state, "who", part.Called(ctx, n.By), "what",
			i18n.T(ctx, "offers.what."+kind))
	}
	switch {
	case n.Kind == "night":
		return i18n.T(ctx, "notices.night."+n.What, "name", n.Night.Name, "at", i18n.Deadline(ctx, n.Night.At),
			"who", part.Called(ctx, n.By))
	case n.Kind == "competition":
		at, what := n.Competition.At, n.What
		switch {
		case what == "opened" && at.IsZero():
			what = "undated"
		case what == "opened" || what == "due": // a round ends at midnight
			at = at.Add(-time.Second)
		}
		return i18n.T(ctx, "notices.competition."+what, "name", n.Competition.Name, "at", i18n.Deadline(ctx, at),
			"who", part.Called(ctx, n.By))
	case n.Kind == "news" && n.What != "":
		return i18n.T(ctx, "notices.news."+n.What, "who", part.Called(ctx, n.By), "club", n.Club)
	case n.Kind == "over" && n.What == "closed":
		return i18n.T(ctx, "notices.closed", "match", n.Match)
	case n.Kind == "over" && n.What == "anew":
		return i18n.T(ctx, "notices.anew", "match", n.Match)
	}
	return i18n.T(ctx, "notices.kind."+n.Kind, "who", part.Called(ctx, n.By), "about", part.Called(ctx, n.About),
		"table", n.Table, "match", n.Match)
}

// Text says where and when it was.
func (n Notice) Text(ctx context.Context) string { return n.Place(ctx) + " · " + i18n.Ago(ctx, n.At) }

// Place says where it was.
func (n Notice) Place(ctx context.Context) string {
	if n.Game == "" {
		return n.Club
	}
	return i18n.T(ctx, "notices.at", "game", i18n.T(ctx, "game."+n.Game), "table", n.Table) + " · " + n.Club
}

// Tag joins notices of one thing on a device: the newest takes the place of the others.
func (n Notice) Tag() string {
	if n.Night.ID != 0 {
		return n.Kind + "-" + strconv.FormatInt(n.Night.ID, 10)
	}
	if n.Competition.ID != 0 {
		return n.Kind + "-" + strconv.FormatInt(n.Competition.ID, 10)
	}
	if n.Table == 0 {
		return n.Kind
	}
	return n.Slug + "-" + strconv.Itoa(n.Table)
}

var noticeIcons = map[string]string{"nudge": "nudge", "missed": "clock", "kept": "bot", "offer": "renew",
	"seat": "hand", "over": "trophy", "news": "mail", "request": "users", "address": "mail", "report": "alert",
	"night": "calendar", "webhook": "link", "competition": "trophy"}

// summary says how much is new, and from how many clubs if there are several.
func (p NoticesProps) summary(ctx context.Context) string {
	unread, clubs := p.unread(), map[string]bool{}
	for _, t := range p.Turns {
		clubs[t.ClubName] = true
	}
	for _, n := range unread {
		clubs[n.Club] = true
	}
	text := i18n.T(ctx, "notices.new", "n", len(unread)+len(p.Turns))
	if len(clubs) > 1 {
		text += i18n.T(ctx, "notices.clubs", "n", len(clubs))
	}
	return text
}

func (p NoticesProps) unread() []Notice {
	return slices.DeleteFunc(slices.Clone(p.List), func(n Notice) bool { return n.Read })
}

// read are the notices that were read, of today and of before.
func (p NoticesProps) read(ctx context.Context) (today, before []Notice) {
	now := layout.From(ctx).Now
	for _, n := range p.List {
		switch {
		case !n.Read:
		case i18n.Day(ctx, n.At) == i18n.Day(ctx, now):
			today = append(today, n)
		default:
			before = append(before, n)
		}
	}
	return today, before
}
