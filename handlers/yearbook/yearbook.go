// Package yearbook writes a season, or all of a club, as a folder in a zip file: pages in both languages that a
// browser reads by a double click, tables as CSV and JSON, and the digests of all files. It holds one page of results
// at a time, however long the history is, and writes nothing that asks for a server.
package yearbook

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"carteado/db"
	"carteado/db/results"
	"carteado/static"
	"carteado/views/i18n"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
	"carteado/views/table"
)

// perPage is how many results a page lists.
const perPage = 400

// noteEvery is after how many results the progress is told.
const noteEvery = 1000

// A writer puts files into a folder and keeps their digests.
type writer struct {
	zip      *zip.Writer
	folder   string
	now      time.Time
	games    table.Games
	zone     *time.Location
	sums     bytes.Buffer
	digests  map[string]string // by file
	done     int
	total    int
	progress func(done, total int) error
	chron    *results.Chronicle
	crest    part.Crest
}

// Write writes the yearbook of a club, and tells progress, counted in results. After an error what was written is no
// yearbook.
func Write(ctx context.Context, store *db.Store, games table.Games, of results.ChronicleOf, out io.Writer,
	progress func(done, total int) error) error {
	return store.Chronicle(ctx, of, func(ctx context.Context, c *results.Chronicle) error {
		zone, err := time.LoadLocation(c.Zone)
		if err != nil {
			zone = time.UTC
		}
		w := &writer{zip: zip.NewWriter(out), folder: c.Slug + "-" + store.Now().In(zone).Format("2006") + "/",
			now: store.Now(), games: games, zone: zone, digests: map[string]string{}, progress: progress, chron: c,
			crest: part.CrestOf(c.Crest, c.Slug)}
		const passes = 4 // CSV, JSON, and the pages of two languages
		for _, chapter := range c.Chapters {
			w.total += passes * chapter.Matches
		}
		if err := w.write(ctx); err != nil {
			return err
		}
		return w.zip.Close()
	})
}

func (w *writer) write(ctx context.Context) error {
	if err := w.progress(0, w.total); err != nil {
		return err
	}
	if err := w.file("style.css", func(out io.Writer) error {
		_, err := out.Write(static.Bytes("style.css"))
		return err
	}); err != nil {
		return err
	}
	if err := w.file("crest.svg", func(out io.Writer) error {
		_, err := io.WriteString(out, crestPicture(w.crest.Figure))
		return err
	}); err != nil {
		return err
	}
	for _, chapter := range w.chron.Chapters {
		if err := w.data(ctx, chapter); err != nil {
			return err
		}
	}
	for _, lang := range i18n.Languages() {
		if err := w.pages(ctx, lang); err != nil {
			return err
		}
	}
	first := w.chron.Lang
	if !i18n.Known(first) {
		first = i18n.Languages()[0]
	}
	// The front page is that of the club's language, seen from one folder above.
	if err := w.page(ctx, first, "index.html", resultpage.YearbookFront(w.props(first, "./", first+"/"))); err != nil {
		return err
	}
	return w.file("SHA256SUMS", func(out io.Writer) error {
		_, err := out.Write(bytes.Clone(w.sums.Bytes()))
		return err
	})
}

// crestPicture is the club's crest as a picture of its own, as an engraving.
func crestPicture(figure string) string {
	sprite := string(static.Bytes("crests.svg"))
	_, rest, found := strings.Cut(sprite, `<symbol id="`+figure+`" viewBox="0 0 48 48">`)
	drawing, _, closed := strings.Cut(rest, "</symbol>")
	if !found || !closed {
		drawing = ""
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="96" height="96" fill="#2d4a3e" ` +
		`color="#f4ead2">` + drawing + `</svg>` + "\n"
}

// file writes a file and notes its digest.
func (w *writer) file(name string, write func(io.Writer) error) error {
	entry, err := w.zip.CreateHeader(&zip.FileHeader{Name: w.folder + name, Method: zip.Deflate, Modified: w.now})
	if err != nil {
		return err
	}
	sum := sha256.New()
	if err := write(io.MultiWriter(entry, sum)); err != nil {
		return err
	}
	w.digest(name, sum)
	return nil
}

func (w *writer) digest(name string, sum hash.Hash) {
	w.digests[name] = hex.EncodeToString(sum.Sum(nil))
	fmt.Fprintf(&w.sums, "%s  %s\n", w.digests[name], name)
}

// chapterName is the beginning of the names of a chapter's files.
func chapterName(c results.Chapter) string {
	if c.Season.ID == 0 {
		return "others"
	}
	return "season-" + strconv.FormatInt(c.Season.ID, 10)
}

// each passes a chapter's results on, and tells how far it is.
func (w *writer) each(ctx context.Context, c results.Chapter, take func(results.ChronicleMatch) error) error {
	return w.chron.Each(ctx, c, func(m results.ChronicleMatch) error {
		if w.done++; w.done%noteEvery == 0 {
			if err := w.progress(w.done, w.total); err != nil {
				return err
			}
		}
		return take(m)
	})
}

// data writes the tables of a chapter.
func (w *writer) data(ctx context.Context, c results.Chapter) error {
	name := "data/" + chapterName(c)
	if c.Season.ID != 0 {
		if err := w.file(name+"-standings.csv", func(out io.Writer) error { return standingsCSV(out, c) }); err != nil {
			return err
		}
	}
	if err := w.file(name+"-matches.csv", func(out io.Writer) error {
		return matchesCSV(out, func(take func(results.ChronicleMatch) error) error { return w.each(ctx, c, take) })
	}); err != nil {
		return err
	}
	return w.file(name+"-matches.json", func(out io.Writer) error {
		before := "[\n"
		err := w.each(ctx, c, func(m results.ChronicleMatch) error {
			data, err := json.Marshal(m)
			if err == nil {
				_, err = io.WriteString(out, before+string(data))
			}
			before = ",\n"
			return err
		})
		if err == nil && before == "[\n" {
			_, err = io.WriteString(out, before)
		}
		if err == nil {
			_, err = io.WriteString(out, "\n]\n")
		}
		return err
	})
}

// in has the words of a language.
func (w *writer) in(ctx context.Context, lang string) context.Context {
	return i18n.WithTime(i18n.With(table.With(ctx, w.games), lang), w.now, w.zone)
}

// page writes a page in a language.
func (w *writer) page(ctx context.Context, lang, name string, page templ.Component) error {
	return w.file(name, func(out io.Writer) error { return page.Render(w.in(ctx, lang), out) })
}

// props are the facts of the front page, in a language, from a folder.
func (w *writer) props(lang, up, here string) resultpage.YearbookProps {
	p := resultpage.YearbookProps{Club: w.chron.Name, Lang: lang, Up: up, Written: w.now,
		Matches: w.chron.Matches}
	for _, other := range i18n.Languages() {
		if other != lang {
			p.Other, p.OtherPage = other, up+other+"/"
		}
	}
	for _, c := range w.chron.Chapters {
		if c.Season.ID == 0 && c.Matches == 0 {
			continue
		}
		row := w.chapter(c)
		row.Page = here + chapterName(c) + ".html"
		p.Chapters = append(p.Chapters, row)
	}
	if w.whole() {
		p.Records = here + recordsPage
		for _, m := range w.chron.Members {
			p.Members = append(p.Members, resultpage.YearbookMember{Person: part.Person{ID: m.ID, Name: m.Name},
				Page: here + memberPage(m)})
		}
	}
	return p
}

func (w *writer) chapter(c results.Chapter) resultpage.YearbookChapter {
	row := resultpage.YearbookChapter{Name: c.Season.Name, From: c.Season.StartsAt,
		Until: c.Season.EndsAt.Add(-time.Second), Ended: c.Season.Ended, Matches: c.Matches, Games: c.Games,
		Others: c.Season.ID == 0}
	for _, line := range c.Lines {
		p := c.Players[line.Player]
		row.Lines = append(row.Lines, resultpage.StandingRow{Line: line,
			Person: part.Person{ID: line.Player, Name: p.Name}})
	}
	return row
}

// pages writes all pages of a language.
func (w *writer) pages(ctx context.Context, lang string) error {
	front := w.props(lang, "../", "")
	if err := w.page(ctx, lang, lang+"/index.html", resultpage.YearbookFront(front)); err != nil {
		return err
	}
	if err := w.people(ctx, lang, front); err != nil {
		return err
	}
	for _, c := range w.chron.Chapters {
		if c.Season.ID == 0 && c.Matches == 0 {
			continue
		}
		row, name := w.chapter(c), chapterName(c)
		if err := w.picture(ctx, lang, row, name); err != nil {
			return err
		}
		if w.digests[lang+"/"+name+".png"] != "" {
			row.Picture = name + ".png"
		}
		for _, kind := range []string{"-standings.csv", "-matches.csv", "-matches.json"} {
			if file := "data/" + name + kind; w.digests[file] != "" {
				row.Files = append(row.Files, resultpage.YearbookFile{Name: file, Digest: w.digests[file]})
			}
		}
		lists := (c.Matches + perPage - 1) / perPage
		for n := range lists {
			row.Lists = append(row.Lists, fmt.Sprintf("%s-%d.html", name, n+1))
		}
		row.Page = name + ".html"
		if err := w.page(ctx, lang, lang+"/"+name+".html", resultpage.YearbookSeason(front, row)); err != nil {
			return err
		}
		if err := w.lists(ctx, lang, front, row, c); err != nil {
			return err
		}
	}
	return nil
}

// lists writes the pages with a chapter's results, each when it is full.
func (w *writer) lists(ctx context.Context, lang string, front resultpage.YearbookProps,
	row resultpage.YearbookChapter, c results.Chapter) error {
	var page []resultpage.YearbookMatch
	number := 0
	flush := func() error {
		if len(page) == 0 {
			return nil
		}
		number++
		list := resultpage.YearbookList{Number: number, Of: len(row.Lists), Matches: page,
			Chapter: chapterName(c) + ".html"}
		if number > 1 {
			list.Before = row.Lists[number-2]
		}
		if number < len(row.Lists) {
			list.After = row.Lists[number]
		}
		err := w.page(ctx, lang, lang+"/"+row.Lists[number-1], resultpage.YearbookMatches(front, row, list))
		page = nil
		return err
	}
	err := w.each(ctx, c, func(m results.ChronicleMatch) error {
		line := resultpage.YearbookMatch{Ended: m.Ended, Game: m.Game, Recorded: m.Recorded, Result: m.Result}
		for _, s := range m.Seats {
			line.Seats = append(line.Seats, resultpage.RecordedSeat{Person: part.Person{ID: s.Player, Name: s.Name,
				Bot: s.Bot}, Points: s.Points, Place: s.Place})
		}
		if page = append(page, line); len(page) == perPage {
			return flush()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}
