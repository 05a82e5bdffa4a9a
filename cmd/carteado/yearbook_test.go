package main

import (
	"archive/zip"
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/results"
	"carteado/engine/standing"
)

// playedClub is a database with a club that has a season, and more results than a page lists.
func playedClub(t *testing.T) {
	t.Helper()
	url := dbtest.New(t)
	t.Setenv("DATABASE_URL", url)
	keys := t.TempDir()
	t.Setenv("CARTEADO_KEYS", keys)
	ctx := t.Context()
	store, err := db.Open(ctx, db.Config{URL: url, Games: games.Rules(), Keys: keys, Timeout: dbtest.Timeout})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	club, ana, err := store.Setup(ctx, clubs.NewClub{Name: "Quinta & <b>Cia</b>", Lang: "pt-BR", TimeZone: "UTC"},
		accounts.NewPlayer{Name: "Ana", Password: "hash"})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	if _, err := store.FoundSeason(ctx, club.ID, ana.ID, results.Season{Name: "Inverno", StartsAt: now.Add(-time.Hour),
		EndsAt: now.Add(time.Hour), Charter: standing.Standard()}); err != nil {
		t.Fatal(err)
	}
	past, err := pgxpool.New(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer past.Close()
	if _, err := past.Exec(ctx, `WITH i AS (INSERT INTO imports (club_id, by_id, name, wish, kept_at)
			SELECT c.id, p.id, 'old.csv', '{}', now() FROM clubs c, players p RETURNING id, club_id),
		m AS (INSERT INTO recorded_matches (import_id, club_id, line, game, ended_at, timed, label, counts)
			SELECT i.id, i.club_id, n, 'knock', CASE WHEN n < 5 THEN now() ELSE '1998-03-19'::timestamptz
				+ n * interval '1 day' END, true, '', true FROM i, generate_series(1, 450) n RETURNING id)
		INSERT INTO recorded_seats (match_id, seat, player_id, name, points, place)
			SELECT m.id, s, CASE s WHEN 0 THEN p.id END, CASE s WHEN 0 THEN '' ELSE 'Tia <i>Nhá</i>' END, 100 - s, s + 1
			FROM m, players p, generate_series(0, 1) s`); err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.RecomputeStandings(ctx); err != nil {
		t.Fatal(err)
	}
}

// unpacked is a folder with what is in a zip file, and the names of its pages.
func unpacked(t *testing.T, file string) (dir string, pages []string) {
	t.Helper()
	book, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	dir = t.TempDir()
	if err := os.CopyFS(dir, book); err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(book, ".", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".html") {
			pages = append(pages, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir, pages
}

// offline are the conditions of a browser without a network.
type offline struct {
	Offline            bool `json:"offline"`
	Latency            int  `json:"latency"`
	DownloadThroughput int  `json:"downloadThroughput"`
	UploadThroughput   int  `json:"uploadThroughput"`
}

// The page of yearbooks shows by itself what has come of one.
func TestYearbookPageAsksAgain(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	pool, err := pgxpool.New(t.Context(), c.config.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	for _, come := range []struct{ sql, text string }{
		{`INSERT INTO yearbooks (club_id, by_id) SELECT c.id, p.id FROM clubs c, players p`, "Waits for its turn"},
		{`UPDATE yearbooks SET failed_at = now()`, "It could not be written"},
	} {
		if _, err := pool.Exec(t.Context(), come.sql); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(eval[string](ana, `location.pathname`), "/yearbook") {
			ana.visit(ana.clubPath("/yearbooks"))
		}
		ana.says(`.rows [role=status]`, come.text)
	}
	ana.until(`!document.querySelector("#main > [data-hx-get]")`)
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}

// A yearbook reads from a folder, without a network, in both languages and looks; a command that fails leaves the file
// of before, and nothing beside it.
func TestYearbookReadsFromAFolder(t *testing.T) {
	playedClub(t)
	place := t.TempDir()
	file := filepath.Join(place, "book.zip")
	before := []byte("the yearbook of before")
	if err := os.WriteFile(file, before, 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range []error{yearbookCommand{Club: "nowhere", File: file}.Run(t.Context(), &out),
		yearbookCommand{Club: "quinta-b-cia-b", File: file, Season: 99}.Run(t.Context(), &out),
		yearbookCommand{Club: "quinta-b-cia-b", File: file}.Run(gone, &out)} {
		left, _ := os.ReadFile(file)
		if files, _ := os.ReadDir(place); err == nil || len(files) != 1 || !bytes.Equal(left, before) {
			t.Errorf("%v: %d files are there, of which the yearbook says %.30q", err, len(files), left)
		}
	}
	if err := (yearbookCommand{Club: "quinta-b-cia-b", File: file}).Run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	dir, pages := unpacked(t, file)
	if len(pages) != 15 { // in each language the front, the records, a season with a page of results, the others with two
		t.Errorf("the pages are %q", pages)
	}

	p := newBrowser(t).person("file://"+dir+"/", 360, 740, "en")
	p.call("no network", func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, cdp.Command[offline, cdp.Empty]{Method: "Network.emulateNetworkConditions"},
			offline{Offline: true})
		return err
	})
	source := axe(t)
	for _, look := range []look{{"", "light", 320, 640}, {"", "dark", 1366, 768}} {
		p.show(look)
		for _, page := range pages {
			p.visit(page)
			for _, f := range p.findings(source, "document") {
				t.Errorf("%s, %s: %s: %s", page, look, f.ID, strings.Join(f.Nodes, "\n\t"))
			}
			p.measure(page, look)
			if !eval[bool](p, `performance.getEntriesByType("resource").every((e) => e.name.startsWith("file:")) &&
				document.querySelector("link[rel=stylesheet]").sheet !== null &&
				[...document.images].every((i) => i.naturalWidth > 0) &&
				getComputedStyle(document.querySelector("main")).display === "grid"`) {
				t.Errorf("%s has no style or no pictures, or asks for more than the folder has", page)
			}
		}
	}
	// By pressing: the front page, the others, their second page, the other language.
	p.visit(pages[slices.IndexFunc(pages, func(page string) bool {
		return strings.HasSuffix(page, "/index.html") &&
			strings.Count(page, "/") == 1
	})])
	for _, to := range []string{`pt-BR/others.html`, `others-2.html`, `../en/others-2.html`} {
		press := `a[href$="` + to + `"]`
		p.click(press)
		p.until(`location.href.endsWith(` + quote(strings.TrimPrefix(to, "..")) + `)`)
	}
	if noted := p.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}
