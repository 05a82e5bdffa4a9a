package page

import "carteado/views/part"

// ClubsProps is the list of a player's clubs, with the form for another where
// the player may open one.
type ClubsProps struct {
	Clubs    []ClubRow
	Pending  []string // names of clubs that have not let the player in yet
	MayFound bool
	Owner    bool // of the site
	ForAll   bool // every player may open a club
	Form     ClubForm
}

// ClubRow is a club in the list.
type ClubRow struct{ Slug, Name, Role string }

// ClubForm is what a club is: opened with, or changed later.
type ClubForm struct {
	Name, Lang, Zone string
	Saved            bool
	Faults           part.Faults // club, lang, zone
}
