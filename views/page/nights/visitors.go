package nights

import (
	"carteado/views/layout"
	"carteado/views/part"
)

// VisitProps is a guest's page at a night.
type VisitProps struct {
	Name    string // of the guest
	Night   string
	Club    *layout.Club
	Seat    *layout.Seat // nil: none yet
	Account bool         // the guest has an account
	Asked   bool         // and waits to be let into the club

	Typed, Email string
	Faults       part.Faults // name, email, password

	Token    string // of a host's link
	SignedIn bool   // somebody is signed in as themselves
}

// HandOverProps is a host's link for a guest's phone.
type HandOverProps struct {
	Name      string
	Night     int64
	URL, Path string
	QR        string
	QRSize    int
}
