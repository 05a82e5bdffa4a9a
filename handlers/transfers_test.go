package handlers

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"carteado/db/accounts"
	"carteado/db/backup"
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
	// Whoever deletes the account is in no file that is kept.
	if err := e.Store.DeleteAccount(t.Context(), e.players["Bento"]); err != nil {
		t.Fatal(err)
	}
	ana.post(file, url.Values{}).want(http.StatusNotFound)
}
