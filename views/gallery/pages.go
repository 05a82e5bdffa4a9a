package gallery

import (
	"slices"
	"time"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/huangdi"
	"carteado/engine/knock"
	"carteado/engine/palace"
	"carteado/engine/rummy"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

// Pages lists every page, in the order in which a newcomer meets them.
func Pages() []Page {
	return slices.Concat(doors(), rooms(), clubPages(), hostingPages(), namePages(), tables(), palaceTables(), rummyTables(), huangdiTables())
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
			Club: "Quinta do baralho", Lang: "en", Zone: "Europe/Lisbon", Name: "Ana", Email: "ana",
			Faults: part.Faults{"email": "email", "password": "common"},
		})),
		door("sign-in", page.SignIn(page.SignInProps{})),
		door("sign-in-wrong", page.SignIn(page.SignInProps{User: "ana", Faults: part.Faults{"": "wrong_password"}})),
		door("sign-in-wait", page.SignIn(page.SignInProps{User: "ana", Wait: 4 * time.Minute})),
		door("invitation", page.Invitation(page.InvitationProps{Token: "t", Club: "Quinta do baralho", Inviter: bento})),
		door("invitation-taken", page.Invitation(page.InvitationProps{
			Token: "t", Club: "Quinta do baralho", Inviter: bento, Name: "Célia", Faults: part.Faults{"name": "taken", "password": "short"},
		})),
		door("invitation-join", page.Invitation(page.InvitationProps{Token: "t", Club: "Quinta do baralho", Inviter: bento, SignedIn: &celia})),
		door("invitation-gone", page.InvitationGone()),
		door("password-link-gone", page.PasswordLinkGone()),
	}
	for _, e := range []struct {
		name string
		page.ErrorProps
	}{
		{"400", page.ErrorProps{Status: 400}}, {"403", page.ErrorProps{Status: 403, Key: "foreign"}}, {"404", page.ErrorProps{Status: 404}},
		{"405", page.ErrorProps{Status: 405}}, {"409", page.ErrorProps{Status: 409, Key: "full", Back: "/clubs/quinta/tables/14"}},
		{"410", page.ErrorProps{Status: 410}}, {"413", page.ErrorProps{Status: 413}}, {"422", page.ErrorProps{Status: 422}},
		{"429", page.ErrorProps{Status: 429, Wait: 2 * time.Minute}}, {"500", page.ErrorProps{Status: 500}}, {"503", page.ErrorProps{Status: 503}},
	} {
		e.Request = "c3f1-88a2"
		pages = append(pages, door("error-"+e.name, page.Error(e.ErrorProps)))
	}
	return pages
}

func rooms() []Page {
	return []Page{
		inside("home", page.Home(home())),
		inside("home-empty", page.Home(page.HomeProps{Club: club, At: "1", Members: online(bento, celia, iara)})),
		inside("new-table", page.NewTable(newTable())),
		inside("new-table-presets", page.NewTable(newTableOf(palace.Game{}.Info(), engine.Options{}))),
		inside("new-table-own", page.NewTable(newTableOf(palace.Game{}.Info(), engine.Options{"seven_low": "on"}))),
		inside("new-table-refused", page.NewTable(newTableRefused())),
		inside("waiting-room", page.Waiting(waiting(true))),
		inside("waiting-room-four", page.Waiting(waitingForFour())),
		inside("waiting-room-guest", page.Waiting(waiting(false))),
		inside("waiting-room-closed", page.Waiting(page.WaitingProps{Club: club, Table: 14, Game: knockInfo(), Closed: true, Seats: waiting(true).Seats, Goal: hundred})),
		inside("table-rules", page.Rules(rules(palace.Game{}, engine.Options{"scoring": "placement", "ten_on_any": "off", "dealer": "loser"}))),
		inside("table-rules-default", page.Rules(rules(knock.Game{}, engine.Options{"target_score": "100"}))),
		inside("rules", page.Rules(rules(palace.Game{}, nil))),
		inside("rules-rummy", page.Rules(rules(rummy.Game{}, nil))),
		inside("rules-huangdi", page.Rules(rules(huangdi.Game{}, nil))),
		inside("rules-knock", page.Rules(rules(knock.Game{}, nil))),
		inside("rules-stranger", page.Rules(page.RulesProps{Games: gameList(), Game: knockInfo()})),
		inside("match", page.Match(match(false))),
		inside("match-over", page.Match(match(true))),
		inside("match-six", page.Match(matchOfSix(false))),
		inside("match-six-over", page.Match(matchOfSix(true))),
		inside("round", page.Round(page.RoundProps{
			Club: club, Match: 9, Game: "knock", Goal: hundred, View: endView(), Score: scores()[5], Seats: []part.Person{ana, bento}, Last: 6,
		})),
		inside("matches", page.Matches(matches())),
		inside("matches-filtered", page.Matches(matchesOf(link.MatchFilter{Game: "knock", With: 2, Result: "won"}, results()[1:2]))),
		inside("matches-nothing", page.Matches(matchesOf(link.MatchFilter{Season: 2}, nil))),
		inside("matches-empty", page.Matches(page.MatchesProps{Club: club, Page: 1, PerPage: 20})),
		inside("replay", page.Replay(replay(3))),
		inside("replay-start", page.Replay(replay(0))),
		inside("settings", page.Settings(settings())),
		inside("settings-password", page.Settings(page.SettingsProps{
			Name: "Ana", Lang: "en", Sessions: settings().Sessions[:1], Faults: part.Faults{"current": "wrong_current", "password": "short"},
		})),
		inside("invitations", page.Invitations(invitations())),
		inside("invitations-empty", page.Invitations(page.InvitationsProps{Club: club, Roles: []string{"member"}, Role: "member", Uses: "1", Days: "7", MostUses: 100, MostDays: 90})),
	}
}

func tables() []Page {
	refused := board(scattered(), true, wildMoves)
	refused.Chosen, refused.Refusal = []string{"KC"}, &table.Refusal{Kind: "illegal", Rule: "knock.taken"}
	limit := board(scattered(), true, wildMoves)
	limit.Chosen, limit.Refusal = []string{"QH"}, &table.Refusal{Kind: "illegal", Rule: "knock.limit", Args: map[string]int{"limit": 3, "deadwood": 48}}
	stale := board(waitView(), false, "")
	stale.Chosen, stale.Refusal = []string{"2H"}, &table.Refusal{Kind: "stale"}
	offline := board(drawView(), true, drawMoves)
	offline.Offline = true
	chosen := board(decideView(), true, decideMoves)
	chosen.Chosen = []string{"4H"}
	first := board(drawView(), true, drawMoves)
	first.Log = nil
	watching := board(spectatorView(), false, "")
	watching.View.Seat = engine.Spectator
	watching.Seats = []part.Person{bento, celia}
	return []Page{
		inside("table-draw", table.Page(board(drawView(), true, drawMoves))),
		inside("table-first", table.Page(first)),
		inside("table-knock", table.Page(chosen)),
		inside("table-may-knock", table.Page(board(decideView(), true, decideMoves))),
		inside("table-discard", table.Page(board(scattered(), true, wildMoves))),
		inside("table-wait", table.Page(board(waitView(), false, ""))),
		inside("table-refused", table.Page(refused)),
		inside("table-limit", table.Page(limit)),
		inside("table-stale", table.Page(stale)),
		inside("table-offline", table.Page(offline)),
		inside("table-spectator", table.Page(watching)),
		inside("arrange", page.Arrange(arrange())),
		inside("arrange-none", page.Arrange(page.ArrangeProps{Club: club, Table: 21})),
		inside("recap", page.Recap(recap(endView(), true, nil))),
		inside("recap-waiting", page.Recap(recap(endView(), false, nil))),
		inside("recap-void", page.Recap(recap(voidView(), true, nil))),
		inside("recap-over", page.Recap(recap(endView(), false, &engine.Outcome{How: engine.ByTarget, Placing: []int{1, 2}}))),
		inside("recap-spot", page.Recap(recap(spotView(), false, &engine.Outcome{How: engine.BySpot, Placing: []int{1, 2}}))),
		inside("recap-draw", page.Recap(recap(endView(), false, &engine.Outcome{How: engine.ByTarget, Placing: []int{1, 1}}))),
		inside("recap-six-over", page.Recap(recapOfSix(engine.ByTarget, []int{1, 3, 2, 4, 4, 4}, nil))),
		inside("recap-six-shared", page.Recap(recapOfSix(engine.ByRounds, []int{1, 3, 1, 4, 4, 4}, nil))),
		inside("recap-six-left", page.Recap(recapOfSix(engine.ByLeft, []int{1, 2, 3, 4, 5, 6}, []bool{false, true, true, true, true, true}))),
		inside("recap-six-closed", page.Recap(recapOfSix(engine.ByClose, []int{1, 1, 1, 1, 1, 1}, nil))),
		inside("recap-left", page.Recap(recap(waitView(), false, &engine.Outcome{How: engine.ByLeft, Placing: []int{2, 1}}))),
	}
}

func recap(round knock.View, mine bool, outcome *engine.Outcome) page.RecapProps {
	v := matchView(round, mine)
	v.Number, v.Outcome, v.Between = 6, outcome, outcome == nil
	switch {
	case outcome != nil:
		v.ToMove = nil
	case mine:
		v.ToMove = []engine.Seat{0, 1}
	}
	return page.RecapProps{
		Club: club, Table: 21, At: "9.41.114", Match: 9, Idem: "4f0c1d9a", View: v,
		Seats: []part.Person{ana, bento}, Rematch: outcome != nil,
	}
}

// recapOfSix is the end of a match of a full table.
func recapOfSix(how string, placing []int, left []bool) page.RecapProps {
	p := rummyRecap(rummyOut("rummy"))
	p.View.Outcome, p.View.Left, p.View.Between, p.View.ToMove = &engine.Outcome{How: how, Placing: placing}, left, false, nil
	if how == engine.ByRounds {
		p.View.Target, p.View.Length = 0, 3
	}
	p.Rematch = how != engine.ByClose
	return p
}

// Fragments are what polls and moves are answered with.
func Fragments() []Page {
	return append([]Page{
		inside("board", table.Fragment(board(decideView(), true, decideMoves))),
		inside("board-wait", table.Fragment(board(waitView(), false, ""))),
		inside("board-huangdi", table.Fragment(huangdiBoard(huangdiMany()))),
		inside("palace-long", table.Fragment(palaceTable(five(), plays("6C 6D QH")))),
		inside("home", page.HomeFragment(home())),
		inside("waiting-room", page.WaitingFragment(waiting(true))),
		inside("recap", page.RecapFragment(recap(endView(), true, nil))),
	}, rummyFragments()...)
}
