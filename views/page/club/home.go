// Package club has the pages of a club: its home, members and how they come in, its log, what is brought in and taken
// out, and the state of the house.
package club

import (
	"context"
	"slices"
	"time"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/role"
	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/page"
	matchpage "carteado/views/page/match"
	nightspage "carteado/views/page/nights"
	"carteado/views/page/results"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
)

var (
	heroCards = []card.Card{card.New(card.King, card.Clubs), card.New(8, card.Diamonds),
		card.New(card.Ace, card.Hearts)}
	firstCards = []card.Card{card.New(7, card.Spades), card.New(8, card.Hearts), card.New(9, card.Diamonds)}
)

// The home page shows this many tables of a list, and people, and leads on to the others.
const (
	TablesAtHome = 8
	peopleAtHome = 24
)

func mayInvite(ctx context.Context) bool { return page.May(ctx, role.Invite) }

func (p HomeProps) title(ctx context.Context) string {
	name := ""
	if club := layout.From(ctx).Club; club != nil {
		name = club.Name
	}
	return name
}

// waits reports that something waits for the reader.
func (p HomeProps) waits() bool { return len(p.Invited)+len(p.MyTurn)+len(p.Asking) > 0 }

// maxTurns is from how many turns on they are grouped by when they are due.
const maxTurns = 10

// A turnGroup is turns of a home page below one title.
type turnGroup struct {
	Title  string
	Tables []tablepage.Table
}

// turns are the tables that wait for the reader in groups: many of them by when they are
// due, fewer in one group.
func (p HomeProps) turns(ctx context.Context) []turnGroup {
	if len(p.MyTurn) < maxTurns {
		return []turnGroup{{i18n.T(ctx, "home.my_turn"), p.MyTurn}}
	}
	groups := []turnGroup{{Title: i18n.T(ctx, "home.due.today")}, {Title: i18n.T(ctx, "home.due.later")},
		{Title: i18n.T(ctx, "home.due.never")}}
	for _, t := range p.MyTurn {
		at := 2
		if !t.Due.IsZero() {
			at = 1
			if !t.Due.After(t.Now) || i18n.Day(ctx, t.Due) == i18n.Day(ctx, t.Now) {
				at = 0
			}
		}
		groups[at].Tables = append(groups[at].Tables, t)
	}
	return slices.DeleteFunc(groups, func(g turnGroup) bool { return len(g.Tables) == 0 })
}

// first reports that the reader has nothing to do or to look back on yet.
func (p HomeProps) first() bool {
	return len(p.MyTurn)+len(p.Waiting)+len(p.Invited)+len(p.Recent) == 0
}

// More is how many tables the lists of a home page have beside those that are shown.
type More struct{ Waiting, Open, Playing int }

// HomeProps is a club's home.
type HomeProps struct {
	At      string        // for polling
	Games   []engine.Info // that can be played at once
	Seal    string        // the commitment to that match's secret
	MyTurn  []tablepage.Table
	Waiting []tablepage.Table
	Invited []tablepage.Table // a seat is kept for the reader
	Open    []tablepage.Table
	Playing []tablepage.Table // of others, to watch
	Halted  []tablepage.Table // that stand still; only for members who look after tables
	More    More              // tables of these lists that are not shown
	Recent  []matchpage.Result
	Members []part.Person

	Asking  []RequestRow // people who wait until a host lets them in; only for members who may let them in
	Backup  time.Time    // the last, or the beginning of all; zero but for the owner of the site
	Keyless bool         // a host, but for the passkeys that the club asks hosts for
	Alone   bool         // the reader may invite, and is the club's only member

	Nights []nightspage.Night      // that come next
	Daily  bool                    // the club has deals of the day
	Best   []tablepage.DailyWinner // of yesterday's

	News      []Announcement        // the pinned one and the latest
	Season    string                // name of the one whose standings are shown, empty where there is none
	Standings []results.StandingRow // the first, and the reader
}

// reader is the reader's name.
func reader(ctx context.Context) string {
	if person := layout.From(ctx).Player; person != nil {
		return person.Name
	}
	return ""
}

// asked is the next night that waits for the reader's answer, nil for none.
func (p HomeProps) asked() *nightspage.Night {
	for i := range p.Nights {
		if p.Nights[i].Asks() {
			return &p.Nights[i]
		}
	}
	return nil
}
