package page

import (
	"context"
	"time"

	"carteado/engine/card"
	"carteado/engine/role"
	"carteado/views/layout"
	"carteado/views/part"
)

var (
	heroCards  = []card.Card{card.New(card.King, card.Clubs), card.New(8, card.Diamonds), card.New(card.Ace, card.Hearts)}
	firstCards = []card.Card{card.New(7, card.Spades), card.New(8, card.Hearts), card.New(9, card.Diamonds)}
)

// The home page shows this many tables of a list, and people, and leads on to the others.
const (
	tablesAtHome = 8
	peopleAtHome = 24
)

func atHome(list []Table) []Table { return list[:min(len(list), tablesAtHome)] }

func mayInvite(ctx context.Context) bool {
	club := layout.From(ctx).Club
	return club != nil && club.Role.May(role.Invite)
}

func (p HomeProps) title(ctx context.Context) string {
	name := ""
	if club := layout.From(ctx).Club; club != nil {
		name = club.Name
	}
	return name
}

// waits reports that something waits for the reader.
func (p HomeProps) waits() bool { return len(p.Invited)+len(p.MyTurn)+len(p.Asking) > 0 }

// first reports that the reader has nothing to do or to look back on yet.
func (p HomeProps) first() bool {
	return len(p.MyTurn)+len(p.Waiting)+len(p.Invited)+len(p.Recent) == 0
}

// HomeProps is a club's home.
type HomeProps struct {
	At      string // for polling
	MyTurn  []Table
	Waiting []Table
	Invited []Table // a seat is kept for the reader
	Open    []Table
	Playing []Table // of others, to watch
	Recent  []Result
	Members []part.Person

	Asking []RequestRow // people who wait until a host lets them in; only for members who may let them in
	Backup time.Time    // the last, or the beginning of all; zero but for the owner of the site
	Alone  bool         // the reader may invite, and is the club's only member

	News      *Announcement // the latest
	Season    string        // name of the one whose standings are shown, empty where there is none
	Standings []StandingRow // the first, and the reader
}
