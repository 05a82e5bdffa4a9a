package handlers

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"carteado/db/base"
	"carteado/db/nights"
	"carteado/db/results"
	"carteado/engine/clock"
	"carteado/engine/standing"
	"carteado/handlers/yearbook"
	"carteado/views/link"
)

// folder is what a yearbook holds, by the name of the file below its one folder.
func folder(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	book, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range book.File {
		_, name, _ := strings.Cut(entry.Name, "/")
		in, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[name], err = io.ReadAll(in); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// withHistory is an evening with a season, a recorded result, and a match at a table for those invited.
func withHistory(t *testing.T) *evening {
	t.Helper()
	e := newEvening(t)
	_, err := e.Store.FoundSeason(t.Context(), e.clubID, e.players["Ana"], results.Season{Name: "Winter & <rain>",
		StartsAt: time.Now().Add(-time.Hour), EndsAt: time.Now().Add(time.Hour), Charter: standing.Standard()})
	if err != nil {
		t.Fatal(err)
	}
	e.sql(`UPDATE players SET name = '=Bento()' WHERE name = 'Bento'`)
	e.sql(`UPDATE players SET outside = true WHERE name = 'Célia'`)
	e.sql(`INSERT INTO imports (club_id, by_id, name, wish, kept_at) SELECT id, $1, 'old.csv', '{}', now() FROM clubs`,
		e.players["Ana"])
	e.sql(`WITH m AS (INSERT INTO recorded_matches (import_id, club_id, line, game, ended_at, timed, label, counts)
		SELECT i.id, i.club_id, 2, 'knock', '1998-03-19', false, '', false FROM imports i RETURNING id)
		INSERT INTO recorded_seats (match_id, seat, name, place) SELECT id, n, 'Tia ' || n, n + 1 FROM m,
			generate_series(0, 1) n`)
	starts := time.Now().Add(time.Hour)
	night, err := e.Store.PlanNight(t.Context(), e.clubID, e.players["Ana"], nights.Plan{Name: "Friday", Starts: starts,
		Ends: starts.Add(time.Hour), AnswersUntil: starts}, clock.Once, "")
	if err != nil {
		t.Fatal(err)
	}
	e.sql(`WITH m AS (INSERT INTO recorded_matches (night_id, club_id, line, game, ended_at, timed, label, counts)
		VALUES ($1, $2, 3, 'palace', '1998-03-20', true, '', true) RETURNING id)
		INSERT INTO recorded_seats (match_id, seat, player_id, name, place) SELECT id, n,
			CASE n WHEN 0 THEN $3::bigint END, CASE n WHEN 0 THEN '' ELSE 'Tia 0' END, n + 1 FROM m, generate_series(0, 1) n`, night, e.clubID,
		e.players["Célia"])
	e.sql(`UPDATE nights SET starts_at = '1998-03-20', ends_at = '1998-03-21', answers_until = '1998-03-19'`)
	return e
}

// A yearbook stands alone: all that a page names is in the folder, nothing asks for a server or a script, and the
// digests are those of the files.
func TestYearbookStandsAlone(t *testing.T) {
	t.Parallel()
	e := withHistory(t)
	var out bytes.Buffer
	told := 0
	write := func() map[string][]byte {
		out.Reset()
		if err := yearbook.Write(t.Context(), e.Store, e.GamesByKey, results.ChronicleOf{Club: e.clubID}, &out,
			func(_, total int) error { told = total; return nil }); err != nil {
			t.Fatal(err)
		}
		return folder(t, out.Bytes())
	}
	files := write()
	sums := string(files["SHA256SUMS"])
	for name, data := range files {
		sum := sha256.Sum256(data)
		line := hex.EncodeToString(sum[:]) + "  " + name + "\n"
		if name != "SHA256SUMS" && !strings.Contains(sums, line) {
			t.Errorf("%s has another digest", name)
		}
		if path.Ext(name) != ".html" {
			continue
		}
		doc, err := html.Parse(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for n := range doc.Descendants() {
			if n.Data == "script" || n.Data == "form" {
				t.Errorf("%s has a %s", name, n.Data)
			}
			for _, key := range []string{"href", "src"} {
				to, has := attr(n, key)
				if has && !strings.HasPrefix(to, "#") && files[path.Join(path.Dir(name), to)] == nil {
					t.Errorf("%s leads to %s, which is not in the folder", name, to)
				}
			}
		}
	}
	member := func(name string) string { return fmt.Sprintf("en/member-%d.html", e.players[name]) }
	if files[member("Bento")] != nil {
		t.Error("who does not let their name leave the club has a page")
	}
	if !strings.Contains(string(files[member("Célia")]), "Palace") {
		t.Errorf("what was played with real cards is missing:\n%s", files[member("Célia")])
	}
	picture := fmt.Sprintf("en/season-%d.png", e.id(`SELECT id FROM seasons`))
	for name, says := range map[string]string{
		member("Célia"): "<h1>Célia</h1>", "en/records.html": "Records", picture: "PNG",
		"en/index.html": "Winter &amp; &lt;rain&gt;", "pt-BR/index.html": "Anuário", "en/others.html": "2 results",
		"en/others-1.html": "Tia 0 1. · Tia 1 2.", "data/others-matches.csv": ",Tia 1,",
		"data/others-matches.json": `"name":"Tia 1"`,
	} {
		if !strings.Contains(string(files[name]), says) {
			t.Errorf("%s does not say %q:\n%.600s", name, says, files[name])
		}
	}
	season := fmt.Sprintf("data/season-%d-matches.csv", e.id(`SELECT id FROM seasons`))
	if !strings.Contains(string(files[season]), ",'=Bento(),") {
		t.Errorf("a name may be a formula: %s", files[season])
	}
	if told == 0 {
		t.Error("nothing is told of the progress")
	}
	e.sql(`UPDATE tables SET reach = 'invited', token = 'token ' || id`)
	if csv := write()[season]; strings.Count(string(csv), "\n") != 1 {
		t.Errorf("a match of those invited is in the yearbook: %s", csv)
	}
}

// A yearbook that cannot be written to its end is none, and the next request gets a whole one.
func TestYearbookIsAskedFor(t *testing.T) {
	t.Parallel()
	e := withHistory(t)
	ana := e.as("Ana")
	ana.get(link.Yearbooks(e.club)).want(http.StatusOK).says("No yearbook has been written yet")
	ana.post(link.Yearbooks(e.club), url.Values{"season": {"x"}}).want(http.StatusBadRequest)
	ana.post(link.Yearbooks(e.club), url.Values{"season": {"999"}}).want(http.StatusNotFound)
	ana.post(link.Yearbooks(e.club), url.Values{}).want(http.StatusSeeOther)
	ana.post(link.Yearbooks(e.club), url.Values{}).want(http.StatusConflict).says("Another yearbook is being written")
	id := e.id(`SELECT id FROM yearbooks`)
	file := link.YearbookFile(e.club, id)
	ana.get(file).want(http.StatusNotFound)

	full := errors.New("disk full")
	try := func(fails int) error {
		return e.Store.WriteYearbook(t.Context(), id, func(ctx context.Context, of results.ChronicleOf, out io.Writer,
			note func(done, total int) error) error {
			n := 0
			if fails > 0 { // long enough for a part to be stored
				if _, err := out.Write(make([]byte, 1<<20)); err != nil {
					return err
				}
			}
			return yearbook.Write(ctx, e.Store, e.GamesByKey, of, writerFunc(func(data []byte) (int, error) {
				if n++; n == fails {
					return 0, full
				}
				return out.Write(data)
			}), note)
		})
	}
	if err := try(2); !errors.Is(err, full) {
		t.Fatalf("a full disk: %v", err)
	}
	if n := e.id(`SELECT count(*) FROM yearbook_parts`); n == 0 {
		t.Error("the try that failed has stored nothing, and shows nothing")
	}
	ana.get(file).want(http.StatusNotFound)
	ana.get(link.Yearbooks(e.club)).want(http.StatusOK).says("0% written")
	if err := try(0); err != nil {
		t.Fatal(err)
	}
	book := ana.get(file).want(http.StatusOK)
	if files := folder(t, []byte(book.body)); files["index.html"] == nil {
		t.Errorf("the yearbook holds %d files", len(files))
	}
	ana.get(link.Yearbooks(e.club)).want(http.StatusOK).says("Ready,")
	e.as("Davi").get(file).want(http.StatusForbidden)
	if err := try(0); err != nil { // a job that runs twice has one effect
		t.Fatal(err)
	}

	// A try that was taken for dead can write no more.
	ana.post(link.Yearbooks(e.club), url.Values{}).want(http.StatusSeeOther)
	id = e.id(`SELECT max(id) FROM yearbooks`)
	if err := e.Store.WriteYearbook(t.Context(), id, func(_ context.Context, _ results.ChronicleOf, out io.Writer,
		_ func(done, total int) error) error {
		if err := try(2); !errors.Is(err, full) {
			t.Error(err)
		}
		_, err := out.Write(make([]byte, 1<<20))
		return err
	}); !errors.Is(err, base.ErrNotFound) {
		t.Errorf("an earlier try writes into a later one: %v", err)
	}
	if err := try(2); !errors.Is(err, full) {
		t.Fatal(err)
	}
	if err := e.Store.GiveYearbookUp(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	ana.get(link.Yearbooks(e.club)).want(http.StatusOK).says("nothing of it is kept")
	if n := e.id(`SELECT count(*) FROM yearbook_parts WHERE yearbook_id = $1`, id); n != 0 {
		t.Errorf("%d parts of a yearbook that was given up are left", n)
	}
	// A player who deletes the account is in no file that is kept.
	if err := e.Store.DeleteAccount(t.Context(), e.players["Bento"]); err != nil {
		t.Fatal(err)
	}
	ana.get(file).want(http.StatusNotFound)
}

// writerFunc writes by a function.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(data []byte) (int, error) { return f(data) }
