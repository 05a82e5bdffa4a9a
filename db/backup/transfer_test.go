package backup_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/accounts"
	"carteado/db/backup"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
	"carteado/engine/role"
	"carteado/engine/standing"
)

// written is a house of which one club has something of everything, and the club's file.
func written(t *testing.T) (c club, url string, content []byte) {
	t.Helper()
	c, url, _ = backedUp(t)
	ctx := t.Context()
	_, err := c.FoundSeason(ctx, c.id, c.ana, results.Season{Name: "Inverno", StartsAt: time.Now().Add(-time.Hour),
		EndsAt: time.Now().Add(time.Hour), Charter: standing.Standard()})
	must(t, err)
	_, err = c.Announce(ctx, c.id, c.ana, "Amanhã às oito", "")
	must(t, err)
	must(t, c.Correct(ctx, c.id, c.ana, int64(c.count(t, `SELECT id FROM matches WHERE status = 'over'`)),
		results.Correction{Kind: results.CorrectPlaces, Places: []int{2, 1}, Reason: "foi ao contrário"}))
	_, err = c.SignHeads(ctx)
	must(t, err)
	return c, url, c.file(t, "clube-do-baralho")
}

func (c club) file(t *testing.T, slug string) []byte {
	t.Helper()
	var out bytes.Buffer
	m, err := backup.WriteClub(t.Context(), c.Pool().Config().ConnString(), "v1", slug, &out)
	must(t, err)
	if m.Club == nil || m.Club.Slug != slug {
		t.Fatalf("manifest %+v", m)
	}
	return out.Bytes()
}

// take imports a file by another name.
func (c club) take(t *testing.T, content []byte, tr backup.Transfer) (backup.Transferred, error) {
	t.Helper()
	tr.Owner, tr.Games, tr.Log = "Ana", []engine.Game{toy.Game{}}, silent
	return backup.Import(t.Context(), c.Pool().Config().ConnString(), reader(content), tr)
}

var elsewhere = backup.Transfer{Slug: "mudado", Name: "Mudado"}

// entries are what a file holds, but for its time.
func entries(t *testing.T, content []byte) map[string]string {
	t.Helper()
	zipped, err := gzip.NewReader(bytes.NewReader(content))
	must(t, err)
	archive, list := tar.NewReader(zipped), map[string]string{}
	for {
		file, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		must(t, err)
		text, err := io.ReadAll(archive)
		must(t, err)
		if list[file.Name] = string(text); file.Name == "manifest.json" {
			_, rest, _ := strings.Cut(string(text), `"at":"`)
			_, list[file.Name], _ = strings.Cut(rest, `"`)
		}
	}
}

// A player's identity in the house that a club came from is erased for good, and what they have played stays.
func TestANameOfAnotherHouseIsErased(t *testing.T) {
	t.Parallel()
	const name = "Zuleica Quintana"
	from, _, _ := written(t)
	must(t, from.exec(t, fmt.Sprintf(`UPDATE players SET name = '%s' WHERE id = %d`, name, from.bento)))
	house, ctx := found(t), t.Context()
	_, err := house.take(t, from.file(t, "clube-do-baralho"), elsewhere)
	must(t, err)
	moved := int64(house.count(t, `SELECT id FROM clubs WHERE slug = 'mudado'`))
	list, err := house.PlaceholdersOf(ctx, moved, house.ana, "quintana")
	must(t, err)
	if len(list) != 1 || list[0].Name != name || list[0].Matches == 0 {
		t.Fatalf("%+v", list)
	}
	refused(t, house.EraseName(ctx, house.id, house.ana, list[0], nil), base.ErrNotFound) // of another club
	must(t, house.EraseName(ctx, moved, house.ana, list[0], nil))
	if left := dbtest.Holding(t, house.Pool(), name); len(left) > 0 {
		t.Errorf("the name stands in %v", left)
	}
	if n := house.count(t, fmt.Sprintf(`SELECT count(*) FROM match_seats WHERE player_id = %d`, list[0].Player)); n == 0 {
		t.Error("no match is theirs any more")
	}
}

// A club goes into a house that has one of the same name and players called the same. It is played again there, its
// people come by their invitations, whatever they are called, and it goes on.
func TestAClubMovesHouse(t *testing.T) {
	t.Parallel()
	from, _, content := written(t)
	house, ctx := found(t), t.Context()
	url := house.Pool().Config().ConnString()
	before := rows(t, url)
	_, err := house.take(t, content, backup.Transfer{})
	refused(t, err, backup.ErrClash)
	dry := elsewhere
	dry.DryRun = true
	said, err := house.take(t, content, dry)
	must(t, err)
	if rows(t, url) != before || house.count(t, restoring) != 0 {
		t.Fatal("a dry run left something")
	}
	if said.Proof.Matches != 1 || said.Club.Running != 1 || said.Players != 2 || said.Seasons != 1 ||
		said.Announcements != 1 || !slices.Equal(said.Namesakes, []string{"Ana", "Bento"}) || len(said.Invited) != 2 {
		t.Errorf("said %+v", said)
	}
	came, err := house.take(t, content, elsewhere)
	must(t, err)
	if came.Invited[0].Token == said.Invited[0].Token {
		t.Error("a dry run makes the links")
	}
	_, err = house.take(t, content, backup.Transfer{Slug: "outro", Name: "Outro"})
	refused(t, err, backup.ErrAgain)
	_, err = from.take(t, content, elsewhere) // it has not gone from there
	refused(t, err, backup.ErrAgain)

	moved := house
	moved.id = int64(house.count(t, `SELECT id FROM clubs WHERE slug = 'mudado'`))
	match := int64(house.count(t, `SELECT max(id) FROM matches WHERE status = 'over'`))
	verified, err := house.VerifyAll(ctx, nil)
	must(t, err)
	if verified.Matches != 1 {
		t.Errorf("verified %+v", verified)
	}
	record, sheet, err := house.Record(ctx, moved.id, match, house.ana)
	must(t, err)
	if _, err = record.Prove([]engine.Game{toy.Game{}}); err != nil || sheet.Seats[0].Name == "" {
		t.Errorf("the record does not prove the match: %v, seats %+v", err, sheet.Seats)
	}
	if _, err = house.Replay(ctx, moved.id, match, sheet.Moves, house.ana); err != nil {
		t.Error(err)
	}
	if n := house.count(t, `SELECT count(*) FROM results WHERE place = 1 AND player_id = (SELECT player_id FROM
		placeholders JOIN players p ON p.id = player_id WHERE name = '`+said.Invited[1].Name+`')`); n > 1 {
		t.Errorf("%d first places", n)
	}

	// From here on it works by the role that may change no seat.
	must(t, house.Restrict(ctx, url, silent))

	// The Bento of there is Ana here, and the Ana of there is somebody new.
	link := map[string]string{}
	for _, i := range came.Invited {
		link[i.Name] = i.Token
	}
	_, err = house.JoinByInvitation(ctx, link["Bento"], house.ana)
	must(t, err)
	_, err = house.JoinByInvitation(ctx, link["Ana"], house.ana)
	refused(t, err, base.ErrMet)
	// A link that was taken back, or has expired, is made again.
	left, err := house.Placeholders(ctx, moved.id, house.ana)
	must(t, err)
	must(t, house.exec(t, `UPDATE invitations SET revoked_at = now() WHERE label = 'Ana'`))
	again, err := house.Placeholders(ctx, moved.id, house.ana)
	must(t, err)
	if len(left) != 0 || len(again) != 1 || again[0].Name != "Ana" {
		t.Fatalf("without a link are %v, and then %v", left, again)
	}
	anew := clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour, Placeholder: again[0].ID}
	_, err = house.CreateInvitation(ctx, house.id, house.ana, anew) // by another club
	refused(t, err, base.ErrNotFound)
	invitation, err := house.CreateInvitation(ctx, moved.id, house.ana, anew)
	must(t, err)
	other, err := house.CreateInvitation(ctx, moved.id, house.ana, anew)
	must(t, err)
	_, celia, err := house.AcceptInvitation(ctx, invitation.Token.Reveal(),
		accounts.NewPlayer{Name: "Celia", Password: "hash"})
	must(t, err)
	_, err = house.JoinByInvitation(ctx, other.Token.Reveal(), house.bento)
	refused(t, err, base.ErrGone)                                 // she is somebody already
	_, err = house.JoinByInvitation(ctx, link["Bento"], celia.ID) // a member already, and the link is used
	must(t, err)
	if n := house.count(t, fmt.Sprintf(`SELECT count(*) FROM match_seats WHERE match_id = %d AND player_id IN (%d, %d)`,
		match, house.ana, celia.ID)); n != 2 {
		t.Errorf("%d of 2 seats are of those who play here", n)
	}
	if _, changed, err := house.RecomputeRecords(ctx); err != nil || changed != 0 {
		t.Errorf("%d players had other records than their matches say, %v", changed, err)
	}
	broken, err := house.VerifyAudit(ctx)
	must(t, err)
	if len(broken) > 0 {
		t.Errorf("the log is broken: %v", broken)
	}
	if was, is := from.count(t, `SELECT count(*) FROM audit WHERE club_id IS NOT NULL`),
		house.count(t, `SELECT count(*) FROM former_audit`); is != was {
		t.Errorf("%d of %d entries of the log came", is, was)
	}
	if err := house.exec(t, `UPDATE match_seats SET seat = 7`); err == nil {
		t.Error("seats may be changed after a claim")
	}

	// It is played on.
	moved.bento = celia.ID
	table := moved.table(t, engine.Options{"turns": "1", "target": "15"})
	for player := moved.ana; player != 0; {
		player, _ = moved.play(t, table)
	}
	// And moves on, with what it was dealt by two houses.
	third := found(t)
	on, err := third.take(t, house.file(t, "mudado"), backup.Transfer{})
	must(t, err)
	if on.Proof.Matches != 2 || third.count(t, `SELECT count(*) FROM former_audit`) <=
		house.count(t, `SELECT count(*) FROM former_audit`) {
		t.Errorf("came on %+v", on)
	}
}

// A club's file has nothing by which somebody comes in, no address, and nothing of a match that goes on: it is the same
// file whatever is played there.
func TestAClubsFileHidesNothing(t *testing.T) {
	t.Parallel()
	c, _, content := written(t)
	before := entries(t, content)
	all := strings.Join(slices.Collect(maps.Values(before)), "\n")
	for _, never := range []string{"hash of Ana", "ana@exemplo.org"} {
		if strings.Contains(all, never) {
			t.Errorf("the file has %q", never)
		}
	}
	if !strings.Contains(all, "Bento") {
		t.Error("the file lacks the names")
	}
	table := c.count(t, `SELECT t.number FROM tables t JOIN matches m ON m.table_id = t.id WHERE m.status = 'playing'`)
	for range 3 {
		_, _ = c.play(t, table)
	}
	after := entries(t, c.file(t, "clube-do-baralho"))
	for name, text := range after {
		if before[name] != text {
			t.Errorf("%s tells of a match that goes on:\n%s\n%s", name, before[name], text)
		}
	}
	house := found(t)
	_, err := backup.Restore(t.Context(), house.Pool().Config().ConnString(), reader(content), true, silent)
	refused(t, err, backup.ErrOneClub)
	var whole bytes.Buffer
	_, err = backup.Write(t.Context(), c.Pool().Config().ConnString(), "v1", &whole)
	must(t, err)
	_, err = house.take(t, whole.Bytes(), elsewhere)
	refused(t, err, backup.ErrHouse)
}

// What is not whole, was changed, or ends in its middle leaves the house as it was.
func TestAnImportIsAllOrNothing(t *testing.T) {
	t.Parallel()
	c, _, content := written(t)
	house := found(t)
	url := house.Pool().Config().ConnString()
	before := rows(t, url)
	untouched := func(why string) {
		t.Helper()
		house.Pool().Reset()
		if rows(t, url) != before || house.count(t, restoring) != 0 {
			t.Fatalf("%s: something was stored", why)
		}
	}
	for _, broken := range [][]byte{content[:len(content)/2], content[:len(content)-20],
		changed(t, content, "players", "Bento", "Benta")} {
		_, err := house.take(t, broken, elsewhere)
		refused(t, err, backup.ErrNoBackup)
	}
	untouched("a broken file")

	// A killed import, ahead of its end.
	lock, err := house.Pool().Begin(t.Context())
	must(t, err)
	_, err = lock.Exec(t.Context(), `LOCK TABLE transfers`)
	must(t, err)
	done := make(chan error, 1)
	go func() {
		tr := elsewhere
		tr.Owner, tr.Games, tr.Log = "Ana", []engine.Game{toy.Game{}}, silent
		_, err := backup.Import(t.Context(), url, reader(content), tr)
		done <- err
	}()
	dbtest.Await(t, "the import has moved its matches", func() bool {
		return house.count(t, `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'
			AND datname = current_database() AND query LIKE '%INTO transfers%'`) > 0
	})
	must(t, house.exec(t, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'
		AND datname = current_database() AND query LIKE '%INTO transfers%'`))
	if <-done == nil {
		t.Error("an import that was killed says that it is done")
	}
	must(t, lock.Rollback(t.Context()))
	untouched("a killed import")

	for _, planted := range []struct{ change, why string }{
		{`UPDATE matches SET totals[1] = totals[1] + 1 WHERE status = 'over'`, "match "},
		{`UPDATE matches SET totals[1] = totals[1] - 1 WHERE status = 'over';
			ALTER TABLE match_seats DISABLE TRIGGER USER;
			UPDATE match_seats SET contribution = 'x' WHERE seat = 0 AND match_id IN (SELECT id FROM matches
				WHERE status = 'over')`, "match "},
		{`UPDATE match_seats SET contribution = '' WHERE seat = 0; ALTER TABLE audit DISABLE TRIGGER USER;
			UPDATE audit SET details = '{"x": 1}' WHERE place = 2`, "log"},
	} {
		must(t, c.exec(t, planted.change))
		if _, err := house.take(t, c.file(t, "clube-do-baralho"), elsewhere); err == nil ||
			!strings.Contains(err.Error(), planted.why) {
			t.Errorf("%s: %v", planted.change, err)
		}
		untouched(planted.change)
	}
}

var update = flag.Bool("update", false, "write testdata/club.txt anew")

// A new table or column needs a decision, whether a club takes it along: the list says what goes, and all else stays.
func TestWhatAClubTakesAlong(t *testing.T) {
	t.Parallel()
	c := found(t)
	var out bytes.Buffer
	m, err := backup.WriteClub(t.Context(), c.Pool().Config().ConnString(), "v1", "clube-do-baralho", &out)
	must(t, err)
	held := map[string][]string{}
	for _, table := range m.Tables {
		held[table.Name] = table.Columns
	}
	rows, err := c.Pool().Query(t.Context(), `SELECT c.relname, array_agg(a.attname ORDER BY a.attnum)
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'river_%'
		GROUP BY 1 ORDER BY 1`)
	must(t, err)
	var list strings.Builder
	var table string
	var columns []string
	_, err = pgx.ForEachRow(rows, []any{&table, &columns}, func() error {
		var stays []string
		for _, column := range columns {
			if !slices.Contains(held[table], column) {
				stays = append(stays, column)
			}
		}
		fmt.Fprintf(&list, "%s\n    comes: %s\n    stays: %s\n", table, strings.Join(held[table], " "),
			strings.Join(stays, " "))
		return nil
	})
	must(t, err)
	const kept = "testdata/club.txt"
	if *update {
		must(t, os.MkdirAll("testdata", 0o755))
		must(t, os.WriteFile(kept, []byte(list.String()), 0o644))
	}
	want, err := os.ReadFile(kept)
	must(t, err)
	if list.String() != string(want) {
		t.Errorf("what a club takes along is not what %s says; -args -update writes it anew:\n%s", kept, &list)
	}
}
