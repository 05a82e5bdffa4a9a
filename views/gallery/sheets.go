package gallery

import (
	"errors"
	"time"

	"carteado/engine"
	nightspage "carteado/views/page/nights"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
)

// sheet is that of a table with real cards, with rounds by the game's own scoring.
func (g list) sheet(game string, options engine.Options, seats []part.Person,
	rounds ...engine.Written) nightspage.SheetProps {
	for _, row := range g {
		if row.Rules.Info().Key != game {
			continue
		}
		match, err := engine.NewPaperMatch(row.Rules, len(seats), options, 0)
		if err != nil {
			panic(err)
		}
		p := nightspage.SheetProps{Night: comingNights()[0], Round: 2, Table: 1, Game: row.Rules.Info(), Seats: seats,
			May: true, By: bento, Goal: part.Goal{Unit: part.Points, Target: 100}}
		for _, w := range rounds {
			err = errors.Join(err, match.Add(w))
			p.Written = now
		}
		if err != nil {
			panic(err)
		}
		p.Asks, p.Rounds, p.Totals, p.Number = match.Asks(), match.Rounds(), match.Totals(), match.Number()
		p.LowWins, p.Dealer = match.Scoring().LowWins, match.Dealer()
		if o, over := match.Outcome(); over {
			p.Placing, p.Match = o.Placing, 4812
		}
		return p
	}
	return nightspage.SheetProps{}
}

// sheets are the sheets of each game, as they are filled in, refused, confirmed and read.
func (g list) sheets() []Page {
	two := g.sheet(knock, engine.Options{"defender_bonus": "on"}, []part.Person{ana, bento},
		engine.Written{By: 0, How: knock, Left: []int{2, 21}},
		engine.Written{By: 0, How: "knock_zero", Left: []int{0, 34}})
	two.Form = nightspage.SheetForm{By: "0", How: knock, Left: []string{"2", "-3"}, Also: true,
		Wrong: &engine.ErrPaper{Key: engine.PaperLeft, Seat: 1, Most: 101}}
	six := g.sheet(rummy, nil, []part.Person{ana, longName, celia, oddName, davi, {Name: "Luís"}},
		engine.Written{By: 1, How: rummy, Left: []int{20, 0, 13, 5, 44, 9}})
	places := g.sheet(palace, engine.Options{"scoring": "placement"}, []part.Person{ana, bento, celia, davi})
	places.Form = nightspage.SheetForm{Places: []string{"2", "1", "3", "3"},
		Wrong: &engine.ErrPaper{Key: engine.PaperPlaces, Seat: engine.Nobody}}
	stocks := g.sheet(huangdi, nil, []part.Person{ana, longName, celia}, engine.Written{By: 1, How: "out"})
	stocks.MayConfirm = true
	over := stocks
	over.MayConfirm, over.Confirmed, over.ConfirmedBy = false, now.Add(time.Minute), celia
	read := two
	read.May, read.Form = false, nightspage.SheetForm{}
	return []Page{
		inside("sheet-knock", nightspage.SheetPage(two)), inside("sheet-rummy", nightspage.SheetPage(six)),
		inside("sheet-palace", nightspage.SheetPage(places)), inside("sheet-confirm", nightspage.SheetPage(stocks)),
		inside("sheet-over", nightspage.SheetPage(over)), inside("sheet-read", nightspage.SheetPage(read)),
		inside("pack", nightspage.Pack(g.pack())),
	}
}

// pack is the paper of a night with a table that is drawn and one that is not.
func (g list) pack() nightspage.PackProps {
	p := nightspage.PackProps{PosterProps: nightspage.PosterProps{Night: comingNights()[0], QR: qrPath, QRSize: 33,
		URL: "https://cartas.example/here/7KD2UQ9F"}, People: []part.Person{ana, longName, celia, oddName, davi}}
	blank := g.scoreSheet()
	named := blank
	named.Names = []string{ana.Name, longName.Name, celia.Name}
	for i, sheet := range []tablepage.ScoreSheetProps{named, blank} {
		p.Tables = append(p.Tables, nightspage.PackTable{Number: i + 1, QR: qrPath, QRSize: 33, Sheet: sheet})
	}
	for _, info := range g.infos() {
		p.Rules = append(p.Rules, tablepage.RulesProps{Games: g.infos(), Game: info})
	}
	return p
}
