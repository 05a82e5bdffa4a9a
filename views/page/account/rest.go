package account

import (
	"context"
	"time"

	"carteado/views/i18n"
	"carteado/views/page"
	"carteado/views/part"
)

// RestForm is the form for quiet hours and holidays.
type RestForm struct {
	Zone       string // "" is that of the club
	From, Till string // quiet hours, as 22:30; both empty without
	Begins     string // of a new holiday, as 2026-12-20
	Ends       string
	Holidays   []Holiday
	Left       int // days of holidays of this year
	Now        int // days of a holiday that one press begins; 0: there can be none
	Faults     part.Faults
}

// A Holiday is a span of days on which a player's clocks rest.
type Holiday struct {
	Begins, Ends time.Time
	Begun        bool // it cannot be taken back any more
}

// restZones are the time zones that a player's time may follow: each club's own, first.
func restZones(ctx context.Context, current string) []part.Grouped {
	return append([]part.Grouped{{Choices: []part.Choosable{{Label: i18n.T(ctx, "clock.zone.club")}}}},
		page.Zones(ctx, current)...)
}
