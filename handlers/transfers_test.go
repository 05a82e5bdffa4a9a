package handlers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/backup"
	"carteado/db/dbtest"
	"carteado/handlers/jobs"
	"carteado/views/link"
	"carteado/views/table"
)

// An owner asks for a club's file and fetches it whole; a try that failed is none. Others read of neither.
func TestAClubsFileIsAskedFor(t *testing.T) {
	t.Parallel()
	e := withHistory(t)
	ana := e.as("Ana")
	ana.get(link.ClubFiles(e.club)).want(http.StatusOK).says("No file has been written yet")
	ana.post(link.ClubFiles(e.club), url.Values{}).want(http.StatusSeeOther)
	ana.post(link.ClubFiles(e.club), url.Values{}).want(http.StatusConflict).says("Another file is being written")
	id := e.id(`SELECT id FROM club_files`)
	file := link.ClubFile(e.club, id)
	ana.post(file, url.Values{}).want(http.StatusNotFound)
	full := errors.New("disk full")
	try := func(fails error) error {
		return e.Store.WriteClubFile(t.Context(), id, func(ctx context.Context, tx pgx.Tx, slug string, out io.Writer,
			note func(done, total int) error) error {
			_, err := backup.WriteClubIn(ctx, tx, "v1", slug, out, note)
			return errors.Join(err, fails)
		})
	}
	if err := try(full); !errors.Is(err, full) {
		t.Fatalf("a full disk: %v", err)
	}
	ana.post(file, url.Values{}).want(http.StatusNotFound)
	ana.get(link.ClubFiles(e.club)).want(http.StatusOK).says("% written")
	if err := try(nil); err != nil {
		t.Fatal(err)
	}
	got := ana.post(file, url.Values{}).want(http.StatusOK).body
	// It is whole: read to its end, it holds matches that are here already.
	_, err := backup.Import(t.Context(), e.Store.Pool().Config().ConnString(), func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(got)), nil
	}, backup.Transfer{Owner: "Ana", DryRun: true, Games: table.Rules(e.offered), Log: e.Logger})
	if !errors.Is(err, backup.ErrAgain) {
		t.Errorf("the file that was fetched is not taken for this club: %v", err)
	}
	events, err := e.Store.EventsOf(t.Context(), e.players["Ana"])
	if err != nil || len(events) == 0 || events[0].What != accounts.EventClubFile || events[0].Times != 2 {
		t.Errorf("the account's events are %+v, %v", events, err)
	}
	ana.get(link.Audit(e.club)).want(http.StatusOK).says("asked for a file with all of the club")
	// A player who deletes the account is in no file that is kept.
	if err := e.Store.DeleteAccount(t.Context(), e.players["Bento"]); err != nil {
		t.Fatal(err)
	}
	ana.post(file, url.Values{}).want(http.StatusNotFound)
}

// writesClub is a file with the club.
func (e *evening) writesClub() string {
	e.t.Helper()
	var file strings.Builder
	if _, err := backup.WriteClub(e.t.Context(), e.database, "v1", e.club, &file); err != nil {
		e.t.Fatal(err)
	}
	return file.String()
}

// An owner of the house brings a file: what would come stands on its page, bad ones are refused in words, and one press
// takes it in, whole.
func TestAClubComesFromAFile(t *testing.T) {
	t.Parallel()
	from, here := withHistory(t), newEvening(t)
	file := from.writesClub()
	from.sql(`UPDATE matches SET totals[1] = totals[1] + 1 WHERE status = 'over'`)
	feigned := from.writesClub()
	here.sql(`UPDATE players SET site_owner = name = 'Ana'`)
	ana := here.as("Ana")
	work := func() {
		t.Helper()
		id, try := here.id(`SELECT max(id) FROM brought_clubs`), here.id(`SELECT tries FROM brought_clubs ORDER BY id DESC`)
		if err := jobs.TakeIn(t.Context(), here.Store, here.TakeClub, db.BroughtClubJob{Brought: id, Try: int(try)},
			false); err != nil {
			t.Fatal(err)
		}
	}
	page := func() *reply {
		return ana.get(link.BroughtClub(here.id(`SELECT max(id) FROM brought_clubs`))).want(http.StatusOK)
	}
	here.as("Bento").brings(link.BroughtClubs, "x.club", strings.NewReader(file), nil).want(http.StatusNotFound)
	ana.get(link.House).want(http.StatusOK).says("Clubs from files")
	whole := here.id(`SELECT count(*) FROM clubs`)
	for _, bad := range []struct{ file, why string }{
		{"no file at all", "no whole file with a club"}, {file[:len(file)/2], "no whole file with a club"},
		{feigned, "A match is not as it was played"},
	} {
		ana.brings(link.BroughtClubs, "x.club", strings.NewReader(bad.file), nil).want(http.StatusSeeOther)
		page().says("It is being looked at")
		work()
		page().says(bad.why)
		ana.post(link.TakeBroughtClub(here.id(`SELECT max(id) FROM brought_clubs`)), url.Values{}).
			want(http.StatusConflict)
	}
	ana.brings(link.BroughtClubs, "x.age", strings.NewReader("age-encryption.org/v1\n"), nil).
		want(http.StatusUnprocessableEntity).says("is encrypted").says("--identity")
	ana.brings(link.BroughtClubs, "../casa/quinta.club", strings.NewReader(file), nil).want(http.StatusSeeOther)
	work()
	id := here.id(`SELECT max(id) FROM brought_clubs`)
	page().says("quinta.club").says("has a club by that name or address")
	ana.post(link.LookAtBroughtClub(id), url.Values{"owner": {"Nobody here"}, "slug": {"É longe"}}).
		want(http.StatusUnprocessableEntity).says("Small letters")
	again := url.Values{"owner": {"Nobody here"}, "slug": {"mudado"}, "called": {"Mudado"}}
	ana.post(link.LookAtBroughtClub(id), again).want(http.StatusSeeOther)
	ana.post(link.LookAtBroughtClub(id), again).want(http.StatusConflict) // a job is at it
	work()
	page().says("No account of this house")
	again.Set("owner", "Bento")
	ana.post(link.LookAtBroughtClub(id), again).want(http.StatusSeeOther)
	work()
	page().says("can be taken in").says("Mudado").says("As placeholders")
	if n := here.id(`SELECT count(*) FROM clubs`); n != whole {
		t.Fatalf("%d clubs where there were %d: a look has left something", n, whole)
	}
	here.as("Bento").post(link.TakeBroughtClub(id), url.Values{}).want(http.StatusNotFound)
	here.as("Bento").post(link.DropBroughtClub(id), url.Values{}).want(http.StatusNotFound)
	ana.post(link.TakeBroughtClub(id), url.Values{}).want(http.StatusSeeOther)
	work()
	work() // a job that runs twice has one effect
	page().says("It is here").says("Invitations for its members")
	here.as("Bento").get(link.Club("mudado")).want(http.StatusOK)
	here.as("Bento").get(link.Audit("mudado")).want(http.StatusOK).says("brought the club here from a file")
	if n := here.id(`SELECT count(*) FROM brought_club_parts WHERE brought_id = $1`, id); n != 0 {
		t.Errorf("%d parts of a file that was taken in are left", n)
	}
	ana.post(link.TakeBroughtClub(id), url.Values{}).want(http.StatusConflict)
}

// Files that nobody can fetch any more go by themselves, with their parts, whether or not another is asked for.
func TestOldFilesGo(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	kinds := []struct{ rows, parts, of, made, columns, values, old string }{
		{"yearbooks", "yearbook_parts", "yearbook_id", "asked_at", "club_id, by_id", "$1, $2", "8 days"},
		{"club_files", "club_file_parts", "file_id", "asked_at", "club_id, by_id", "$1, $2", "4 days"},
		{"brought_clubs", "brought_club_parts", "brought_id", "made_at", "name, owner, club_id, by_id",
			"'x', 'x', $1, $2", "25 hours"},
	}
	for _, k := range kinds {
		for _, age := range []string{k.old, k.old, "1 hour"} {
			e.sql(fmt.Sprintf(`WITH f AS (INSERT INTO %s (%s, %s) VALUES (%s, now() - interval '%s') RETURNING id)
				INSERT INTO %s (%s, number, data) SELECT id, 0, '\x00' FROM f`, k.rows, k.columns, k.made, k.values, age, k.parts,
				k.of), e.clubID, e.players["Ana"])
		}
	}
	e.runs()
	for _, k := range kinds {
		dbtest.Await(t, k.rows+" that are too old are gone", func() bool {
			return e.id(`SELECT count(*) FROM `+k.rows) == 1 && e.id(`SELECT count(*) FROM `+k.parts) == 1
		})
	}
}
