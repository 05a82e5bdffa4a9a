package table_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/role"
	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/tabletest"
)

// A handed face is one of which the menu asks for a hand alone.
type handed struct{ table.Face }

func (handed) Hand(*table.Props) []card.Card { return []card.Card{card.New(7, card.Clubs)} }

// A menu is kept by all on which its entries depend: it is never another's.
func TestMenusDifferAsTheirTablesDo(t *testing.T) {
	shown := func(lang string, p *table.Props, club role.Role) (html string, choices map[string]string) {
		ctx := layout.With(t.Context(), layout.Request{Lang: lang, Club: &layout.Club{Slug: p.Club, Role: club}})
		ctx = table.With(ctx, table.Games{"knock": {Face: handed{}}})
		var b strings.Builder
		if err := table.Menu(ctx, p).Render(ctx, &b); err != nil {
			t.Fatal(err)
		}
		return b.String(), table.Choices(ctx, p)
	}
	props := func() *table.Props {
		seats := append(tabletest.People(), part.Person{ID: 3, Name: "Célia"})
		return &table.Props{
			Club: "quinta", Table: 21, Match: 9, Seats: seats,
			View: engine.MatchView{Game: "knock", Seat: engine.Spectator}, Status: table.Status{Mine: engine.Spectator},
		}
	}
	for range 2 { // drawn, and kept
		first, plain := shown(i18n.English, props(), role.Member)
		differ := map[string]bool{}
		for _, other := range []struct {
			says   string
			change func(*table.Props)
			role   role.Role
		}{
			{"/clubs/porto/tables/21", func(p *table.Props) { p.Club = "porto" }, role.Member},
			{"/tables/22/", func(p *table.Props) { p.Table = 22 }, role.Member},
			{"/matches/10", func(p *table.Props) { p.Match = 10 }, role.Member},
			{"/competitions/5", func(p *table.Props) {
				p.Status.Occasion = table.Occasion{Name: "League", URL: "/clubs/quinta/competitions/5"}
			}, role.Member},
			{"Arrange the hand", func(p *table.Props) { p.View.Seat, p.View.Left = 0, []bool{true, false, false} },
				role.Member},
			{"Davi is watching", func(p *table.Props) { p.Status.Watchers = []part.Person{{ID: 4, Name: "Davi"}} },
				role.Member},
			{"Propose to take back", func(p *table.Props) { p.Status.Mine, p.Status.Undo = 0, true }, role.Member},
			{"Open to watchers", func(p *table.Props) { p.Status.Hosts = true }, role.Member},
			{"Close to watchers", func(p *table.Props) { p.Status.Hosts, p.Status.Watchable = true, true },
				role.Member},
			{"your seat is played on", func(p *table.Props) { p.View.Seat = 0 }, role.Member},
			{"hands your opponent the win", func(p *table.Props) {
				p.View.Seat, p.View.Left = 0, []bool{false, true, false}
			}, role.Member},
			{"/tables/21/close", func(p *table.Props) { p.Seats[0].Me = false }, role.Host},
		} {
			p := props()
			other.change(p)
			html, choices := shown(i18n.English, p, other.role)
			if !strings.Contains(html, other.says) || strings.Contains(first, other.says) {
				t.Errorf("%q is not in the one menu that says so:\n%s", other.says, html)
			}
			for name, value := range choices {
				differ[name] = differ[name] || value != plain[name]
			}
		}
		guests, choices := shown(i18n.English, props(), role.Guest)
		if strings.Contains(guests, "/settings") || !strings.Contains(first, "/settings") {
			t.Errorf("a guest of a night has no settings, and a member has:\n%s", guests)
		}
		for name, value := range choices {
			differ[name] = differ[name] || value != plain[name]
		}
		for _, name := range slices.Sorted(maps.Keys(plain)) {
			if !differ[name] {
				t.Errorf("nobody looks whether %s makes a difference", name)
			}
		}
		if html, _ := shown(i18n.Portuguese, props(), role.Member); html == first {
			t.Error("a menu is kept in another's language")
		}
	}
}
