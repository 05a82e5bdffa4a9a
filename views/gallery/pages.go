package gallery

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/role"
	"carteado/views/link"
	"carteado/views/page"
	accountpage "carteado/views/page/account"
	clubpage "carteado/views/page/club"
	matchpage "carteado/views/page/match"
	resultpage "carteado/views/page/results"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
)

// Pages lists every page, in the order in which a newcomer meets them.
func Pages(games []table.Game) []Page {
	g := list(games)
	return of(games, slices.Concat(doors(), g.rooms(), g.rulePages(), g.lessons(), g.daily(), g.reviews(),
		g.clubPages(), g.hostingPages(), recordedPages(), g.yearbookPages(), transferPages(), g.namePages(), g.nights(),
		g.competitions(), g.sheets(), g.samples(false)))
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

// visiting is a page that a guest of a game night sees.
func visiting(name string, c templ.Component) Page {
	p := inside(name, c)
	p.Visiting = true
	return p
}

func archived(name string, c templ.Component) Page {
	p := inside(name, c)
	p.Archived = true
	return p
}

func doors() []Page {
	pages := []Page{
		door("setup", clubpage.Setup(clubpage.SetupProps{Lang: "pt-BR", Zone: page.DefaultZone})),
		door("setup-faults", clubpage.Setup(clubpage.SetupProps{
			Code: "K7QM-29XB", Club: "Quinta do baralho", Lang: "en", Zone: "Europe/Lisbon", Name: "Ana", Email: "ana",
			Faults: part.Faults{"code": "wrong_code", "email": "email", "password": "common"},
		})),
		door("sign-in", accountpage.SignIn(accountpage.SignInProps{})),
		door("sign-in-wrong", accountpage.SignIn(
			accountpage.SignInProps{User: "ana", Faults: part.Faults{"": "wrong_password"}})),
		door("sign-in-wait", accountpage.SignIn(accountpage.SignInProps{User: "ana", Wait: 4 * time.Minute})),
		door("unsubscribe", accountpage.Unsubscribe("t", "turn")),
		door("invitation", clubpage.Invitation(clubpage.InvitationProps{Token: "t", Club: house(), Inviter: bento})),
		door("invitation-taken", clubpage.Invitation(clubpage.InvitationProps{
			Token: "t", Club: house(), Inviter: bento, Name: "Célia", Faults: part.Faults{
				"name": "taken", "password": "short"},
		})),
		door("invitation-join", clubpage.Invitation(clubpage.InvitationProps{Token: "t", Club: house(), Inviter: bento,
			SignedIn: &celia})),
		door("invitation-claims", clubpage.Invitation(clubpage.InvitationProps{Token: "t", Club: house(),
			Inviter: bento, SignedIn: &celia, Claims: part.Person{Name: "Otávio"}, Faults: part.Faults{"": "met"}})),
		door("invitation-gone", clubpage.InvitationGone(false)),
		door("invitation-archived", clubpage.InvitationGone(true)),
		door("password-link-gone", accountpage.PasswordLinkGone()),
	}
	for _, e := range []struct {
		name string
		page.ErrorProps
	}{
		{"400", page.ErrorProps{Status: 400}},
		{"403", page.ErrorProps{Status: 403, Key: "unwatched", Back: "/clubs/quinta"}},
		{"404", page.ErrorProps{Status: 404}},
		{"405", page.ErrorProps{Status: 405}},
		{"409", page.ErrorProps{Status: 409, Key: "full", Back: "/clubs/quinta/tables/14"}},
		{"410", page.ErrorProps{Status: 410}}, {"413", page.ErrorProps{Status: 413}},
		{"422", page.ErrorProps{Status: 422}},
		{"429", page.ErrorProps{Status: 429, Wait: 2 * time.Minute}}, {"500", page.ErrorProps{Status: 500}},
		{"503", page.ErrorProps{Status: 503, Again: link.SignIn, Form: url.Values{"idem": {"4f0c1d9a"}},
			Passwords: []string{"password"}}},
		{"503-away", page.ErrorProps{Status: 503, Key: "away", Again: link.Club("quinta")}},
	} {
		e.Request = "c3f1-88a2"
		pages = append(pages, door("error-"+e.name, page.Error(e.ErrorProps)))
	}
	return pages
}

func (g list) rooms() []Page {
	return []Page{
		inside("home", clubpage.Home(home())),
		inside("home-asking", clubpage.Home(clubpage.HomeProps{At: "1", Games: g.infos(),
			Members: online(bento),
			Asking: []clubpage.RequestRow{
				{Player: 9, Name: "Lia", Role: role.Member, By: "Bento", At: now.Add(-20 * time.Minute)},
			}})),
		archived("home-archived", clubpage.Home(clubpage.HomeProps{At: "1", Games: g.infos()})),
		inside("home-alone", clubpage.Home(clubpage.HomeProps{At: "1", Alone: true, Games: g.infos()})),
		inside("home-empty", clubpage.Home(clubpage.HomeProps{At: "1", Members: online(bento, celia, iara),
			Games: g.infos()})),
		inside("new-table", tablepage.NewTable(g.newTable())),
		inside("new-table-search", tablepage.NewTable(g.newTableOfMany())),
		inside("new-table-presets", tablepage.NewTable(g.newTableOf(palace, engine.Options{}))),
		inside("new-table-six", tablepage.NewTable(g.newTableForSix())),
		inside("new-table-own", tablepage.NewTable(g.newTableOf(palace, engine.Options{"seven_low": "on"}))),
		inside("new-table-refused", tablepage.NewTable(g.newTableRefused())),
		inside("waiting-room", tablepage.Waiting(g.waiting(true))),
		inside("waiting-room-drawn", tablepage.Waiting(g.waitingDrawn())),
		inside("waiting-room-four", tablepage.Waiting(g.waitingForFour())),
		inside("waiting-room-guest", tablepage.Waiting(g.waiting(false))),
		inside("waiting-room-first", tablepage.Waiting(g.waitingFirst())),
		inside("waiting-room-closed", tablepage.Waiting(tablepage.WaitingProps{Table: 14, Game: g.info(knock),
			Closed: true, Seats: g.waiting(true).Seats, Goal: hundred})),
		inside("table-rules", tablepage.Rules(
			g.rules(palace, engine.Options{"scoring": "placement", "ten_on_any": "off", "dealer": "loser"}))),
		inside("table-rules-default", tablepage.Rules(g.rules(knock, engine.Options{"target_score": "100"}))),
		inside("rules-stranger", tablepage.Rules(tablepage.RulesProps{Games: g.infos(), Game: g.info(knock)})),
		inside("scoresheet", tablepage.ScoreSheet(g.scoreSheet())),
		inside("match", matchpage.Match(g.match(false))),
		inside("match-over", matchpage.Match(g.match(true))),
		inside("check", matchpage.Check(g.check(nil, "jabuticaba", "1958"))),
		inside("check-bad", matchpage.Check(g.checkBad())),
		inside("check-shared", matchpage.Check(g.checkShared())),
		inside("match-six", matchpage.Match(g.matchOfSix(false))),
		inside("match-six-over", matchpage.Match(g.matchOfSix(true))),
		inside("matches", matchpage.Matches(g.matches())),
		inside("matches-filtered", matchpage.Matches(g.matchesOf(link.MatchFilter{Game: knock, With: link.Group{2},
			Result: "won"}, results()[1:2]))),
		inside("matches-nothing", matchpage.Matches(g.matchesOf(link.MatchFilter{Season: 2}, nil))),
		inside("matches-of-one", matchpage.Matches(g.matchesOfOne())),
		inside("matches-refused", matchpage.Matches(g.matchesRefused())),
		inside("tables", tablepage.Tables(tablepage.TablesProps{
			Groups: []tablepage.TableGroup{{Title: "home.waiting", Verb: "resume", List: home().Waiting},
				{Title: "tables.open", Verb: "join", List: home().Open}},
			Paging: page.Paging{First: 1, Last: 25, Found: 60, After: "#"}, Games: g.infos(), Search: "celia",
		})),
		inside("history", matchpage.History(g.history())),
		inside("matches-empty", matchpage.Matches(matchpage.MatchesProps{})),
		inside("notices", accountpage.Notices(notices())),
		inside("delivery", accountpage.Delivery(accountpage.DeliveryProps{
			Kinds: []accountpage.DeliveryKind{{Key: "turn", Push: true, Mail: true}, {Key: "nudge", Push: true},
				{Key: "kept", Push: true, Mail: true}, {Key: "offer", Push: true}, {Key: "seat", Push: true},
				{Key: "over"}, {Key: "news", Mail: true}, {Key: "request", Push: true}, {Key: "report", Push: true},
				{Key: "night", Push: true, Mail: true}},
			Mails: true, Daily: true, Address: "ana@cartas.example", Typed: "ana@cartas.example", Saved: "choice",
			Devices: []accountpage.Device{{ID: 1, Agent: "Chrome Android", Told: now.Add(-2 * time.Hour)}},
		})),
		g.asking(),
		inside("settings", accountpage.Settings(settings())),
		inside("safety", accountpage.Safety(safety())),
		inside("safety-number", accountpage.Safety(accountpage.SafetyProps{})),
		inside("passkey-new", accountpage.NewPasskey(accountpage.NewPasskeyProps{Agent: "Chrome Linux",
			Passkey: part.Passkey{Options: "{}"}, Faults: part.Faults{"": "passkey_late"}})),
		inside("recovery-codes", accountpage.RecoveryCodes("Ana", now,
			slices.Repeat([]string{"m9ep-xbc5-udnv-4wqt-7hkz-2rja"}, 10))),
		inside("proof", accountpage.Proof(accountpage.ProofProps{Path: link.Export, Name: "Ana",
			Passkey: part.Passkey{Options: "{}"}, Faults: part.Faults{"proof": "wrong_current"}})),
		door("sign-in-code", accountpage.SignInByCode(accountpage.SignInProps{User: "Ana",
			Faults: part.Faults{"": "wrong_recovery"}})),
		inside("settings-password", accountpage.Settings(accountpage.SettingsProps{
			Name: "Ana", NameFrom: now.Add(9 * 24 * time.Hour), Lang: "en", Sessions: settings().Sessions[:1],
			Faults: part.Faults{"current": "wrong_current", "password": "short"},
		})),
		inside("house", clubpage.House(clubpage.HouseProps{
			Version: "2.3.1", Postgres: "17.10", Schema: 13, Size: 212 << 20, DiskAll: 40 << 30, DiskFree: 3 << 30,
			Waiting: 12, Oldest: now.Add(-2 * time.Minute), StuckAll: 1, Stuck: []clubpage.StuckJob{
				{ID: 7, Kind: "season_compute", Tries: 25, At: now.Add(-3 * time.Hour)}},
			Instances: []clubpage.Instance{{Name: "casa-1", Version: "2.3.1", Since: now.Add(-300 * time.Hour),
				Ahead: -5 * time.Minute}},
			Backup: &clubpage.BackupNote{At: now.Add(-9 * 24 * time.Hour), Matches: 1204, Proved: true}, Failed: 8,
			Kept: []clubpage.BackupNote{
				{Name: "carteado-2026-11-11-0700.backup.age", At: now.Add(-9 * 24 * time.Hour), Size: 212 << 20,
					Proved: true},
				{At: now.Add(-10 * 24 * time.Hour), Size: 211 << 20},
			},
			Owners: []part.Person{{ID: 1, Name: "Ana", Me: true}, {ID: 4, Name: "Davi"}}, Owner: "Bia",
			Archived: []clubpage.ArchivedClub{{Name: oddName.Name, Slug: "odd", Since: now, Deletion: now.AddDate(0, 0,
				14)}, {Name: longName.Name, Slug: "long", Since: now}},
			Deleted: []clubpage.DeletedClub{{Name: "Sexta", Slug: "sexta", At: now}},
			Mails:   true, Address: "bia@example.org", Answer: "send mail: dial tcp 10.0.0.9:587: connection refused",
			Faults: part.Faults{"owner": "no_player"},
		})),
		inside("webhooks", clubpage.Webhooks(clubpage.WebhooksProps{Kinds: []string{"night"}, Which: 2,
			Secret: "whsec_" + strings.Repeat("Zk3v9w2mA81x", 3), List: []clubpage.Webhook{
				{ID: 1, Host: "matrix.cartas.example", Kinds: []string{"table", "night"},
					Taken: now.Add(-96 * time.Hour), Refused: now.Add(-time.Hour),
					Refusal: "404 Not Found {\"error\":\"no such hook\"}",
					Off:     now.Add(-time.Hour)},
				{ID: 2, Host: "discord.com", Kinds: []string{"result"}, Taken: now.Add(-time.Minute), Turned: now}}})),
		inside("webhooks-none", clubpage.Webhooks(clubpage.WebhooksProps{Address: "http://10.0.0.1/",
			Faults: part.Faults{"address": "webhook_address", "kinds": "choice"}})),
		inside("invitations", clubpage.Invitations(invitations())),
		inside("invitations-empty", clubpage.Invitations(clubpage.InvitationsProps{Roles: []string{"member"},
			Role: "member", Uses: "1", Days: "7", MaxUses: 100, MaxDays: 90})),
	}
}

// Fragments are what polls and moves are answered with.
func Fragments(games []table.Game) []Page {
	g := list(games)
	return of(games, append(g.samples(true), inside("home", clubpage.HomeFragment(home())),
		inside("waiting-room", tablepage.WaitingFragment(g.waiting(true)))))
}

func notices() accountpage.NoticesProps {
	return accountpage.NoticesProps{
		Turns: []accountpage.Turn{{Club: club, ClubName: "Quinta do baralho", Table: 21, Game: knock,
			Others: []part.Person{bento}, Since: now.Add(-22 * time.Hour)}},
		List: []accountpage.Notice{
			{ID: 4, Kind: "seat", Club: "Quinta do baralho", Table: 23, Game: knock, By: iara,
				At: now.Add(-3 * time.Minute)},
			{ID: 7, Kind: "nudge", Club: "Quinta do baralho", Table: 21, Game: knock, By: bento,
				At: now.Add(-6 * time.Minute)},
			{ID: 9, Kind: "missed", Club: "Quinta do baralho", Table: 24, Game: rummy, At: now.Add(-15 * time.Minute)},
			{ID: 6, Kind: "kept", Club: "Quinta do baralho", Table: 24, Game: rummy, At: now.Add(-20 * time.Minute)},
			{ID: 5, Kind: "offer", What: "rematch.asked", Club: "Quinta do baralho", Table: 19, Game: rummy, By: celia,
				At: now.Add(-30 * time.Minute)},
			{ID: 3, Kind: "request", Club: "Os da varanda", By: davi, At: now.Add(-40 * time.Minute)},
			{ID: 8, Kind: "report", Club: "Quinta do baralho", Table: 24, Game: rummy, By: celia, About: davi,
				At: now.Add(-45 * time.Minute)},
			{ID: 10, Kind: "night", What: "place", Club: "Quinta do baralho", Night: accountpage.Dated{ID: 1,
				Name: "Noite de Rummy", At: now.Add(30 * time.Hour)}, At: now.Add(-50 * time.Minute)},
			{ID: 11, Kind: "competition", What: "hour", Club: "Quinta do baralho", By: bento,
				Competition: accountpage.Dated{ID: 1, Name: "Liga de Rummy", At: now.Add(30 * time.Hour)},
				At:          now.Add(-55 * time.Minute)},
			{ID: 2, Kind: "over", Club: "Quinta do baralho", Table: 19, Game: rummy, Match: 8,
				At: now.Add(-2 * time.Hour), Read: true},
			{ID: 1, Kind: "news", Club: "Quinta do baralho", By: celia, At: now.Add(-50 * time.Hour), Read: true},
		},
	}
}

func announcements() []clubpage.Announcement {
	return []clubpage.Announcement{
		{ID: 2, By: bento.ID, Name: bento.Name, At: now.Add(-3 * time.Hour),
			Body: "Noite de Rummy no sábado, às 20h.\nTragam o troco.\n\nO endereço: " +
				"https://cartas.example/noite?mesa=" + strings.Repeat("longa-", 12) + "."},
		{ID: 1, By: 17, At: now.Add(-9 * 24 * time.Hour), Pinned: true,
			Changed: now.Add(-8 * 24 * time.Hour), Body: "<b>Bem-vindos!</b>"},
	}
}

// hostingPages are the pages of hosts, and those that show what a host did.
func (g list) hostingPages() []Page {
	closed := tablepage.Closing{By: bento.ID, Name: bento.Name, Reason: "Faltava uma carta no baralho."}
	own := g.newTableOf(palace, engine.Options{"seven_low": "on", "ten_on_any": "off"})
	own.Reach = "invited"
	own.Own = []tablepage.OwnPreset{{ID: 3, Name: "Palácio da Quinta", Seats: 4, Options: own.Options},
		{ID: 5, Name: "Palácio curto", Seats: 2, Options: engine.Options{}}}
	private := g.waiting(false)
	private.Private, private.URL = true, "https://cartas.example/clubs/quinta/tables/14?key=ZK3V9W2MA81XX07DQW5T6YHU8J"
	private.Name, private.NameReason = "Palácio curto", "taken"
	kept := g.waiting(true)
	kept.Kept = true
	shut := tablepage.WaitingProps{Table: 14, Game: g.info(knock), Closed: true, Seats: g.waiting(true).Seats,
		Goal: hundred, Reason: closed}
	sheet := g.match(true)
	sheet.Outcome, sheet.Closed = &engine.Outcome{How: engine.ByClose, Placing: []int{1, 1}}, closed
	corrected := g.match(true)
	corrected.Corrections = []matchpage.CorrectionRow{
		{Kind: "void", Reason: "Faltava uma carta no baralho.", By: bento.ID, Name: bento.Name,
			At: now.Add(-26 * time.Hour)},
		{Kind: "places", Places: []int{1, 1}, Reason: "Vale empate.", By: 17, At: now.Add(-time.Hour)},
	}
	corrected.Correcting = matchpage.Correcting{Kind: "places", Typed: []string{"2", "x"}, Faults: part.Faults{
		"place": "places", "reason": "required"}}
	refused := invitations()
	refused.Uses, refused.Days, refused.Labels = "0", "x", strings.Repeat("x", 70)
	refused.Faults = part.Faults{"uses": "number", "days": "number", "labels": "labels_many", "role": "choice"}
	return []Page{
		inside("match-corrected", matchpage.Match(corrected)),
		inside("invitations-placeholders", clubpage.Invitations(clubpage.InvitationsProps{Roles: []string{"member"},
			Uses: "1", Days: "7", MaxUses: 100, MaxDays: 90, Placeholders: []part.Choosable{
				{Value: "21", Label: "Otávio"}, {Value: "22", Label: "Zuleica do Bairro de Cima"}}})),
		inside("invitations-refused", clubpage.Invitations(refused)),
		inside("table-door", tablepage.TableDoor(tablepage.TableDoorProps{Table: 14, Game: rummy, Host: "Bento",
			Key: "k"})),
		inside("close-table", tablepage.CloseTable(tablepage.CloseProps{Table: 21, Game: rummy, Seats: six(),
			Playing: true, Faults: part.Faults{"reason": "required"}})),
		inside("close-waiting", tablepage.CloseTable(tablepage.CloseProps{Table: 14, Game: knock, Seats: []part.Person{
			bento, nobody}})),
		inside("new-table-club", tablepage.NewTable(own)),
		inside("waiting-room-private", tablepage.Waiting(private)),
		inside("waiting-room-kept", tablepage.Waiting(kept)),
		inside("waiting-room-reason", tablepage.Waiting(shut)),
		inside("match-closed", matchpage.Match(sheet)),
		inside("announcements", clubpage.Announcements(clubpage.AnnouncementsProps{List: announcements(), Body: " ",
			Faults: part.Faults{"body": "required"}})),
		inside("reported-words", tablepage.ReportedWords(tablepage.ReportedWordsProps{Match: 7, Table: 24,
			List: []tablepage.WrittenWords{
				{Number: 3, By: davi, At: now.Add(-time.Hour), Text: strings.Repeat("longa-", 12) + " <b>palavra</b>"},
				{Number: 5, By: part.Person{ID: 17}, At: now.Add(-45 * time.Minute)},
			}})),
		inside("notes", matchpage.Note(matchpage.NoteProps{Match: 7, Table: 24, Game: knock, Seats: []part.Person{
			ana, bento}, Max: 4000, Text: "7♣ ?", Faults: part.Faults{"note": "long"}})),
		inside("plans", tablepage.Plans(tablepage.PlansProps{
			Table: 24, Match: 7, Shows: "7C", Steps: []string{"draw @discard"}, Fault: "plan",
			Plans: []tablepage.Plan{
				{Number: 1, Shows: "7", Moves: []string{"draw @discard", "discard KD"}},
				{Number: 2, Moves: []string{"draw @stock"}},
			},
			May: table.Planning{
				Moves: []string{"draw @stock", "draw @discard", "meld *", "discard *"},
				Cards: []string{"5H", "6H", "KD"},
				Shows: table.FrenchRanks(), Suits: true, Takes: true,
			},
		})),
		inside("announcements-change", clubpage.Announcements(clubpage.AnnouncementsProps{List: announcements(),
			Changing: 2, Body: announcements()[0].Body})),
		inside("announcements-none", clubpage.Announcements(clubpage.AnnouncementsProps{})),
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
	for _, list := range [][]tablepage.Table{at.MyTurn, at.Waiting, at.Invited, at.Open, at.Playing} {
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
	one.Rivals = []resultpage.Rival{{Person: longName, Won: 8, Lost: 5}, {Person: oddName, Won: 14, Lost: 9}}
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
	sheet.Closed = tablepage.Closing{By: longName.ID, Name: longName.Name, Reason: longName.Name + longName.Name}
	room := g.waitingForFour()
	for i := range room.Seats {
		room.Seats[i].Person = renamed(room.Seats[i].Person)[0]
	}
	return []Page{
		inside("names-home", clubpage.Home(at)),
		inside("names-members", clubpage.Members(all)),
		inside("names-member", clubpage.Member(one)),
		inside("names-standings", resultpage.Standings(season)),
		inside("names-invitations", clubpage.Invitations(invited)),
		inside("names-match", matchpage.Match(sheet)),
		inside("names-waiting", tablepage.Waiting(room)),
		inside("names-audit", clubpage.Audit(clubpage.AuditProps{Entries: []clubpage.AuditRow{
			{At: now, By: longName, About: oddName, Action: "role_changed", Details: map[string]any{
				"from": string(role.Member), "to": string(role.Host)}},
		}})),
	}
}
