package gallery

import (
	"time"

	"carteado/engine/role"
	"carteado/engine/standing"
	"carteado/views/page"
	accountpage "carteado/views/page/account"
	clubpage "carteado/views/page/club"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
)

func memberRows() []clubpage.MemberRow {
	row := func(p part.Person, r role.Role, matches, wins int, seen time.Duration) clubpage.MemberRow {
		m := clubpage.MemberRow{Person: p, Role: r, Matches: matches, Wins: wins,
			Joined: now.Add(-200 * 24 * time.Hour)}
		if seen > 0 {
			m.Seen = now.Add(-seen)
		}
		m.Person.Online = seen > 0 && seen < time.Hour
		return m
	}
	rows := []clubpage.MemberRow{
		row(ana, role.Owner, 47, 27, time.Minute), row(bento, role.Host, 58, 30, 2*time.Minute),
		row(celia, role.Member, 51, 33, time.Hour), row(davi, role.Member, 9, 1, 90*24*time.Hour),
		row(iara, role.Member, 0, 0, 0),
	}
	rows[3].Suspended, rows[3].Until = true, now.Add(7*24*time.Hour)
	return rows
}

func members() clubpage.MembersProps {
	return clubpage.MembersProps{
		List: memberRows(), Requests: []clubpage.RequestRow{{Player: 9, Name: "Otto", Role: role.Member, By: "Bento",
			At: now.Add(-20 * time.Minute)}},
		Count: map[string]int{"": 203, "hosts": 4, "away": 12, "paused": 1}, Only: "away", Paging: page.Paging{
			First: 26, Last: 50, Found: 203, Before: "#", After: "#"},
	}
}

func member(me bool) clubpage.MemberProps {
	p := clubpage.MemberProps{
		Member: memberRows()[2], Me: me,
		Games: []resultpage.Record{{Game: knock, Matches: 51, Wins: 33}},
		Rivals: []resultpage.Rival{{Person: ana, Won: 8, Lost: 5}, {Person: bento, Won: 14, Lost: 9},
			{Person: part.Person{ID: 17}, Won: 1, Lost: 2}},
		Recent: results()[:3],
	}
	if me {
		p.Member = memberRows()[0]
	}
	return p
}

func (g list) clubPages() []Page {
	forbidden := members()
	forbidden.Requests, forbidden.Faults = nil, part.Faults{"": "last_owner", "name": "taken"}
	forbidden.Name = "Bento"
	return []Page{
		inside("members", clubpage.Members(members())),
		inside("members-faults", clubpage.Members(forbidden)),
		inside("members-none", clubpage.Members(clubpage.MembersProps{Search: "zé"})),
		inside("member", clubpage.Member(member(false))),
		inside("member-me", clubpage.Member(member(true))),
		inside("suspend", clubpage.Suspend(clubpage.SuspendProps{Member: memberRows()[2], For: "week", When: "after",
			Faults: part.Faults{"reason": "required", "date": "date_ahead"}})),
		inside("paused", clubpage.Paused(clubpage.PausedProps{
			By: bento, Role: role.Host, Reason: "Saiu de quatro mesas no meio da partida esta semana.",
			Until: now.Add(7 * 24 * time.Hour), Finish: true, Tables: []int{12, 20},
			Others: []clubpage.ClubRow{{Slug: "domingo", Name: "Domingo no parque"}},
		})),
		inside("placeholders", clubpage.Placeholders(clubpage.PlaceholdersProps{Erased: true,
			List: []clubpage.Placeholder{{Player: 21, Name: "Otávio", Matches: 412},
				{Name: "Tia Rosa do Bairro de Cima, a que ganhava sempre", Matches: 1}}})),
		inside("placeholders-none", clubpage.Placeholders(clubpage.PlaceholdersProps{Search: "zé"})),
		inside("roles", clubpage.Roles()),
		inside("password-link", accountpage.PasswordLink(accountpage.PasswordLinkProps{
			Player: iara, URL: "https://cartas.example/passwords/Zk3v9w2mA81xx07d", Expires: now.Add(48 * time.Hour),
			Account: true, QR: qrPath, QRSize: 33,
		})),
		inside("clubs", clubpage.Clubs(clubpage.ClubsProps{
			Clubs: []clubpage.ClubRow{{Slug: club, Name: "Quinta do baralho", Role: "owner", Crest: clubs[0].Crest},
				{Slug: "domingo", Name: "Domingo no parque", Role: "member", Crest: clubs[1].Crest}},
			Pending: []string{"Terça-feira gorda"}, MayFound: true, Owner: true,
			Form: clubpage.ClubForm{Lang: "pt-BR", Zone: "UTC", Faults: part.Faults{"club": "required"}},
		})),
		inside("clubs-none", clubpage.Clubs(clubpage.ClubsProps{Declined: []string{"Quinta do baralho"}})),
		inside("club-settings", clubpage.ClubSettings("name", clubpage.ClubForm{Name: "Quinta do baralho",
			Crest: clubs[0].Crest, Lang: "pt-BR", Zone: "UTC", Saved: true}, club)),
		inside("club-settings-play", clubpage.ClubSettings("play",
			clubpage.ClubForm{Games: g.keys(), Absence: 7}, club)),
		inside("club-settings-members", clubpage.ClubSettings("members",
			clubpage.ClubForm{Phrases: true, Ratings: "off"}, club)),
		inside("home-keyless", clubpage.Home(clubpage.HomeProps{At: "1", Keyless: true, Games: g.infos()})),
		inside("club-settings-safety", clubpage.ClubSettings("safety", clubpage.ClubForm{HostPasskeys: true,
			Faults: part.Faults{"host_passkeys": "host_passkey"}}, club)),
		inside("standings", resultpage.Standings(standings())),
		inside("export", clubpage.Export(clubpage.ExportProps{Lists: []clubpage.ExportList{
			{What: "members", Columns: []string{"number", "name", "role", "suspended", "joined_at"}},
			{What: "standings", Columns: []string{"season", "place", "points"}}}})),
		inside("numbers", resultpage.Numbers(g.numbers(""))),
		inside("numbers-game", resultpage.Numbers(g.numbers(knock))),
		inside("numbers-none", resultpage.Numbers(resultpage.NumbersProps{Person: iara})),
		inside("versus", resultpage.Versus(versus(40))),
		inside("versus-once", resultpage.Versus(versus(1))),
		inside("versus-never", resultpage.Versus(versus(0))),
		inside("records", resultpage.Bests(g.bests())),
		inside("records-none", resultpage.Bests(resultpage.BestsProps{Games: g.keys()})),
		inside("ratings", resultpage.Ratings(ratings())),
		inside("ratings-none", resultpage.Ratings(resultpage.RatingsProps{Games: []string{knock}, Game: knock,
			Hidden: true, Saved: true})),
		inside("rating", resultpage.Rating(ratingOf(57))),
		inside("rating-first", resultpage.Rating(ratingOf(1))),
		inside("rating-how", resultpage.RatingHow(ratingHow())),
		inside("rating-how-none", resultpage.RatingHow(resultpage.RatingHowProps{Game: knock})),
		inside("standings-none", resultpage.Standings(resultpage.StandingsProps{})),
		inside("season-new", resultpage.Season(resultpage.SeasonProps{
			From: "2026-11-20", Until: "2027-02-19", Games: g.keys(), Places: "3", Draw: "1", Drop: "0", Least: "1",
			Ties: []string{"head_to_head", "wins", ""},
		})),
		inside("season-twice", resultpage.Season(resultpage.SeasonProps{
			Name: "Copa", From: "2026-11-20", Until: "2027-02-19", Games: g.keys(), Places: "3", Draw: "1", Drop: "0",
			Least: "1", Ties: []string{"head_to_head", "wins", ""}, Agreed: "3",
			Twice: []resultpage.SeasonChoice{standings().Season},
		})),
		inside("season-change", resultpage.Season(resultpage.SeasonProps{
			ID: 4, Called: "Verão", Empty: true, Name: "Verão", From: "2027-03-01", Until: "2027-01-01",
			Games:  []string{knock},
			Chosen: []string{knock}, Bots: true, Places: "5, 3, 1", Drop: "1", Least: "2",
			Ties: []string{"recent", "matches", ""}, Faults: part.Faults{"until": "date_order", "draw": "number"},
		})),
		inside("season-amend", resultpage.Season(resultpage.SeasonProps{
			ID: 3, Called: "Primavera 2026", Started: true, Name: "Primavera 2026", Empty: true, Games: g.keys(),
			Chosen: []string{knock}, Places: "x",
			Drop: "2", Least: "5",
			Ties: []string{"head_to_head", "", ""}, Faults: part.Faults{"places": "number", "reason": "required"},
		})),
		inside("audit", clubpage.Audit(clubpage.AuditProps{
			Newer: "9", Older: "5", Whole: true, Export: true, Head: commitment,
			Signed: clubpage.Signed{Head: "quinta:9:" + commitment, At: now.Add(-time.Minute),
				Key: signature[:43] + "=", Signature: signature},
			Hosts: []clubpage.HostEvent{
				{Host: bento, What: "signed", At: now.Add(-time.Hour), Network: "203.0.113.0/24"},
				{Host: ana, What: "refused", At: now.Add(-3 * time.Hour), Network: "198.51.100.0/24"},
			},
			Former: []clubpage.FormerLog{{ID: 3, Slug: "clube-da-esquina", Written: now.Add(-48 * time.Hour),
				Head: "9:" + commitment}},
			Entries: []clubpage.AuditRow{
				{At: now.Add(-time.Hour / 2), By: bento, About: part.Person{ID: 21, Name: "Otávio"},
					Action: "player_claimed"},
				{At: now.Add(-time.Minute), By: ana, About: bento, Action: "role_changed", Details: map[string]any{
					"from": "member", "to": "host"}},
				{At: now.Add(-time.Hour), By: part.Person{ID: 17}, Action: "signed_in"},
				{At: now.Add(-2 * time.Hour), By: part.Person{ID: 2, Name: "Bento", Then: "Benê da Quinta"},
					Action: "name_changed"},
				{At: now.Add(-26 * time.Hour), About: ana, Action: "owner_granted"},
				{At: now.Add(-27 * time.Hour), By: ana, Action: "exported", Details: map[string]any{"what": "members"}},
			},
		})),
		inside("audit-former", clubpage.Audit(clubpage.AuditProps{Whole: true, Older: "5", Of: &clubpage.FormerLog{
			ID: 3, Slug: "clube-da-esquina", Written: now.Add(-48 * time.Hour)}, Entries: []clubpage.AuditRow{
			{At: now.Add(-50 * time.Hour), By: part.Person{ID: 21, Name: "Otávio"}, Action: "club_changed"}}})),
		inside("audit-members", clubpage.Audit(clubpage.AuditProps{})),
		door("new-password", accountpage.NewPassword(accountpage.NewPasswordProps{Token: "t", Name: "Iara",
			Faults: part.Faults{"password": "short"}})),
		inside("pending", clubpage.Pending([]string{"Quinta do baralho"}, []string{"Domingo no parque"})),
	}
}

func standings() resultpage.StandingsProps {
	people := []part.Person{celia, bento, ana, davi, iara, {ID: 17}}
	var results []standing.Result
	for i, pair := range [][2]int64{{3, 2}, {2, 3}, {3, 1}, {1, 4}, {2, 4}, {1, 2}, {3, 5}, {2, 17}, {1, 5}, {4, 5},
		{3, 4}} {
		results = append(results, standing.Result{Match: int64(i + 1), Game: knock, Players: pair[:],
			Placing: []int{1, 2}})
	}
	charter := standing.Standard()
	charter.Least = 2
	season := resultpage.SeasonChoice{ID: 3, Name: "Primavera 2026", StartsAt: now.Add(-60 * 24 * time.Hour),
		EndsAt: now.Add(30 * 24 * time.Hour), Charter: charter, Started: true}
	p := resultpage.StandingsProps{
		Season: season, Founded: standing.Standard(),
		Seasons: []resultpage.SeasonChoice{
			season, {ID: 2, Name: "Inverno 2026", StartsAt: now.Add(-200 * 24 * time.Hour), EndsAt: season.StartsAt,
				Started: true, Ended: true}},
		Amendments: []resultpage.AmendmentRow{{Charter: charter, Reason: "Quem joga uma vez só não tem lugar.",
			By: ana.ID, Name: ana.Name, At: now.Add(-20 * 24 * time.Hour)}},
	}
	for _, line := range standing.Compute(charter, results) {
		row := resultpage.StandingRow{Line: line}
		for _, person := range people {
			if person.ID == line.Player {
				row.Person = person
			}
		}
		p.Lines = append(p.Lines, row)
	}
	return p
}
