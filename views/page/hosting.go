package page

import (
	"context"
	"strconv"
	"time"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

// Closing is who closed a table for everybody, and why; zero where nobody did.
type Closing struct {
	By     part.Person
	Reason string
}

// says is the closing in a sentence; "" where there was none.
func (c Closing) says(ctx context.Context) string {
	if c.Reason == "" {
		return ""
	}
	return i18n.T(ctx, "closing.by", "who", part.Called(ctx, c.By), "reason", c.Reason)
}

// TableDoorProps is a table for those invited, shown to who has its link.
type TableDoorProps struct {
	Club  string // slug
	Table int
	Game  string
	Host  string
	Key   string
}

// CloseProps is the page that asks a host why to close a table.
type CloseProps struct {
	Club    string // slug
	Table   int
	Game    string
	Seats   []part.Person
	Playing bool // a match is played there
	Reason  string
	Faults  part.Faults // reason
}

// OwnPreset is house rules that the club keeps under a name.
type OwnPreset struct {
	ID      int64
	Name    string
	Seats   int
	Options engine.Options
}

// Key names the preset in the form for a new table.
func (o OwnPreset) Key() string { return "club-" + strconv.FormatInt(o.ID, 10) }

// chosen reports that the form has the preset's house rules.
func (o OwnPreset) chosen(p NewTableProps) bool {
	for _, option := range p.Game.Options {
		if part.OptionIn(p.Options, option) != part.OptionIn(o.Options, option) {
			return false
		}
	}
	return true
}

// bundled reports that the house rules of the form are known by some name.
func (p NewTableProps) bundled() bool {
	for _, own := range p.Own {
		if own.chosen(p) {
			return true
		}
	}
	return part.Preset(p.Game, p.Options) != ""
}

// Announcement is what a host had to say to the club.
type Announcement struct {
	ID   int64
	By   part.Person
	Body string
	At   time.Time
}

// AnnouncementsProps is all that was announced, and for hosts the form for more.
type AnnouncementsProps struct {
	Club   string // slug
	List   []Announcement
	Body   string      // being written
	Faults part.Faults // body
}
