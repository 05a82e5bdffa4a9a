package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// A toyFace shows a table of the toy game: the seats, the moves as buttons, the hand.
type toyFace struct{}

func (toyFace) Felt(p *table.Props) templ.Component {
	v := p.View.Round.(toy.View)
	meta := func(s engine.Seat) []string { return []string{fmt.Sprint(v.Counts[s])} }
	moves := templ.ComponentFunc(func(_ context.Context, w io.Writer) (err error) {
		for _, m := range p.Legal {
			_, err = fmt.Fprintf(w, `<button class="btn" name="move" value="%s">%[1]s</button>`,
				templ.EscapeString(m.String()))
		}
		return err
	})
	return templ.Join(table.Seats(p, table.SeatRow{Meta: meta}), table.LastMove(p, p.Newest()),
		templ.Raw(`<section class="mine mine--plain">`),
		table.Toast(p), table.Me(p), table.Prompt(p), part.Strip(part.Words(v.Hand)),
		templ.Raw(`<div class="acts">`), moves, templ.Raw(`</div></section>`))
}

func (toyFace) Prompt(ctx context.Context, _ *table.Props) string { return i18n.T(ctx, "toy.prompt") }

func (toyFace) How(ctx context.Context, view any, _ []part.Person) (title, text string) {
	return i18n.T(ctx, "toy.over"), fmt.Sprint(view.(toy.View).Shown)
}

func (toyFace) End(view any, seats []part.Person) templ.Component {
	return hands(seats, func(s int) table.Sign { return table.Sign{Word: fmt.Sprint(view.(toy.View).Shown[s])} })
}

func (toyFace) Open(views []any, seats []part.Person, _ engine.Seat) templ.Component {
	return hands(seats, func(s int) table.Sign {
		if v := views[s].(toy.View); v.Shown != nil {
			return table.Sign{Word: fmt.Sprint(v.Shown[s])}
		}
		return table.Sign{Word: fmt.Sprint(views[s].(toy.View).Hand)}
	})
}

func hands(seats []part.Person, of func(int) table.Sign) templ.Component {
	var all []templ.Component
	for s, person := range seats {
		all = append(all, table.OpenSeat(person, of(s)))
	}
	return templ.Join(all...)
}

// toyRow is the toy game's row in a list of games.
var toyRow = table.Game{Rules: toy.Game{}, Face: toyFace{}, Emblem: "cards", Words: i18n.Words{i18n.English: {
	"game.toy": "Toy", "game.toy.about": "Three cards each.", "toy.prompt": "Move", "toy.over": "All hands are shown",
	"event.toy.swap": "{who} changed a card", "event.toy.ready": "{who} changed no card",
	"event.toy.draw":    "{who} drew",
	"event.toy.discard": "{who} discarded {cards}", "how.toy.low.short": "lowest", "how.toy.three.short": "three alike",
	"how.toy.void.short": "void",
	"option.toy.turns":   "Turns", "option.toy.turns.about": "Turns each.", "option.toy.swap": "Swap",
	"option.toy.swap.about": "A card each.",
	"option.toy.target":     "Target", "option.toy.target.about": "Who has so many has lost.",
	"option.toy.packs":       "Packs",
	"option.toy.packs.about": "Of 28 cards.",
	"rules.toy.sections":     "", "match.who.toy": "Ended by",
}}}

// A fifth game is its rules, its face and a row: the toy game, which no club offers,
// is opened, played to its end, found in the history and replayed, with no change to
// the program.
func TestFifthGame(t *testing.T) {
	t.Parallel()
	c, b := openClub(t, append(games.All(), toyRow)...), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "en")
	whole := func() {
		t.Helper()
		if gap := eval[string](ana,
			`document.documentElement.innerText.match(/\[[a-z_]+(\.[a-zA-Z0-9_]+)+\]/)?.[0] ?? ""`); gap != "" {
			t.Errorf("%s: no words for %s", eval[string](ana, "location.pathname"), gap)
		}
	}
	ana.foundClub(c, "Ana")
	home := eval[string](ana, "location.pathname")
	ana.visit("/rules/toy")
	ana.says("h1", "Toy")
	whole()
	ana.visit(home + "/tables/new?game=toy")
	whole()
	ana.openTableOf("toy", []string{"bot:club"}, "turns=1", "target=15")
	const mine = `document.querySelector('#table button[name="move"]')`
	const enough = 500 // moves
	for n := range enough {
		ana.until(matchOver + ` || ` + nextReady + ` || ` + mine)
		if n == 0 {
			whole()
		}
		if eval[bool](ana, `!!(`+matchOver+`)`) {
			break
		}
		if eval[bool](ana, `!!(`+nextReady+`)`) {
			ana.click(`button[value="next"]`)
			ana.until(`!(` + nextReady + `)`)
			continue
		}
		version := ana.version()
		eval[bool](ana, `(`+mine+`?.click(), true)`) // the bot's swap may have ended Ana's turn
		ana.until(recapShown + ` || ` + ana.since(version))
	}
	ana.has(`form[action$="/rematch"]`)
	ana.says("main", "All hands are shown")
	whole()

	ana.visit(ana.clubPath("/matches?game=toy"))
	ana.says("main", "Toy")
	if used := eval[string](ana, `document.querySelector('.emblem use').getAttribute('href')`); !strings.HasSuffix(
		used, "#cards") {
		t.Errorf("emblem %s", used)
	}
	whole()
	ana.click(`main a[href*="/matches/"]`)
	ana.has("table.data")
	whole()
	ana.visit(eval[string](ana, "location.pathname") + "/replay/2")
	ana.says(".board", "Ana")
	ana.says(".lastmove", "card")
	whole()
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}
