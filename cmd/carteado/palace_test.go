package main

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const palaceReady = `document.querySelector('#do-ready, #do-play, #table [id^="flip-"]')`

// palaceMove makes one move by mouse: it plays the first card that fits, with all
// cards of its rank in the hand, else turns a card over, else takes the pile.
func (p *person) palaceMove() {
	p.t.Helper()
	choice := eval[[]string](p, settled+`.then(() => {
		for (const chosen of document.querySelectorAll('#table .card > :checked')) chosen.click();
		const legal = [...document.querySelectorAll('#table .card.is-legal input')];
		const rank = (input) => input.value[0];
		legal.filter((input) => rank(input) === rank(legal[0]) && (input.closest('.hand') || input === legal[0])).forEach((input) => input.click());
		const button = legal.length ? 'do-play' : document.querySelector('#table [id^="flip-"]')?.id ?? 'do-take';
		return [document.querySelector('#table [name=version]').value, '#' + button];
	})`)
	p.click(choice[1])
	p.until(matchOver + ` || ` + nextReady + ` || ` + p.since(choice[0]))
}

// measures lists the height of each part of a table.
const measures = `[".seats", ".piles", ".lastmove", ".own", ".prompt", ".hand", ".acts"].map((part) =>
	part + " " + Math.round(document.querySelector(part)?.getBoundingClientRect().height ?? 0)).join(", ")
	+ ", cards " + document.querySelectorAll(".fan > li").length`

// fits reports what of a table does not fit its window.
func (p *person) fits() {
	p.t.Helper()
	const beyond = "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > " +
		"innerWidth"
	wrong := eval[[]string](p, `[`+beyond+` ? `+measures+` : "", `+covered+`]`)
	if wrong[0] != "" {
		p.t.Errorf("the table does not fit the window, at %s: %s", p.text(".log li"), wrong[0])
	}
	if wrong[1] != "" {
		p.t.Errorf("covered on the table: %s, at %s", wrong[1], p.text(".log li"))
	}
}

// TestPalace plays a match of Palace against one bot, and a round against four,
// on a phone.
func TestPalace(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "pt-BR")
	ana.foundClub(c, "Ana")
	for _, bots := range [][]string{{"bot:club"}, {"bot:club", "bot:club", "bot:club", "bot:club"}} {
		ana.openTableOf("palace", bots, "target_wins=1")
		ana.until(palaceReady)
		ana.fits()
		if len(bots) == 1 { // of one pack, where no card has a twin
			eval[bool](ana, `document.querySelector('.hand input').click(), document.querySelector('.own input').click(), true`)
			ana.click(`#do-swap`)
			ana.until(`!document.querySelector('#table .card > :checked')`) // the choice stays behind
		}
		ana.click(`#do-ready`)
		ana.until(`document.querySelector('#do-play') || !(` + palaceReady + `)`)
		const enough = 1000 // moves
		for range enough {
			if ana.await(matchOver+` ? "over" : `+palaceReady+` ? "move" : ""`) == "over" {
				break
			}
			ana.fits()
			ana.palaceMove()
		}
		ana.has(`form[action$="/rematch"]`)
	}
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}

// TestPalaceByKeyboard swaps, is ready, and plays a card by the enter key alone.
func TestPalaceByKeyboard(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "en")
	ana.moves(true)
	ana.foundClub(c, "Ana")
	ana.openTableOf("palace", []string{"bot:club"})
	ana.until(palaceReady)
	ana.press(`.own input`, " ")
	ana.press(`.hand input`, " ")
	ana.press(`.hand input`, kb.Enter)
	ana.until(`!document.querySelector('#table .card > :checked')`)
	ana.press(`#do-ready`, kb.Enter)
	ana.until(`document.querySelector('#do-play')`)
	version := ana.version()
	if eval[bool](ana, `!!document.querySelector('.hand .is-legal')`) {
		ana.press(`.hand .is-legal input`, " ")
		ana.press(`.hand .is-legal input`, kb.Enter)
	} else {
		ana.press(`#do-take`, kb.Enter)
	}
	ana.until(matchOver + ` || ` + ana.since(version))
}
