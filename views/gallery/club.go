package gallery

import (
	"time"

	"carteado/engine/role"
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
