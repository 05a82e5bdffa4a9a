package gallery

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/role"
	"carteado/engine/standing"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

// Pages lists every page, in the order in which a newcomer meets them.
func Pages(games []table.Game) []Page {
	g := list(games)
	return of(games, slices.Concat(doors(), g.rooms(), g.rulePages(), g.clubPages(), g.hostingPages(), g.namePages(), g.samples(false)))
}

// of returns the pages with the games that they are rendered for.
func of(games []table.Game, pages []Page) []Page {
	byKey, err := table.ByKey(games)
	if err != nil {
		panic("gallery: " + err.Error())
	}
	for i := range pages {
		pages[i].games = byKey
	}
	return pages
}

func door(name string, c templ.Component) Page {
	return Page{Name: name, Door: true, Component: func() templ.Component { return c }}
}

func inside(name string, c templ.Component) Page {
	return Page{Name: name, Component: func() templ.Component { return c }}
}

func doors() []Page {
	pages := []Page{
		door("setup", page.Setup(page.SetupProps{Lang: "pt-BR", Zone: page.DefaultZone})),
		door("setup-faults", page.Setup(page.SetupProps{
			Code: "K7QM-29XB", Club: "Quinta do baralho", Lang: "en", Zone: "Europe/Lisbon", Name: "Ana", Email: "ana",
			Faults: part.Faults{"code": "wrong_code", "email": "email", "password": "common"},
		})),
		door("sign-in", page.SignIn(page.SignInProps{})),
		door("sign-in-wrong", page.SignIn(page.SignInProps{User: "ana", Faults: part.Faults{"": "wrong_password"}})),
		door("sign-in-wait", page.SignIn(page.SignInProps{User: "ana", Wait: 4 * time.Minute})),
		door("unsubscribe", page.Unsubscribe("t", "turn")),
		door("invitation", page.Invitation(page.InvitationProps{Token: "t", Club: house(), Inviter: bento})),
		door("invitation-taken", page.Invitation(page.InvitationProps{
			Token: "t", Club: house(), Inviter: bento, Name: "Célia", Faults: part.Faults{"name": "taken", "password": "short"},
		})),
		door("invitation-join", page.Invitation(page.InvitationProps{Token: "t", Club: house(), Inviter: bento, SignedIn: &celia})),
		door("invitation-gone", page.InvitationGone()),
		door("password-link-gone", page.PasswordLinkGone()),
	}
	for _, e := range []struct {
		name string
		page.ErrorProps
	}{
		{"400", page.ErrorProps{Status: 400}}, {"403", page.ErrorProps{Status: 403, Key: "unwatched", Back: "/clubs/quinta"}}, {"404", page.ErrorProps{Status: 404}},
		{"405", page.ErrorProps{Status: 405}}, {"409", page.ErrorProps{Status: 409, Key: "full", Back: "/clubs/quinta/tables/14"}},
		{"410", page.ErrorProps{Status: 410}}, {"413", page.ErrorProps{Status: 413}}, {"422", page.ErrorProps{Status: 422}},
		{"429", page.ErrorProps{Status: 429, Wait: 2 * time.Minute}}, {"500", page.ErrorProps{Status: 500}}, {"503", page.ErrorProps{Status: 503, Again: link.SignIn, Form: url.Values{"idem": {"4f0c1d9a"}}, Passwords: []string{"password"}}},
		{"503-away", page.ErrorProps{Status: 503, Key: "away", Again: link.Club("quinta")}},
	} {
		e.Request = "c3f1-88a2"
		pages = append(pages, door("error-"+e.name, page.Error(e.ErrorProps)))
	}
	return pages
}

func (g list) rooms() []Page {
	return []Page{
		inside("home", page.Home(home())),
		inside("home-asking", page.Home(page.HomeProps{At: "1", Members: online(bento), Asking: []page.RequestRow{
			{Player: 9, Name: "Lia", Role: role.Member, By: "Bento", At: now.Add(-20 * time.Minute)},
		}})),
		inside("home-alone", page.Home(page.HomeProps{At: "1", Alone: true})),
		inside("home-empty", page.Home(page.HomeProps{At: "1", Members: online(bento, celia, iara)})),
		inside("new-table", page.NewTable(g.newTable())),
		inside("new-table-search", page.NewTable(g.newTableOfMany())),
		inside("new-table-presets", page.NewTable(g.newTableOf(palace, engine.Options{}))),
		inside("new-table-own", page.NewTable(g.newTableOf(palace, engine.Options{"seven_low": "on"}))),
		inside("new-table-refused", page.NewTable(g.newTableRefused())),
		inside("waiting-room", page.Waiting(g.waiting(true))),
		inside("waiting-room-four", page.Waiting(g.waitingForFour())),
		inside("waiting-room-guest", page.Waiting(g.waiting(false))),
		inside("waiting-room-closed", page.Waiting(page.WaitingProps{Table: 14, Game: g.info(knock), Closed: true, Seats: g.waiting(true).Seats, Goal: hundred})),
		inside("table-rules", page.Rules(g.rules(palace, engine.Options{"scoring": "placement", "ten_on_any": "off", "dealer": "loser"}))),
		inside("table-rules-default", page.Rules(g.rules(knock, engine.Options{"target_score": "100"}))),
		inside("rules-stranger", page.Rules(page.RulesProps{Games: g.infos(), Game: g.info(knock)})),
		inside("scoresheet", page.ScoreSheet(g.scoreSheet())),
		inside("match", page.Match(g.match(false))),
		inside("match-over", page.Match(g.match(true))),
		inside("match-six", page.Match(g.matchOfSix(false))),
		inside("match-six-over", page.Match(g.matchOfSix(true))),
		inside("matches", page.Matches(g.matches())),
		inside("matches-filtered", page.Matches(g.matchesOf(link.MatchFilter{Game: knock, With: 2, Result: "won"}, results()[1:2]))),
		inside("matches-nothing", page.Matches(g.matchesOf(link.MatchFilter{Season: 2}, nil))),
		inside("tables", page.Tables(page.TablesProps{
			Groups: []page.TableGroup{{Title: "home.waiting", Verb: "resume", List: home().Waiting}, {Title: "tables.open", Verb: "join", List: home().Open}},
			Paging: page.Paging{First: 1, Last: 25, Found: 60, After: "#"}, Games: g.infos(), Search: "celia",
		})),
		inside("history", page.History(g.history())),
		inside("matches-empty", page.Matches(page.MatchesProps{})),
		inside("notices", page.Notices(notices())),
		inside("calls", page.Calls(page.CallsProps{
			Kinds: []page.CallKind{{Key: "turn", Push: true, Mail: true}, {Key: "nudge", Push: true}, {Key: "kept", Push: true, Mail: true}, {Key: "offer", Push: true}, {Key: "seat", Push: true}, {Key: "over"}, {Key: "news", Mail: true}, {Key: "request", Push: true}, {Key: "report", Push: true}},
			Mails: true, Daily: true, Address: "ana@cartas.example", Typed: "ana@cartas.example", Saved: "choice",
			Devices: []page.Device{{ID: 1, Agent: "Chrome Android", Told: now.Add(-2 * time.Hour)}},
		})),
		g.asking(),
		inside("settings", page.Settings(settings())),
		inside("settings-password", page.Settings(page.SettingsProps{
			Name: "Ana", NameFrom: now.Add(9 * 24 * time.Hour), Lang: "en", Sessions: settings().Sessions[:1], Faults: part.Faults{"current": "wrong_current", "password": "short"},
		})),
		inside("house", page.House(page.HouseProps{
			Version: "2.3.1", Postgres: "17.10", Schema: 13, Size: 212 << 20, DiskAll: 40 << 30, DiskFree: 3 << 30,
			Waiting: 12, Oldest: now.Add(-2 * time.Minute), StuckAll: 1, Stuck: []page.StuckJob{{ID: 7, Kind: "season_compute", Tries: 25, At: now.Add(-3 * time.Hour)}},
			Instances: []page.Instance{{Name: "casa-1", Version: "2.3.1", Since: now.Add(-300 * time.Hour)}},
			Backup:    &page.BackupNote{At: now.Add(-9 * 24 * time.Hour), Matches: 1204, Proved: true}, Failed: 8,
			Kept: []page.BackupNote{
				{Name: "carteado-2026-11-11-0700.backup.age", At: now.Add(-9 * 24 * time.Hour), Size: 212 << 20, Proved: true},
				{At: now.Add(-10 * 24 * time.Hour), Size: 211 << 20},
			},
		})),
		inside("invitations", page.Invitations(invitations())),
		inside("invitations-empty", page.Invitations(page.InvitationsProps{Roles: []string{"member"}, Role: "member", Uses: "1", Days: "7", MostUses: 100, MostDays: 90})),
	}
}

// Fragments are what polls and moves are answered with.
func Fragments(games []table.Game) []Page {
	g := list(games)
	return of(games, append(g.samples(true), inside("home", page.HomeFragment(home())), inside("waiting-room", page.WaitingFragment(g.waiting(true)))))
}

func notices() page.NoticesProps {
	return page.NoticesProps{
		Turns: []page.Turn{{Club: club, ClubName: "Quinta do baralho", Table: 21, Game: knock, Others: []part.Person{bento}, Since: now.Add(-22 * time.Hour)}},
		List: []page.Notice{
			{ID: 4, Kind: "seat", Club: "Quinta do baralho", Table: 23, Game: knock, By: iara, At: now.Add(-3 * time.Minute)},
			{ID: 7, Kind: "nudge", Club: "Quinta do baralho", Table: 21, Game: knock, By: bento, At: now.Add(-6 * time.Minute)},
			{ID: 9, Kind: "missed", Club: "Quinta do baralho", Table: 24, Game: rummy, At: now.Add(-15 * time.Minute)},
			{ID: 6, Kind: "kept", Club: "Quinta do baralho", Table: 24, Game: rummy, At: now.Add(-20 * time.Minute)},
			{ID: 5, Kind: "offer", What: "rematch.asked", Club: "Quinta do baralho", Table: 19, Game: rummy, By: celia, At: now.Add(-30 * time.Minute)},
			{ID: 3, Kind: "request", Club: "Os da varanda", By: davi, At: now.Add(-40 * time.Minute)},
			{ID: 8, Kind: "report", Club: "Quinta do baralho", Table: 24, Game: rummy, By: celia, About: davi, At: now.Add(-45 * time.Minute)},
			{ID: 2, Kind: "over", Club: "Quinta do baralho", Table: 19, Game: rummy, Match: 8, At: now.Add(-2 * time.Hour), Read: true},
			{ID: 1, Kind: "news", Club: "Quinta do baralho", By: celia, At: now.Add(-50 * time.Hour), Read: true},
		},
	}
}

func announcements() []page.Announcement {
	return []page.Announcement{
		{ID: 2, By: bento.ID, Name: bento.Name, At: now.Add(-3 * time.Hour), Body: "Noite de Rummy no sábado, às 20h.\nTragam o troco.\n\nO endereço: https://cartas.example/noite?mesa=" + strings.Repeat("longa-", 12) + "."},
		{ID: 1, By: 17, At: now.Add(-9 * 24 * time.Hour), Body: "<b>Bem-vindos!</b>"},
	}
}

// hostingPages are the pages of hosts, and those that show what a host did.
func (g list) hostingPages() []Page {
	closed := page.Closing{By: bento.ID, Name: bento.Name, Reason: "Faltava uma carta no baralho."}
	own := g.newTableOf(palace, engine.Options{"seven_low": "on", "ten_on_any": "off"})
	own.Reach = "invited"
	own.Own = []page.OwnPreset{{ID: 3, Name: "Palácio da Quinta", Seats: 4, Options: own.Options}, {ID: 5, Name: "Palácio curto", Seats: 2, Options: engine.Options{}}}
	private := g.waiting(false)
	private.Private, private.URL = true, "https://cartas.example/clubs/quinta/tables/14?key=ZK3V9W2MA81XX07DQW5T6YHU8J"
	private.Name, private.NameReason = "Palácio curto", "taken"
	kept := g.waiting(true)
	kept.Kept = true
	shut := page.WaitingProps{Table: 14, Game: g.info(knock), Closed: true, Seats: g.waiting(true).Seats, Goal: hundred, Reason: closed}
	sheet := g.match(true)
	sheet.Outcome, sheet.Closed = &engine.Outcome{How: engine.ByClose, Placing: []int{1, 1}}, closed
	corrected := g.match(true)
	corrected.Corrections = []page.CorrectionRow{
		{Kind: "void", Reason: "Faltava uma carta no baralho.", By: bento.ID, Name: bento.Name, At: now.Add(-26 * time.Hour)},
		{Kind: "places", Places: []int{1, 1}, Reason: "Vale empate.", By: 17, At: now.Add(-time.Hour)},
	}
	corrected.Correcting = page.Correcting{Kind: "places", Typed: []string{"2", "x"}, Faults: part.Faults{"place": "places", "reason": "required"}}
	refused := invitations()
	refused.Uses, refused.Days, refused.Labels = "0", "x", strings.Repeat("x", 70)
	refused.Faults = part.Faults{"uses": "number", "days": "number", "labels": "labels_many", "role": "choice"}
	return []Page{
		inside("match-corrected", page.Match(corrected)),
		inside("invitations-refused", page.Invitations(refused)),
		inside("table-door", page.TableDoor(page.TableDoorProps{Table: 14, Game: rummy, Host: "Bento", Key: "k"})),
		inside("close-table", page.CloseTable(page.CloseProps{Table: 21, Game: rummy, Seats: six(), Playing: true, Faults: part.Faults{"reason": "required"}})),
		inside("close-waiting", page.CloseTable(page.CloseProps{Table: 14, Game: knock, Seats: []part.Person{bento, nobody}})),
		inside("new-table-club", page.NewTable(own)),
		inside("waiting-room-private", page.Waiting(private)),
		inside("waiting-room-kept", page.Waiting(kept)),
		inside("waiting-room-reason", page.Waiting(shut)),
		inside("match-closed", page.Match(sheet)),
		inside("announcements", page.Announcements(page.AnnouncementsProps{List: announcements(), Body: " ", Faults: part.Faults{"body": "required"}})),
		inside("reported-words", page.ReportedWords(page.ReportedWordsProps{Match: 7, Table: 24, List: []page.WrittenWords{
			{Number: 3, By: davi, At: now.Add(-time.Hour), Text: strings.Repeat("longa-", 12) + " <b>palavra</b>"},
			{Number: 5, By: part.Person{ID: 17}, At: now.Add(-45 * time.Minute)},
		}})),
		inside("announcements-none", page.Announcements(page.AnnouncementsProps{})),
	}
}

// renamed gives people the long and the odd name, except the reader and bots.
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

// namePages are pages with the longest and oddest names.
func (g list) namePages() []Page {
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
		all.List[i].Person.Name = longName.Name
	}
	all.Requests[0].Player, all.Requests[0].Name, all.Requests[0].By = oddName.ID, oddName.Name, longName.Name
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
	sheet := g.matchOfSix(true)
	sheet.Seats = renamed(sheet.Seats...)
	sheet.Closed = page.Closing{By: longName.ID, Name: longName.Name, Reason: longName.Name + longName.Name}
	room := g.waitingForFour()
	for i := range room.Seats {
		room.Seats[i].Person = renamed(room.Seats[i].Person)[0]
	}
	return []Page{
		inside("names-home", page.Home(at)),
		inside("names-members", page.Members(all)),
		inside("names-member", page.Member(one)),
		inside("names-standings", page.Standings(season)),
		inside("names-invitations", page.Invitations(invited)),
		inside("names-match", page.Match(sheet)),
		inside("names-waiting", page.Waiting(room)),
		inside("names-audit", page.Audit(page.AuditProps{Entries: []page.AuditRow{
			{At: now, By: longName, About: oddName, Action: "role_changed", Details: map[string]any{"from": string(role.Member), "to": string(role.Host)}},
		}})),
	}
}

func memberRows() []page.MemberRow {
	row := func(p part.Person, r role.Role, matches, wins int, seen time.Duration) page.MemberRow {
		m := page.MemberRow{Person: p, Role: r, Matches: matches, Wins: wins, Joined: now.Add(-200 * 24 * time.Hour)}
		if seen > 0 {
			m.Seen = now.Add(-seen)
		}
		m.Person.Online = seen > 0 && seen < time.Hour
		return m
	}
	rows := []page.MemberRow{
		row(ana, role.Owner, 47, 27, time.Minute), row(bento, role.Host, 58, 30, 2*time.Minute),
		row(celia, role.Member, 51, 33, time.Hour), row(davi, role.Member, 9, 1, 90*24*time.Hour), row(iara, role.Member, 0, 0, 0),
	}
	rows[3].Suspended, rows[3].Until = true, now.Add(7*24*time.Hour)
	return rows
}

func members() page.MembersProps {
	return page.MembersProps{
		List: memberRows(), Requests: []page.RequestRow{{Player: 9, Name: "Otto", Role: role.Member, By: "Bento", At: now.Add(-20 * time.Minute)}},
		Count: map[string]int{"": 203, "hosts": 4, "away": 12, "paused": 1}, Only: "away", Paging: page.Paging{First: 26, Last: 50, Found: 203, Before: "#", After: "#"},
	}
}

func member(me bool) page.MemberProps {
	p := page.MemberProps{
		Member: memberRows()[2], Me: me,
		Games:  []page.Record{{Game: knock, Matches: 51, Wins: 33}},
		Rivals: []page.Rival{{Person: ana, Won: 8, Lost: 5}, {Person: bento, Won: 14, Lost: 9}, {Person: part.Person{ID: 17}, Won: 1, Lost: 2}},
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
		inside("members", page.Members(members())),
		inside("members-faults", page.Members(forbidden)),
		inside("members-none", page.Members(page.MembersProps{Search: "zé"})),
		inside("member", page.Member(member(false))),
		inside("member-me", page.Member(member(true))),
		inside("suspend", page.Suspend(page.SuspendProps{Member: memberRows()[2], For: "week", When: "after", Faults: part.Faults{"reason": "required", "date": "date_ahead"}})),
		inside("paused", page.Paused(page.PausedProps{
			By: bento, Role: role.Host, Reason: "Saiu de quatro mesas no meio da partida esta semana.", Until: now.Add(7 * 24 * time.Hour), Finish: true, Tables: []int{12, 20},
			Others: []page.ClubRow{{Slug: "domingo", Name: "Domingo no parque"}},
		})),
		inside("roles", page.Roles()),
		inside("password-link", page.PasswordLink(page.PasswordLinkProps{
			Player: iara, URL: "https://cartas.example/passwords/Zk3v9w2mA81xx07d", Expires: now.Add(48 * time.Hour), Account: true, QR: qrPath, QRSize: 33,
		})),
		inside("clubs", page.Clubs(page.ClubsProps{
			Clubs:   []page.ClubRow{{Slug: club, Name: "Quinta do baralho", Role: "owner", Crest: clubs[0].Crest}, {Slug: "domingo", Name: "Domingo no parque", Role: "member", Crest: clubs[1].Crest}},
			Pending: []string{"Terça-feira gorda"}, MayFound: true, Owner: true,
			Form: page.ClubForm{Lang: "pt-BR", Zone: "UTC", Faults: part.Faults{"club": "required"}},
		})),
		inside("clubs-none", page.Clubs(page.ClubsProps{Declined: []string{"Quinta do baralho"}})),
		inside("club-settings", page.ClubSettings(page.ClubForm{Name: "Quinta do baralho", Crest: clubs[0].Crest, Lang: "pt-BR", Zone: "UTC", Saved: true}, club)),
		inside("standings", page.Standings(standings())),
		inside("standings-none", page.Standings(page.StandingsProps{})),
		inside("season-new", page.Season(page.SeasonProps{
			From: "2026-11-20", Until: "2027-02-19", Games: g.keys(), Places: "3", Draw: "1", Drop: "0", Least: "1",
			Ties: []string{"head_to_head", "wins", ""},
		})),
		inside("season-change", page.Season(page.SeasonProps{
			ID: 4, Name: "Verão", From: "2027-03-01", Until: "2027-01-01", Games: []string{knock}, Chosen: []string{knock}, Bots: true, Places: "5, 3, 1", Drop: "1", Least: "2",
			Ties: []string{"recent", "matches", ""}, Faults: part.Faults{"until": "date_order", "draw": "number"},
		})),
		inside("season-amend", page.Season(page.SeasonProps{
			ID: 3, Started: true, Name: "Primavera 2026", Games: g.keys(), Chosen: []string{knock}, Places: "x", Drop: "2", Least: "5",
			Ties: []string{"head_to_head", "", ""}, Faults: part.Faults{"places": "number", "reason": "required"},
		})),
		inside("audit", page.Audit(page.AuditProps{
			Newer: "9", Older: "5", Whole: true, Export: true, Head: commitment, Entries: []page.AuditRow{
				{At: now.Add(-time.Minute), By: ana, About: bento, Action: "role_changed", Details: map[string]any{"from": "member", "to": "host"}},
				{At: now.Add(-time.Hour), By: part.Person{ID: 17}, Action: "signed_in"},
				{At: now.Add(-2 * time.Hour), By: part.Person{ID: 2, Name: "Bento", Then: "Benê da Quinta"}, Action: "name_changed"},
				{At: now.Add(-26 * time.Hour), About: ana, Action: "owner_granted"},
				{At: now.Add(-27 * time.Hour), By: ana, Action: "exported", Details: map[string]any{"what": "members"}},
			},
		})),
		inside("audit-members", page.Audit(page.AuditProps{})),
		door("new-password", page.NewPassword(page.NewPasswordProps{Token: "t", Name: "Iara", Faults: part.Faults{"password": "short"}})),
		inside("pending", page.Pending([]string{"Quinta do baralho"}, []string{"Domingo no parque"})),
	}
}

func standings() page.StandingsProps {
	people := []part.Person{celia, bento, ana, davi, iara, {ID: 17}}
	var results []standing.Result
	for i, pair := range [][2]int64{{3, 2}, {2, 3}, {3, 1}, {1, 4}, {2, 4}, {1, 2}, {3, 5}, {2, 17}, {1, 5}, {4, 5}, {3, 4}} {
		results = append(results, standing.Result{Match: int64(i + 1), Game: knock, Players: pair[:], Placing: []int{1, 2}})
	}
	charter := standing.Standard()
	charter.Least = 2
	season := page.SeasonChoice{ID: 3, Name: "Primavera 2026", StartsAt: now.Add(-60 * 24 * time.Hour), EndsAt: now.Add(30 * 24 * time.Hour), Charter: charter, Started: true}
	p := page.StandingsProps{
		Season: season, Founded: standing.Standard(),
		Seasons:    []page.SeasonChoice{season, {ID: 2, Name: "Inverno 2026", StartsAt: now.Add(-200 * 24 * time.Hour), EndsAt: season.StartsAt, Started: true, Ended: true}},
		Amendments: []page.AmendmentRow{{Charter: charter, Reason: "Quem joga uma vez só não tem lugar.", By: ana.ID, Name: ana.Name, At: now.Add(-20 * 24 * time.Hour)}},
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
