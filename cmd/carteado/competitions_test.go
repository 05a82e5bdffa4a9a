package main

import (
	"strconv"
	"testing"
)

// A competition of four: founded with the form, entered, a round drawn at one press, one table played to a result here
// and the other decided, and the standings are there.
func TestACompetitionOfFour(t *testing.T) {
	t.Parallel()
	c := openClub(t)
	b := newBrowser(t)
	ana := b.person(c.url, 1366, 768, "pt-BR")
	ana.foundClub(c, "Ana")
	people := []*person{ana}
	for _, name := range []string{"Bento", "Célia", "Davi"} {
		p := b.person(c.url, 360, 740, "en")
		p.accept(ana.invite(), name)
		people = append(people, p)
	}
	ana.visit(ana.clubPath("/competitions/new"))
	ana.fill(`[name=name]`, "Copa de quatro")
	ana.click(`.cols__side .btn--primary`)
	ana.has(`form[action$="/enter"]`)
	page := eval[string](ana, "location.pathname")
	for _, p := range people {
		p.visit(page)
		p.click(`form[action$="/enter"]:not(:has(select)) .btn--primary`)
		p.has(`form[action$="/withdraw"]`)
	}
	ana.visit(page)
	ana.click(`form[action$="/rounds"] .btn--primary`)
	ana.has(`.pairing.is-me`)
	if n := eval[int](ana, `document.querySelectorAll('.pairing').length`); n != 2 {
		t.Fatalf("%d tables are drawn for four", n)
	}
	for number := 1; number <= 2; number++ {
		form := `form[action$="/tables/` + strconv.Itoa(number) + `"]`
		eval[bool](ana, `(document.querySelector('`+form+`').closest('details').open = true)`)
		ana.click(form + ` .btn`)
		ana.until(`document.querySelectorAll('.pairing__who b:not(:empty)').length === ` + strconv.Itoa(2*number))
	}
	for _, p := range people {
		p.visit(page)
		p.has(`.medal.m1`)
	}
	ana.says(`form[action$="/rounds"]`, "2")
}
