package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/views/link"
	"carteado/views/table"
)

// The owner reads what the house lacks, and sends a stuck job on its way again. Why
// it is stuck could be a card, and is not told.
func TestHouse(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	ana.get(link.House).want(http.StatusOK).says("has written none")
	note := func(good *clubs.BackupNote) {
		t.Helper()
		if err := clubs.NoteBackup(t.Context(), e.database, good); err != nil {
			t.Fatal(err)
		}
	}
	note(&clubs.BackupNote{Name: "carteado-2026-11-20-0400.backup", Matches: 2})
	note(&clubs.BackupNote{Name: "carteado-2026-11-21-0400.backup", Matches: 2})
	if err := clubs.NoteBackup(t.Context(), e.database, &clubs.BackupNote{Name: "carteado-2026-11-22-0400.backup",
		Size: 9 << 20, Matches: 3, Proved: true},
		"carteado-2026-11-20-0400.backup"); err != nil {
		t.Fatal(err)
	}
	note(nil)
	kept := text(all(ana.get(link.House).doc(), "main", "", "")[0])
	for part, n := range map[string]int{"2026-11-20": 0, "2026-11-21": 1, "2026-11-22": 1, "9 MB": 1} {
		if strings.Count(kept, part) != n {
			t.Errorf("the kept backups have %q not %d times: %s", part, n, kept)
		}
	}
	page := ana.get(link.House).says("with 3 matches").says("1 try has failed")
	e.sql(`UPDATE backups SET at = '2026-11-22 07:00Z'`)
	e.sql(`UPDATE clubs SET time_zone = 'America/Sao_Paulo'`)
	ana.get(link.House).says("04:00") // a page of no club goes by the reader's first one
	e.sql(`UPDATE players SET zone = 'Europe/Lisbon'`)
	ana.get(link.House).says("07:00")
	e.sql(`UPDATE backups SET at = now()`)
	if strings.Contains(page.text(), "more than a week ago") {
		t.Error("a new backup is called old")
	}
	home := func(want bool) {
		t.Helper()
		if says := strings.Contains(ana.get(link.Club(e.club)).text(), "No backup since"); says != want {
			t.Errorf("the home page complains: %v, want %v", says, want)
		}
	}
	home(false)
	e.sql(`UPDATE backups SET at = at - interval '8 days'`)
	ana.get(link.House).says("more than a week ago")
	home(true)
	if strings.Contains(e.as("Bento").get(link.Club(e.club)).text(), "No backup") {
		t.Error("a member reads that there is no backup")
	}
	e.sql(`DELETE FROM backups`) // the club was founded just now
	home(false)
	note(&clubs.BackupNote{Matches: 3})
	if _, err := e.Store.Attend(t.Context(), 0, "casa-1", "2.3.1"); err != nil {
		t.Fatal(err)
	}
	ana.get(link.House).says("casa-1")

	e.sql(`INSERT INTO river_job (kind, args, max_attempts, attempt, state, finalized_at, attempted_at, errors, queue)
		VALUES ('season_compute', '{"match":1}', 25, 25, 'discarded', now(), now(),
			ARRAY['{"error":"the seven of hearts"}'::jsonb], 'default')`)
	stuck := ana.get(link.House).says("25 tries")
	if strings.Contains(stuck.body, "seven of hearts") {
		t.Error("the page says why a job failed")
	}
	var job int64
	if err := e.past().QueryRow(t.Context(), `SELECT id FROM river_job WHERE state = 'discarded'`).
		Scan(&job); err != nil {
		t.Fatal(err)
	}
	e.as("Bento").post(link.RetryJob(job), nil).want(http.StatusNotFound)
	stuck.mustForm(link.RetryJob(job)).send().want(http.StatusSeeOther)
	ana.post(link.RetryJob(job), nil).want(http.StatusNotFound) // it is not stuck any more
	page = ana.get(link.House + "?again=1").says("on its way again")
	if strings.Contains(page.text(), "Stuck jobs") {
		t.Error("the job is stuck still")
	}
}

// A program whose clock is wrong says so to the one who looks after the house, to what watches it and in its log.
func TestWrongClockIsTold(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	store, err := db.Open(t.Context(), db.Config{
		URL: e.database, Games: table.Rules(e.offered), Timeout: dbtest.Timeout, Unlimited: true,
		Now: func() time.Time { return time.Now().Add(5 * time.Minute) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	e.Store = store
	e.runs()
	ana := e.as("Ana")
	dbtest.Await(t, "the log to have it", func() bool {
		return strings.Contains(e.log.String(), `"this program's clock","wrong":true`)
	})
	ana.get("/readyz").want(http.StatusOK).says("the clock here is 5m0s ahead")
	dbtest.Await(t, "the house to tell it", func() bool {
		return strings.Contains(ana.get(link.House).want(http.StatusOK).body, "is 300 seconds ahead of the database")
	})
}

// An owner gives the house to another, who may take it; the last one keeps it.
func TestTheHouseIsHandedOver(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana, bento := e.as("Ana"), e.as("Bento")
	give := func(b *browser, name string) *reply { return b.post(link.HouseOwners, url.Values{"owner": {name}}) }
	give(bento, "Bento").want(http.StatusNotFound)
	bento.get(link.House).want(http.StatusNotFound)
	give(ana, "Nobody").want(http.StatusUnprocessableEntity).says("Nobody here has that name")
	ana.post(link.HouseOwner(e.players["Ana"]), nil).want(http.StatusConflict).says("Nobody else owns the house")
	give(ana, " bento ").want(http.StatusSeeOther)
	give(ana, "Bento").want(http.StatusSeeOther) // twice is once
	bento.get(link.House).want(http.StatusOK).mustForm(link.HouseOwner(e.players["Ana"])).send().
		want(http.StatusSeeOther)
	ana.get(link.House).want(http.StatusNotFound)
	bento.post(link.HouseOwner(e.players["Bento"]), nil).want(http.StatusConflict)
	bento.post(link.DeleteAccount, url.Values{"delete": {goodPassword}}).want(http.StatusConflict).
		says("Nobody else owns the house")
	bento.post(link.HouseOwner(e.players["Célia"]), nil).want(http.StatusSeeOther) // was none
	e.sql(`UPDATE sessions SET proved_at = now() - interval '10 minutes'`)
	give(bento, "Ana").want(http.StatusForbidden).says("Is it you?")
}

// A test letter goes out at once, and its sender reads what the mail server answers.
func TestALetterTriesTheMailServer(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	try := func(b *browser, address string) *reply {
		return b.post(link.TestLetter, url.Values{"address": {address}})
	}
	try(ana, "ana@example.org").want(http.StatusNotFound) // no mail server
	office := e.mailed()
	try(e.as("Bento"), "bento@example.org").want(http.StatusNotFound)
	try(ana, "ana at home").want(http.StatusUnprocessableEntity)
	try(ana, "").want(http.StatusUnprocessableEntity)
	try(ana, "ana@example.org").want(http.StatusOK).says("has taken the letter to ana@example.org")
	if got := office.next(); got.to != "ana@example.org" || !strings.Contains(got.parts["text/plain"], "They do.") {
		t.Errorf("the letter is %+v", got)
	}
	office.nobody.Store(true)
	try(ana, "ana@example.org").want(http.StatusOK).says("550 5.1.1")
}
