package nights

import (
	"errors"
	"net/http"
	"slices"

	"carteado/db/base"
	"carteado/db/nights"
	"carteado/engine"
	"carteado/engine/pairing"
	"carteado/handlers/web"
	"carteado/views/link"
	nightspage "carteado/views/page/nights"
	tablepage "carteado/views/page/table"
)

// ShowPack is the paper of a night: by the round that is drawn, or else for those who come.
func (w *Wing) ShowPack(r *web.Request) error {
	n, answers, _, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	code, err := w.Store.CodeOf(r.Ctx(), r.Club.ID, r.Player(), n.ID)
	if err != nil {
		return err
	}
	here, err := w.Store.ArrivalsOf(r.Ctx(), r.Club.ID, r.Player(), n.ID)
	if err != nil {
		return err
	}
	draws, err := w.Store.DrawsOf(r.Ctx(), r.Club.ID, r.Player(), n.ID)
	if err != nil {
		return err
	}
	p := nightspage.PackProps{PosterProps: nightspage.PosterProps{Night: w.NightOf(n)}}
	if code != "" {
		p.URL = w.URL + link.Here(code.Reveal())
		if p.QR, p.QRSize, err = web.QrPath(p.URL); err != nil {
			return err
		}
	}
	for _, a := range here {
		p.People = append(p.People, arrivalOf(r, a).Person)
	}
	for _, a := range answers {
		came := slices.ContainsFunc(here, func(h nights.Arrival) bool { return h.Player == a.Player })
		if a.Placed && !came {
			p.People = append(p.People, web.PersonOf(r.Player(), base.Person{ID: a.Player, Name: a.Name}))
		}
	}
	if err := w.fillPack(r.Club.Slug, &p, n, draws); err != nil {
		return err
	}
	return r.Show(http.StatusOK, nightspage.Pack(p))
}

// A packTable is a table of the round, or one for which there will be people. Numbers need not follow on each other: a
// table may have gone.
type packTable struct {
	number int
	names  []string
}

// fillPack adds tables with their sheets, and the rules of the games of the night.
func (w *Wing) fillPack(slug string, p *nightspage.PackProps, n nights.Night, draws []nights.Draw) error {
	games := slices.DeleteFunc(slices.Clone(w.GameInfos), func(g engine.Info) bool {
		return len(n.Games) > 0 && !slices.Contains(n.Games, g.Key)
	})
	if len(games) == 0 { // those of the night are not played here any more
		games = w.GameInfos
	}
	game, options, tables := games[0], engine.Options(nil), []packTable{}
	if len(draws) > 0 {
		last := draws[len(draws)-1]
		if info, err := w.Game(last.Game); err == nil {
			game, options = info, last.Options
			for _, t := range last.Tables {
				names := []string{}
				for _, s := range t.Seats {
					names = append(names, s.Name)
				}
				tables = append(tables, packTable{t.Number, names})
			}
		}
	}
	if len(tables) == 0 {
		splits := pairing.Splits(max(len(p.People), game.MinSeats), game.MinSeats, game.MaxSeats)
		for i, size := range splits[0].Sizes {
			tables = append(tables, packTable{i + 1, make([]string, size)})
		}
	}
	options, err := game.Resolve(options)
	if err != nil {
		return err
	}
	for _, table := range tables {
		t := nightspage.PackTable{Number: table.number, Sheet: tablepage.ScoreSheetProps{Games: w.GameInfos, Game: game,
			Options: options, Goal: w.Goal(game.Key, options), Names: table.names}}
		if t.QR, t.QRSize, err = web.QrPath(w.URL + link.NightTable(slug, n.ID, t.Number)); err != nil {
			return err
		}
		p.Tables = append(p.Tables, t)
	}
	for _, g := range games {
		own, err := g.Resolve(nil)
		if g.Key == game.Key {
			own = options
		}
		if err != nil {
			return err
		}
		p.Rules = append(p.Rules, tablepage.RulesProps{Games: w.GameInfos, Game: g, Options: own})
	}
	return nil
}

// OpenSheet is where the code on a table leads: to the sheet of its table in the round that goes on, or to the tables
// of the night where it has none.
func (w *Wing) OpenSheet(r *web.Request) error {
	draws, err := w.Store.DrawsOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	if _, _, _, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night")); err != nil {
		return err
	}
	for _, d := range slices.Backward(draws) {
		if d.Opened.IsZero() {
			continue
		}
		number := int(r.Number("number"))
		_, err := w.Store.SheetOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), d.Number, number)
		if err == nil {
			return r.GoTo(link.Sheet(r.Club.Slug, r.Number("night"), d.Number, number))
		}
		if !errors.Is(err, base.ErrNotFound) && !errors.Is(err, base.ErrStale) {
			return err
		}
		break
	}
	return r.GoTo(link.Draws(r.Club.Slug, r.Number("night")))
}
