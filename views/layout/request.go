// Package layout is the frame around every page: the club's pages, the door where
// nobody is signed in yet, and the table. A Request travels in the context, so
// that no page passes it on.
package layout

import (
	"context"
	"fmt"
	"time"

	"carteado/engine/role"
	"carteado/views/i18n"
	"carteado/views/part"
)

// A Request holds what frames need to know of a request.
type Request struct {
	Lang   string // a language of i18n
	Theme  string // light, dark, or empty for the device's
	Deck   string // 4 for four colours, else empty
	Index  string // big, else empty
	Path   string // of the page, with its query: where changing the language leads back to
	Player *part.Person
	Club   *Club
	Now    time.Time
	Zone   *time.Location
	Marks  Marks  // turns and notices that wait for the player
	Key    string // of the forms on the page that make something: the same form makes it once

	Again     bool   // the page asks for itself again until it is another
	DeviceKey string // by which browsers know the house, where the player may be asked for a device
}

// Marks count what waits for a reader in all clubs.
type Marks struct {
	Unread int // notices
	Clubs  []ClubMark
	Zone   string // the reader's time zone, for pages of no club
	Seat   *Seat  // in a round of a game night that goes on
}

// A ClubMark is one of the reader's clubs, with the number of its matches that wait for
// a move of theirs.
type ClubMark struct {
	Slug, Name string
	Crest      part.Crest
	Turns      int
	Alone      bool // there is nobody else yet
}

// Turns is the number of matches that wait for a move.
func (m Marks) Turns() (n int) {
	for _, c := range m.Clubs {
		n += c.Turns
	}
	return n
}

// In is the number of matches that wait for a move in one club.
func (m Marks) In(slug string) (n int) {
	for _, c := range m.Clubs {
		if c.Slug == slug {
			n = c.Turns
		}
	}
	return n
}

// String is the form in which a page's poll names the marks that it shows: it begins with
// the number of turns.
func (m Marks) String() string {
	text := fmt.Sprintf("%d.%d", m.Turns(), m.Unread)
	for _, c := range m.Clubs {
		text += fmt.Sprintf(".%d", c.Turns)
		if c.Alone {
			text += "a"
		}
	}
	if s := m.Seat; s != nil {
		text += fmt.Sprintf(".s%d-%d-%d-%d", s.Night, s.Round, s.Number, s.Table)
	}
	return text
}

// A Seat is where the reader sits in a round of a game night.
type Seat struct {
	Club          string // slug
	Night         int64
	Round, Number int // 0: sits out
	Table         int // the club's, where it is played; 0: with real cards
	Others        []string
	Ends          time.Time
}

type Club struct {
	Slug, Name string
	Crest      part.Crest
	Role       role.Role // the reader's
	Archived   bool      // it can only be read
	Deletion   time.Time // when it is deleted; zero: it is to stay
	Ratings    bool      // it measures how well members play
}

type requestKey struct{}

// With returns a context for rendering pages that answer a request, in its
// language and time.
func With(ctx context.Context, r Request) context.Context {
	ctx = i18n.WithTime(i18n.With(ctx, r.Lang), r.Now, r.Zone)
	return context.WithValue(ctx, requestKey{}, r)
}

// From is the request of a context; the zero Request where there is none.
func From(ctx context.Context) Request {
	r, _ := ctx.Value(requestKey{}).(Request)
	return r
}
