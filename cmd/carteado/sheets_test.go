package main

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A table with real cards writes a round down on a narrow phone, ends its match, and a second player confirms it from
// theirs.
func TestASheetOnTwoPhones(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "en")
	ana.foundClub(c, "Ana")
	bento, celia := b.person(c.url, 320, 640, "en"), b.person(c.url, 360, 740, "pt-BR")
	bento.accept(ana.invite(), "Bento")
	celia.accept(ana.invite(), "Célia")
	ctx := t.Context()
	conn, err := pgxpool.New(ctx, c.config.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if _, err := conn.Exec(ctx, `INSERT INTO nights (club_id, planned_at, name, starts_at, ends_at, answers_until, place,
			address, says, games, places, created_by)
		SELECT c.id, now(), 'Friday', now() + interval '1 hour', now() + interval '3 hours', now() + interval '1 hour',
			'At Ana’s', '', '', '{knock}', 0, m.player_id FROM clubs c JOIN memberships m ON m.club_id = c.id
		WHERE m.role = 'owner'`); err != nil {
		t.Fatal(err)
	}
	night := ana.clubPath("/nights/1")
	for _, p := range []*person{bento, celia} {
		p.visit(night)
		p.click(`form[action$="/here"] [value="yes"]`)
		p.has(`form[action$="/here"] [value="no"]`)
	}
	ana.visit(night + "/draws")
	ana.click(`form[action$="/draws"] .btn--primary`)
	ana.click(`form[action$="/open"] .btn--primary`)
	sheet := night + "/draws/1/tables/1/sheet"
	ana.has(`a[href="` + sheet + `"]`)

	bento.visit(sheet)
	bento.click(`label:has([name="by"][value="0"])`)
	bento.click(`label:has([name="how"][value="knock"])`)
	bento.fill(`.tally:nth-child(1) [name="left"]`, "2")
	bento.fill(`.tally:nth-child(2) [name="left"]`, "")
	bento.click(`.sheetform .btn--primary`)
	bento.has(`.sheetform [role="alert"]`) // the other’s deadwood is missing, and nothing is lost
	if left := eval[string](bento, `document.querySelector('[name="left"]').value`); left != "2" {
		t.Errorf("after a fault the form has %q", left)
	}
	bento.fill(`.tally:nth-child(2) [name="left"]`, "30")
	bento.click(`.sheetform .btn--primary`)
	bento.says(`.ledger tfoot`, "30")
	if wide := eval[int](bento, `document.documentElement.scrollWidth`); wide > 320 {
		t.Errorf("the sheet is %d px wide on a phone of 320", wide)
	}
	bento.click(`form[action$="/end"] .btn`)
	bento.has(`.tag`)
	if eval[bool](bento, `!!document.querySelector('form[action$="/confirm"]')`) {
		t.Error("who wrote may confirm")
	}
	celia.visit(sheet)
	celia.click(`form[action$="/confirm"] .btn`)
	celia.until(`!document.querySelector('form[action$="/confirm"]') && !document.querySelector('main .tag')`)
	bento.visit(bento.clubPath("/matches?medium=paper"))
	bento.says("main", "Célia")
}
