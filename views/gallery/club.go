package gallery

import (
	"time"

	"carteado/engine/role"
	"carteado/engine/standing"
	"carteado/views/page"
	"carteado/views/part"
)

func memberRows() []page.MemberRow {
	row := func(p part.Person, r role.Role, matches, wins int, seen time.Duration) page.MemberRow {
		m := page.MemberRow{Person: p, Role: r, Matches: matches, Wins: wins, Joined: now.Add(-200 * 24 * time.Hour), Email: "pessoa" + string(rune('0'+p.ID)) + "@cartas.example"}
		if seen > 0 {
			m.Seen = now.Add(-seen)
		}
		m.Person.Online = seen < 5*time.Minute && seen > 0
		return m
	}
	rows := []page.MemberRow{
		row(ana, role.Owner, 47, 27, time.Minute), row(bento, role.Host, 58, 30, 2*time.Minute),
		row(celia, role.Member, 51, 33, time.Hour), row(davi, role.Member, 9, 1, 90*24*time.Hour), row(iara, role.Member, 0, 0, 0),
	}
	rows[3].Suspended, rows[4].Email = true, ""
	return rows
}

func members() page.MembersProps {
	return page.MembersProps{Club: club, List: memberRows(), Requests: []page.RequestRow{
		{Person: part.Person{ID: 9, Name: "Otto"}, Role: role.Member, By: "Bento", At: now.Add(-20 * time.Minute)},
	}}
}

func member(me bool) page.MemberProps {
	p := page.MemberProps{
		Club: club, Member: memberRows()[2], Me: me,
		Games:  []page.Record{{Game: "knock", Matches: 51, Wins: 33}},
		Rivals: []page.Rival{{Person: ana, Won: 8, Lost: 5}, {Person: bento, Won: 14, Lost: 9}, {Person: part.Person{ID: 17}, Won: 1, Lost: 2}},
		Recent: results()[:3],
	}
	if me {
		p.Member = memberRows()[0]
	}
	return p
}

// clubPages are the pages about the club as a whole.
func clubPages() []Page {
	forbidden := members()
	forbidden.Requests, forbidden.Faults = nil, part.Faults{"": "last_owner", "name": "taken"}
	forbidden.Name = "Bento"
	return []Page{
		inside("members", page.Members(members())),
		inside("members-faults", page.Members(forbidden)),
		inside("members-none", page.Members(page.MembersProps{Club: club, Search: "zé"})),
		inside("member", page.Member(member(false))),
		inside("member-me", page.Member(member(true))),
		inside("roles", page.Roles()),
		inside("password-link", page.PasswordLink(page.PasswordLinkProps{
			Club: club, Player: iara, URL: "https://cartas.example/passwords/Zk3v9w2mA81xx07d", Expires: now.Add(48 * time.Hour), Account: true,
		})),
		inside("clubs", page.Clubs(page.ClubsProps{
			Clubs:   []page.ClubRow{{Slug: club, Name: "Quinta do baralho", Role: "owner"}, {Slug: "domingo", Name: "Domingo no parque", Role: "member"}},
			Pending: []string{"Terça-feira gorda"}, MayFound: true, Owner: true,
			Form: page.ClubForm{Lang: "pt-BR", Zone: "UTC", Faults: part.Faults{"club": "required"}},
		})),
		inside("clubs-none", page.Clubs(page.ClubsProps{})),
		inside("club-settings", page.ClubSettings(page.ClubForm{Name: "Quinta do baralho", Lang: "pt-BR", Zone: "UTC", Saved: true}, club)),
		inside("standings", page.Standings(standings())),
		inside("standings-none", page.Standings(page.StandingsProps{Club: club})),
		inside("season-new", page.Season(page.SeasonProps{
			Club: club, From: "2026-11-20", Until: "2027-02-19", Games: []string{"palace", "rummy", "huangdi", "knock"}, Places: "3", Draw: "1", Drop: "0", Least: "1",
			Ties: []string{"head_to_head", "wins", ""},
		})),
		inside("season-change", page.Season(page.SeasonProps{
			Club: club, ID: 4, Name: "Verão", From: "2027-03-01", Until: "2027-01-01", Games: []string{"knock"}, Chosen: []string{"knock"}, Bots: true, Places: "5, 3, 1", Drop: "1", Least: "2",
			Ties: []string{"recent", "matches", ""}, Faults: part.Faults{"until": "date_order", "draw": "number"},
		})),
		inside("season-amend", page.Season(page.SeasonProps{
			Club: club, ID: 3, Started: true, Name: "Primavera 2026", Games: []string{"palace", "rummy", "huangdi", "knock"}, Chosen: []string{"knock"}, Places: "x", Drop: "2", Least: "5",
			Ties: []string{"head_to_head", "", ""}, Faults: part.Faults{"places": "number", "reason": "required"},
		})),
		inside("audit", page.Audit(page.AuditProps{
			Club: club, Page: 2, Pages: 3, Whole: true, Export: true, Head: commitment, Entries: []page.AuditRow{
				{At: now.Add(-time.Minute), By: ana, About: bento, Action: "role_changed", Details: map[string]any{"from": "member", "to": "host"}},
				{At: now.Add(-time.Hour), By: part.Person{ID: 17}, Action: "signed_in"},
				{At: now.Add(-26 * time.Hour), About: ana, Action: "owner_granted"},
				{At: now.Add(-27 * time.Hour), By: ana, Action: "exported", Details: map[string]any{"what": "members"}},
			},
		})),
		inside("audit-members", page.Audit(page.AuditProps{Club: club, Page: 1, Pages: 1})),
		door("new-password", page.NewPassword(page.NewPasswordProps{Token: "t", Name: "Iara", Faults: part.Faults{"password": "short"}})),
		inside("pending", page.Pending([]string{"Quinta do baralho"})),
	}
}

func standings() page.StandingsProps {
	people := []part.Person{celia, bento, ana, davi, iara, {ID: 17}}
	var results []standing.Result
	for i, pair := range [][2]int64{{3, 2}, {2, 3}, {3, 1}, {1, 4}, {2, 4}, {1, 2}, {3, 5}, {2, 17}, {1, 5}, {4, 5}, {3, 4}} {
		results = append(results, standing.Result{Match: int64(i + 1), Game: "knock", Players: pair[:], Placing: []int{1, 2}})
	}
	charter := standing.Standard()
	charter.Least = 2
	season := page.SeasonChoice{ID: 3, Name: "Primavera 2026", From: now.Add(-60 * 24 * time.Hour), Until: now.Add(30 * 24 * time.Hour), Started: true}
	p := page.StandingsProps{
		Club: club, Season: season, Charter: charter, Founded: standing.Standard(),
		Seasons:    []page.SeasonChoice{season, {ID: 2, Name: "Inverno 2026", From: now.Add(-200 * 24 * time.Hour), Until: season.From, Started: true, Ended: true}},
		Amendments: []page.AmendmentRow{{Charter: charter, Reason: "Quem joga uma vez só não tem lugar.", By: ana, At: now.Add(-20 * 24 * time.Hour)}},
	}
	for _, line := range standing.Compute(charter, results) {
		row := page.StandingRow{Line: line}
		for _, person := range people {
			if person.ID == line.Player {
				row.Person = person
			}
		}
		p.Lines = append(p.Lines, row)
	}
	return p
}
