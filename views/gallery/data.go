package gallery

import (
	"slices"
	"time"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/proof"
	"carteado/engine/shuffle"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	matchpage "carteado/views/page/match"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/sample"
)

const (
	commitment = "9b1f0c5a7e2d4b8896a3c1d0e5f7248a6b3c9d1e0f2a4c6b8d7e9f1a3b5c7d9e"
	signature  = "pQ8m2Kf0V7yZr3dXc1bN5tGhJw6uL9sAeRoTiPvYxMqB4nCzEaDgFkHjSlUwI0OyX7cV2bN8mQ5tR1pLkJhGfA=="
	secret     = "00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f"
	qrPath     = "M4 4h7v1h-7zM4 5h1v1h-1zM10 5h1v1h-1zM4 6h1v1h-1zM6 6h3v1h-3zM10 6h1v1h-1zM4 10h7v1h-7zM14 " +
		"4h2v2h-2zM14 8h3v1h-3z"
)

// The games of prepared results, tables and house rules, which mean something in these
// games alone. All else takes the list.
const (
	palace  = "palace"
	rummy   = "rummy"
	huangdi = "huangdi"
	knock   = "knock"
)

// A list of games, from which pages take rules and samples.
type list []table.Game

func (g list) of(game string) engine.Game {
	return g[slices.IndexFunc(g, func(row table.Game) bool { return row.Rules.Info().Key == game })].Rules
}

func (g list) info(game string) engine.Info { return g.of(game).Info() }

func (g list) infos() (infos []engine.Info) {
	for _, row := range g {
		infos = append(infos, row.Rules.Info())
	}
	return infos
}

func (g list) keys() (keys []string) {
	for _, info := range g.infos() {
		keys = append(keys, info.Key)
	}
	return keys
}

// rulePages are the rules of each game; "rules" are those of the first.
func (g list) rulePages() (pages []Page) {
	for i, key := range g.keys() {
		name := "rules"
		if i > 0 {
			name += "-" + key
		}
		pages = append(pages, inside(name, tablepage.Rules(g.rules(key, nil))))
	}
	return pages
}

func (g list) samples(fragments bool) (pages []Page) {
	for _, row := range g {
		if face, has := row.Face.(table.Sampled); has {
			for _, s := range face.Samples() {
				if s.Fragment == fragments {
					pages = append(pages, inside(s.Name, s.Component))
				}
			}
		}
	}
	return pages
}

// asking is the board of a reader who waits, with the question whether their device may call
// them.
func (g list) asking() Page {
	samples := g.samples(false)
	p := samples[slices.IndexFunc(samples, func(p Page) bool { return p.Name == "table-wait" })]
	p.Name, p.Asks = "table-asking", true
	return p
}

func online(people ...part.Person) []part.Person {
	for i := range people {
		people[i].Online = true
	}
	return people
}

func home() clubpage.HomeProps {
	last := table.Entry{Version: 113, Seat: 1, Time: now.Add(-time.Minute)}
	last.Events = []engine.Event{
		{Kind: "discarded", Seat: 1, Open: true, Cards: part.Words([]card.Card{card.New(13, card.Clubs)})}}
	return clubpage.HomeProps{
		At: "17", Seal: commitment,
		MyTurn: []tablepage.Table{
			{Number: 21, Game: knock, Seats: []part.Person{ana, bento}, Totals: []int{41, 67}, Goal: hundred,
				Last: &last, Since: now.Add(-time.Minute), Occasion: "Liga de Rummy"},
			{Number: 19, Game: palace, Seats: []part.Person{celia, ana, davi}, Mine: 1, Totals: []int{0, 1, 1},
				Goal: part.Goal{Unit: part.Wins, Target: 2}, Since: now.Add(-5 * time.Hour)},
		},
		Waiting: []tablepage.Table{
			{Number: 18, Game: knock, Seats: []part.Person{ana, davi}, Totals: []int{-6, 95}, Goal: hundred,
				Turn: []part.Person{davi}, Since: now.Add(-26 * time.Hour)},
			{Number: 24, Game: rummy, Seats: six(), Totals: []int{64, 12, 88, 41, 0, 41},
				Goal: part.Goal{Unit: part.Points, Target: 100}, Turn: []part.Person{bento, celia},
				Since: now.Add(-time.Hour)},
			{Number: 14, Game: huangdi, Seats: []part.Person{ana, bento, nobody, nobody},
				Goal: part.Goal{Unit: part.Wins, Target: 1}, Since: now.Add(-8 * time.Minute)},
		},
		Invited: []tablepage.Table{{Number: 23, Game: knock, Seats: []part.Person{iara, nobody},
			Since: now.Add(-3 * time.Minute), Mine: -1}},
		Open: []tablepage.Table{{Number: 22, Game: palace, Seats: []part.Person{celia, iara, nobody, nobody, nobody},
			Since: now.Add(-12 * time.Minute), Mine: -1}},
		Playing: []tablepage.Table{{
			Number: 20, Game: knock, Seats: []part.Person{celia, davi}, Totals: []int{31, 12}, Goal: hundred,
			Turn: []part.Person{davi}, Mine: -1, Since: now.Add(-2 * time.Minute),
		}},
		Recent: results()[1:4], Backup: now.Add(-9 * 24 * time.Hour),
		Members: online(bento, celia, iara),
		Nights:  comingNights(),
		News:    announcements()[:1],
		Season:  "Primavera 2026", Standings: standings().Lines[:3],
	}
}

// hundred is a match to a hundred points in which the lowest total wins.
var hundred = part.Goal{Unit: part.Points, Target: 100, LowWins: true}

// six are the players of the largest table, two bots among them.
func six() []part.Person {
	return []part.Person{ana, bento, {Bot: "club", Number: 1}, celia, {Bot: "club", Number: 2}, iara}
}

func results() []matchpage.Result {
	result := func(id int64, other part.Person, mine, theirs int, placing []int, ago time.Duration) matchpage.Result {
		return matchpage.Result{
			Match: id, Game: knock, Seats: []part.Person{ana, other}, Goal: hundred, Totals: []int{mine, theirs},
			Rounds:  9,
			Outcome: &engine.Outcome{How: engine.ByTarget, Placing: placing}, Started: now.Add(-ago - time.Hour),
			Ended: now.Add(-ago),
		}
	}
	kept := result(7, bento, 101, 40, []int{2, 1}, 22*time.Hour)
	kept.Away = []matchpage.Away{{Seat: 1, Moves: 61, ByBot: 34}}
	running := result(9, bento, 41, 67, nil, 0)
	running.Outcome = nil
	return []matchpage.Result{
		running, result(8, celia, 62, 104, []int{1, 2}, 2*time.Hour), kept,
		result(6, robot, 102, 102, []int{1, 1}, 30*time.Hour), {
			Match: 4, Game: rummy, Seats: six(), Totals: []int{64, 12, 104, 41, 30, 41},
			Goal: part.Goal{Unit: part.Points, Target: 100}, Rounds: 7,
			Outcome: &engine.Outcome{How: engine.ByTarget, Placing: []int{2, 6, 1, 3, 5, 3}},
			Started: now.Add(-33 * time.Hour), Ended: now.Add(-32 * time.Hour),
		}, result(5, davi, -6, 112, []int{1, 2}, 12*24*time.Hour),
	}
}

// history is a club's matches, one of them voided and one closed.
func (g list) history() matchpage.HistoryProps {
	list := results()
	for i := range list {
		list[i].Table = 20 - i
	}
	list[2].Void = &matchpage.Void{By: bento.ID, Name: bento.Name, Reason: "A internet caiu no meio da rodada 7."}
	list[4].Outcome = &engine.Outcome{How: engine.ByClose, Placing: []int{1, 1, 1, 1, 1, 1}}
	list[4].Void = &matchpage.Void{Closed: true, By: celia.ID, Name: celia.Name, Reason: "ninguém voltou"}
	return matchpage.HistoryProps{
		Results: list, Older: "2-5", Running: 38, Games: g.infos(), Seasons: g.matches().Seasons,
		Filter: link.HistoryFilter{Search: "célia", From: "2026-10-01"},
	}
}

func (g list) newTable() tablepage.NewTableProps {
	return tablepage.NewTableProps{
		Seal: commitment, Games: g.infos(), Game: g.info(knock), Options: engine.Options{},
		Members: []part.Person{bento, celia, davi}, Bots: []string{"novice", "club", "strong", "master"},
		Seats: []string{"member:2"},
	}
}

// newTableOfMany looks for a name among many members.
func (g list) newTableOfMany() tablepage.NewTableProps {
	p := g.newTable()
	p.Members, p.Many, p.Who, p.Found, p.Called = []part.Person{bento}, 203, "lia", []part.Person{celia, iara}, 11
	return p
}

func (g list) newTableOf(game string, options engine.Options) tablepage.NewTableProps {
	p := g.newTable()
	p.Game, p.Options = g.info(game), options
	p.Seats = []string{"member:2", "bot:club", tablepage.SeatNone, tablepage.SeatNone}
	return p
}

// newTableForSix is a form with as many seats as there can be, in a club with phrases.
func (g list) newTableForSix() tablepage.NewTableProps {
	p := g.newTableOf(rummy, engine.Options{})
	p.Seats, p.Phrases = []string{"member:2", "bot:club", "open", "member:3", tablepage.SeatNone}, true
	return p
}

// rules are the rules of a game, at a table where it has options.
func (g list) rules(game string, options engine.Options) tablepage.RulesProps {
	p := tablepage.RulesProps{Club: club, Games: g.infos(), Game: g.info(game), Options: options,
		Examples: engine.Examples(g.of(game))}
	if options != nil {
		p.Table = 21
	}
	return p
}

// scoreSheet is a sheet for six, some of whom have names.
func (g list) scoreSheet() tablepage.ScoreSheetProps {
	return tablepage.ScoreSheetProps{
		Games: g.infos(), Game: g.info(rummy), Options: engine.Options{"dealer": "winner"},
		Goal:  part.Goal{Unit: part.Points, Target: 100},
		Names: []string{ana.Name, longName.Name, celia.Name, oddName.Name, "", ""},
	}
}

// newTableRefused is a form with two faults: a member in two seats, and a house rule
// that the number of seats does not allow.
func (g list) newTableRefused() tablepage.NewTableProps {
	p := g.newTableOf(huangdi, engine.Options{"stock_size": "20"})
	p.Seats = []string{"member:2", "member:2", "bot:club"}
	p.Faults = part.Faults{"seat2": "seat_twice", "option.stock_size": "option_seats"}
	return p
}

func (g list) waiting(host bool) tablepage.WaitingProps {
	p := tablepage.WaitingProps{
		Table: 14, At: "14.2.0", Game: g.info(knock),
		Options: engine.Options{"knock_limit": "7", "undercut": "10"},
		Seats:   []tablepage.WaitingSeat{{Seat: 0, Person: ana, Host: true}, {Seat: 1, Invited: &bento}}, Goal: hundred,
		Joined: host, Host: host, URL: "https://cartas.example/clubs/quinta/tables/14", Match: 14,
		Commitment: commitment,
	}
	if !host {
		p.Seats = []tablepage.WaitingSeat{{Seat: 0, Person: bento, Host: true}, {Seat: 1}}
		p.Options = engine.Options{}
	}
	return p
}

// waitingDrawn is the room of a table that was drawn at a game night, which waits for the other.
func (g list) waitingDrawn() tablepage.WaitingProps {
	p := g.waiting(true)
	p.Reserved, p.Occasion = true, table.Occasion{Name: "Noite de Rummy", URL: link.Draws("quinta", 1)}
	return p
}

// waitingFirst is a room for somebody who has never played the game.
func (g list) waitingFirst() tablepage.WaitingProps {
	p := g.waiting(false)
	p.First = true
	return p
}

// checkBad is the check of a match that came from another house, where its secret was changed.
func (g list) checkBad() matchpage.CheckProps {
	p := g.check(nil, "jabuticaba", "1958")
	p.Match, p.Deals = 12, nil
	p.Record.Secret, p.Fault = engine.Seed{}.Derive("check", 1).Hex(), proof.StepCommitment
	return p
}

// checkShared is the check of a match that was dealt by the secret of all tables of its round.
func (g list) checkShared() matchpage.CheckProps {
	p := g.check(engine.Options{engine.Duplicate: "1"}, "", "")
	p.Match = 12
	return p
}

// check is the check of a match that fits, with what each seat has added.
func (g list) check(options engine.Options, added ...string) matchpage.CheckProps {
	info, seed := g.info(knock), engine.Seed{}.Derive("check", 0)
	p := matchpage.CheckProps{
		Match: 9, Seats: []part.Person{ana, bento}, Sealed: now.Add(-time.Hour), Ended: now,
		Record: proof.Record{Match: 9, Game: info.Key, Rules: info.Version, Shuffle: shuffle.V2, Options: options,
			Secret: seed.Hex(), Commitment: seed.Commit(shuffle.V2, "9")},
	}
	for _, text := range added {
		how := "word"
		if text == "" {
			how = "none"
		}
		p.Record.Seats = append(p.Record.Seats, proof.Seat{Contribution: text, How: how})
		p.Contributions = append(p.Contributions, matchpage.Contribution{Text: text, How: how, At: new(now)})
	}
	from, err := p.Record.Source()
	if err != nil {
		panic(err)
	}
	match, err := engine.NewMatch(g.of(knock), 2, options, from)
	if err != nil {
		panic(err)
	}
	if p.Deals, err = p.Record.Deals(match); err != nil {
		panic(err)
	}
	return p
}

func (g list) match(over bool) matchpage.MatchProps {
	m, err := engine.SetMatch(g.of(knock), "dealer 1; discard KC; "+sample.Scores)
	if err != nil {
		panic(err)
	}
	p := matchpage.MatchProps{
		ID: 9, Table: 21, Game: g.info(knock), Options: engine.Options{"knock_limit": "5"}, Seats: []part.Person{
			ana, bento},
		Goal: hundred, Totals: m.Totals(), Rounds: m.Rounds(), Number: 7, Moves: 114,
		Started:    now.Add(-40 * time.Minute),
		Commitment: commitment, Shuffle: shuffle.V2, Contributions: []matchpage.Contribution{
			{Text: "jabuticaba", How: "word", At: new(now)}, {Text: "7c1e0f9a3b5d2846a0c4e1f7b8d93c52", How: "browser",
				At: new(now)}},
	}
	if over {
		last := engine.RoundScore{
			Number: 7, Totals: []int{31, 107},
			Result: engine.Result{How: "knock_zero", By: 0, Winner: 0, Loser: 1, Points: []int{-10, 40}},
		}
		p.Rounds, p.Totals, p.Options = append(p.Rounds, last), last.Totals, engine.Options{}
		p.Outcome, p.Ended, p.Secret = &engine.Outcome{How: engine.ByTarget, Placing: []int{1, 2}}, now, secret
		p.Seats[1].Then = "Benê da Quinta"
		for i, n := range []int{-900, 1100, -310, 620, -1450, 480, 1570}[:len(p.Rounds)] {
			p.Luck = append(p.Luck, matchpage.LuckRow{Round: i + 1, Points: []int{n, -n}, Errors: []int{60, 60}})
		}
	}
	return p
}

// waitingForFour is a table at which two sit and one is awaited.
func (g list) waitingForFour() tablepage.WaitingProps {
	p := g.waiting(true)
	p.Game, p.Options, p.Goal = g.info(palace), g.info(palace).Presets[0].Options, part.Goal{Unit: part.Wins, Target: 2}
	p.Seats = []tablepage.WaitingSeat{{Seat: 0, Person: ana, Host: true}, {Seat: 1, Person: robot},
		{Seat: 2, Invited: &bento}, {Seat: 3}}
	return p
}

// matchOfSix is a match of a full table which two have left.
func (g list) matchOfSix(over bool) matchpage.MatchProps {
	p := g.match(over)
	p.Game, p.Options, p.Seats, p.Goal = g.info(rummy), nil, six(), part.Goal{Unit: part.Points, Target: 100}
	p.Number, p.Rounds, p.Totals = 9, nil, make([]int, len(p.Seats))
	for n, points := range [][]int{{0, 24, 0, 0, 0, 0}, {0, 0, 31, 0, 0, 0}, {18, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0},
		{0, 12, 0, 0, 0, 0}, {0, 0, 0, 0, 40, 0}, {0, 0, 0, 35, 0, 0}, {0, 46, 0, 0, 0, 0}} {
		by := slices.IndexFunc(points, func(n int) bool { return n > 0 })
		for seat := range points {
			p.Totals[seat] += points[seat]
		}
		how := "out"
		if by < 0 {
			how = "blocked"
		}
		p.Rounds = append(p.Rounds, engine.RoundScore{
			Number: n + 1, Totals: slices.Clone(p.Totals),
			Result: engine.Result{How: how, By: engine.Seat(by), Winner: engine.Seat(by), Points: points},
		})
	}
	if over {
		p.Rounds, p.Totals = append(p.Rounds, engine.RoundScore{Number: 9, Totals: []int{18, 102, 31, 35, 40, 0},
			Result: engine.Result{How: "rummy", By: 1, Winner: 1, Points: []int{0, 20, 0, 0, 0, 0}}}),
			[]int{18, 102, 31, 35, 40, 0}
		p.Luck = []matchpage.LuckRow{{Round: 1, Points: []int{-430, 1210, -220, 90, -310, -340},
			Errors: []int{40, 210, 50, 60, 40, 40}}, {Round: 2, Points: []int{-150, 880, -90, -400, 20, -260},
			Errors: []int{30, 120, 40, 30, 60, 30}}}
		p.Outcome.Placing, p.Left = []int{4, 1, 3, 5, 2, 6}, []bool{false, false, false, true, false, true}
	}
	return p
}

func invitations() clubpage.InvitationsProps {
	return clubpage.InvitationsProps{
		Role: "member", Roles: []string{"member", "host"}, Uses: "1", Days: "7", MaxUses: 100, MaxDays: 90, Fresh: 4,
		Mails: true,
		List: []clubpage.Invited{
			{ID: 4, URL: "https://cartas.example/invitations/kq3v9w2m", QR: qrPath, QRSize: 33, Role: "member", By: ana,
				Left: 1, Uses: 1, Expires: now.Add(7 * 24 * time.Hour)},
			{ID: 3, URL: "https://cartas.example/invitations/a81xx07d", QR: qrPath, QRSize: 33, Role: "host", By: bento,
				Left: 3, Uses: 5, Expires: now.Add(11 * time.Hour)},
		},
	}
}
