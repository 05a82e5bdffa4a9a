package nights

import (
	"context"
	"time"

	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/part"
)

// An Arrival is somebody who came to a night.
type Arrival struct {
	ID     int64
	Person part.Person // of a guest only the name
	Guest  bool
	Screen bool // plays on a screen: not a guest with a name only
	Came   time.Time
	Left   time.Time // zero: is here

	Claimant part.Person // who says that they were this guest; zero: nobody
}

// Expected is a member who has not come yet.
type Expected struct {
	Person  part.Person
	Answer  string // "" for none
	Arrives time.Time
	Placed  bool
}

// ArrivalsProps is the host's page at the door.
type ArrivalsProps struct {
	Night
	Here    []Arrival
	Missing []Expected
	Open    bool // people come now
	Typed   string
	Faults  part.Faults // name
}

// PosterProps is the page with the code on the wall.
type PosterProps struct {
	Night
	URL    string // "" where there is no code
	QR     string
	QRSize int
}

// HereProps is where the code leads.
type HereProps struct {
	Token    string
	Night    string
	Club     *layout.Club
	SignedIn bool
	Member   bool
	Here     bool
	Name     string // of a guest
	Faults   part.Faults
}

// expected are the members who said that they come or may, first, or the others.
func (p ArrivalsProps) expected(coming bool) (list []Expected) {
	for _, e := range p.Missing {
		if (e.Answer != "" && e.Answer != "no") == coming {
			list = append(list, e)
		}
	}
	return list
}

// count is how many are here.
func (p ArrivalsProps) count() (n int) {
	for _, a := range p.Here {
		if a.Left.IsZero() {
			n++
		}
	}
	return n
}

// says is what a member has said, in a few words.
func (e Expected) says(ctx context.Context) string {
	switch {
	case e.Answer == "":
		return i18n.T(ctx, "arrivals.silent")
	case e.Answer == "late" && !e.Arrives.IsZero():
		return i18n.T(ctx, "arrivals.late", "at", i18n.Clock(ctx, e.Arrives))
	case (e.Answer == "yes" || e.Answer == "late") && !e.Placed:
		return i18n.T(ctx, "arrivals.waiting")
	}
	return i18n.T(ctx, "nights.answer."+e.Answer)
}

// says is when somebody came or went.
func (a Arrival) says(ctx context.Context) string {
	text := i18n.T(ctx, "arrivals.came", "at", i18n.Clock(ctx, a.Came))
	if !a.Left.IsZero() {
		text = i18n.T(ctx, "arrivals.left", "at", i18n.Clock(ctx, a.Left))
	}
	switch {
	case a.Guest && a.Screen:
		text += " · " + i18n.T(ctx, "visitors.screen")
	case a.Guest:
		text += " · " + i18n.T(ctx, "visitors.named")
	}
	return text
}

// unclaimed are the guests of a night who nobody says that they were.
func (p NightProps) unclaimed() (list []Arrival) {
	for _, a := range p.Came {
		if a.Guest && a.Claimant.ID == 0 {
			list = append(list, a)
		}
	}
	return list
}
