package gallery

import (
	"slices"

	"carteado/engine"
	"carteado/engine/role"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

// Names as awkward as the club lets people choose them: as long as may be,
// without a space, and made of signs.
var (
	longName = part.Person{ID: 3, Name: "Maximilianaconstantinaalbuquerquedosanto"}
	oddName  = part.Person{ID: 2, Name: "🦊🃏 ♠♥ wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"}
)

// renamed are people under such names, but for the reader and for bots.
func renamed(people ...part.Person) []part.Person {
	names := []string{longName.Name, oddName.Name}
	people = slices.Clone(people)
	for i, p := range people {
		if !p.Me && p.Bot == "" && !p.Free() {
			people[i].Name = names[i%len(names)]
		}
	}
	return people
}

// namePages show how pages bear such names.
func namePages() []Page {
	at := home()
	for _, list := range [][]page.Table{at.MyTurn, at.Waiting, at.Invited, at.Open, at.Playing} {
		for i := range list {
			list[i].Seats, list[i].Turn = renamed(list[i].Seats...), renamed(list[i].Turn...)
		}
	}
	at.Members = renamed(at.Members...)
	at.Standings = standings().Lines
	for i := range at.Standings {
		at.Standings[i].Person = renamed(at.Standings[i].Person)[0]
	}
	all := members()
	for i := range all.List {
		all.List[i].Person.Name, all.List[i].Email = longName.Name, longName.Name+"@cartas.example"
	}
	all.Requests[0].Person, all.Requests[0].By = oddName, longName.Name
	one := member(false)
	one.Member = all.List[2]
	one.Rivals = []page.Rival{{Person: longName, Won: 8, Lost: 5}, {Person: oddName, Won: 14, Lost: 9}}
	for i := range one.Recent {
		one.Recent[i].Seats, one.Recent[i].Mine = renamed(one.Recent[i].Seats...), -1
		one.Recent[i].Seats[0] = oddName
	}
	season := standings()
	season.Lines = at.Standings
	invited := invitations()
	for i := range invited.List {
		invited.List[i].Label, invited.List[i].By = longName.Name, longName
	}
	sheet := matchOfSix(true)
	sheet.Seats = renamed(sheet.Seats...)
	sheet.Closed = page.Closing{By: longName, Reason: longName.Name + longName.Name}
	room := waitingForFour()
	for i := range room.Seats {
		room.Seats[i].Person = renamed(room.Seats[i].Person)[0]
	}
	watched := board(spectatorView(), false, "")
	watched.View.Seat, watched.Seats = engine.Spectator, []part.Person{longName, oddName}
	return []Page{
		inside("names-home", page.Home(at)),
		inside("names-members", page.Members(all)),
		inside("names-member", page.Member(one)),
		inside("names-standings", page.Standings(season)),
		inside("names-invitations", page.Invitations(invited)),
		inside("names-match", page.Match(sheet)),
		inside("names-waiting", page.Waiting(room)),
		inside("names-table", table.Page(watched)),
		inside("names-audit", page.Audit(page.AuditProps{Club: club, Page: 1, Pages: 1, Entries: []page.AuditRow{
			{At: now, By: longName, About: oddName, Action: "role_changed", Details: map[string]any{"from": string(role.Member), "to": string(role.Host)}},
		}})),
	}
}
