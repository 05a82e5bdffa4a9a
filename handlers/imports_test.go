package handlers

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"carteado/db/results"
	"carteado/db/scorebook"
	"carteado/engine/standing"
	"carteado/views/link"
)

// zeros are a file without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// brings posts a file as the form of a page does.
func (b *browser) brings(path, name string, file io.Reader, fields url.Values) *reply {
	b.t.Helper()
	return b.uploads(path, func(form *multipart.Writer) error {
		for key := range fields {
			_ = form.WriteField(key, fields.Get(key))
		}
		part, err := form.CreateFormFile("file", name)
		if err == nil {
			_, err = io.Copy(part, file)
		}
		return err
	})
}

// uploads posts a form of several parts, while it is written.
func (b *browser) uploads(path string, writeParts func(*multipart.Writer) error) *reply {
	b.t.Helper()
	read, write := io.Pipe()
	form := multipart.NewWriter(write)
	go func() {
		err := writeParts(form)
		if err == nil {
			err = form.Close()
		}
		_ = write.CloseWithError(err)
	}()
	req, err := http.NewRequestWithContext(context.WithoutCancel(b.t.Context()), http.MethodPost, b.site.url+path, read)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	return b.do(req)
}

// The fields beside a file are as long as those of any form, all together, also where they are empty.
func TestFieldsOfAnUploadComeToAnEnd(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	for _, size := range []int{0, 60_000} {
		e.as("Ana").uploads(link.Imports(e.club), func(form *multipart.Writer) (err error) {
			for n := 0; n < 10_000 && err == nil; n++ {
				err = form.WriteField("x", strings.Repeat("x", size))
			}
			return err
		}).want(http.StatusUnprocessableEntity).says("larger than 2 MB")
	}
}

// oldBook is a file with two results of Knock, where fewer points are better, a date that does not exist, and a result
// told twice.
const oldBook = "data;jogo;Ana;Bento;Célia;Tia Rosa\r\n17/05/2019;Knock;88;102;;\r\n31/02/2019;Knock;1;2;;\r\n" +
	"18/05/2019;knock;;110;100;90\r\n17/05/2019;Knock;88;102;;\r\n"

// recordedNow is how many results from paper are stored.
func (e *evening) recordedNow() int64 {
	return e.id(`SELECT count(*) FROM recorded_matches`)
}

// An old score book is looked at first, and nothing of it is stored; then it is kept, counts, and is taken back.
func TestOldScoreBook(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.sql(`UPDATE memberships SET role = 'host' WHERE player_id = $1`, e.players["Bento"])
	season, err := e.Store.FoundSeason(t.Context(), e.clubID, e.players["Ana"], results.Season{Name: "2019",
		StartsAt: time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC), EndsAt: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC),
		Charter: standing.Standard()})
	if err != nil {
		t.Fatal(err)
	}
	host, member := e.as("Bento"), e.as("Davi")
	host.client.CheckRedirect = nil
	form := host.get(link.Imports(e.club)).want(http.StatusOK).mustForm(link.Imports(e.club)).values
	draft := host.brings(link.Imports(e.club), `C:\velho.csv`, strings.NewReader(oldBook), form).want(http.StatusOK).
		says("2 results to keep").says("Line 3: “31/02/2019”").says("Line 5, like line 2").
		says("From 17 May 2019 to 18 May 2019").says("Ana 88 · Bento 102")
	at := draft.Request.URL.Path
	again := host.brings(link.Imports(e.club), "velho.csv", strings.NewReader(oldBook), form)
	if again.Request.URL.Path != at {
		t.Errorf("a form sent twice brings two files: %s, %s", at, again.Request.URL.Path)
	}
	if n := e.recordedNow(); n != 0 {
		t.Fatalf("%d results are stored before the host agrees", n)
	}
	member.get(at).want(http.StatusNotFound)
	id := e.id(`SELECT id FROM imports`)
	keep := draft.mustForm(link.KeepImport(e.club, id)).values
	if who := keep["who"]; len(who) != 4 || who[0] != "Ana" || who[3] != "" {
		t.Errorf("who is who: %q", who)
	}
	keep.Set("counts", "on")
	keep["who"][3] = "Rosa"
	host.post(link.KeepImport(e.club, id), keep).want(http.StatusUnprocessableEntity).says("No member is called so")
	keep["who"][3] = ""
	host.post(link.KeepImport(e.club, id), keep).want(http.StatusOK).says("2 results, which count").says("Tia Rosa 90")
	host.post(link.KeepImport(e.club, id), keep).want(http.StatusConflict)
	if n := e.id(`SELECT count(*) FROM recorded_seats WHERE player_id IS NOT NULL AND name <> ''`); n != 0 {
		t.Errorf("%d names of members are stored, and would outlast their accounts", n)
	}

	from, until := time.Date(2019, 5, 17, 0, 0, 0, 0, time.UTC), time.Date(2019, 5, 20, 0, 0, 0, 0, time.UTC)
	points := func() (points [2]int) {
		t.Helper()
		job := results.SeasonCompute{Club: e.clubID, From: from, Until: until}
		if err := e.Store.ComputeSeasons(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		st, err := e.Store.StandingsOf(t.Context(), e.clubID, e.players["Ana"], season)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range st.Lines {
			if l.Player == e.players["Ana"] {
				points[0] = l.Points
			}
			if l.Player <= 0 || l.Player == e.players["Célia"] {
				points[1] += l.Points
			}
		}
		return points
	}
	if got := points(); got != [2]int{3, 0} {
		t.Errorf("points of Ana, and of Célia, who lost to somebody without an account: %v", got)
	}
	sheet := link.Recorded(e.club, e.id(`SELECT min(id) FROM recorded_matches`))
	member.get(sheet).want(http.StatusOK).says("With real cards").says("line 2 of velho.csv").says("There is no replay")
	host.brings(link.Imports(e.club), "velho.csv", strings.NewReader(oldBook), nil).want(http.StatusOK).
		says("No result to keep").says("The club has this result already")

	member.post(link.TakeImport(e.club, id), nil).want(http.StatusForbidden)
	host.post(link.TakeImport(e.club, id), nil).want(http.StatusOK).says("Taken back")
	if n := e.recordedNow(); n != 0 || points() != [2]int{} {
		t.Errorf("%d results and %v points are left", n, points())
	}
	member.get(sheet).want(http.StatusNotFound)
}

// A host who is none any more keeps nothing, whatever stands open.
func TestRightToImportEndsInTheMiddle(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.sql(`UPDATE memberships SET role = 'host' WHERE player_id = $1`, e.players["Bento"])
	host := e.as("Bento")
	host.client.CheckRedirect = nil
	draft := host.brings(link.Imports(e.club), "velho.csv", strings.NewReader(oldBook), nil).want(http.StatusOK)
	id := e.id(`SELECT id FROM imports`)
	keep := draft.mustForm(link.KeepImport(e.club, id)).values
	e.sql(`UPDATE memberships SET role = 'member' WHERE player_id = $1`, e.players["Bento"])
	host.post(link.KeepImport(e.club, id), keep).want(http.StatusForbidden)
	// the store asks again: the guard may have let them in before
	_, err := e.Store.KeepImport(t.Context(), e.clubID, e.players["Bento"], id, e.wishOf(id), true, []results.Recorded{{
		Game: "knock", Ended: time.Now(), Seats: []results.RecordedSeat{{Name: "x", Place: 1}, {Name: "y", Place: 2}}}})
	if err == nil || e.recordedNow() != 0 {
		t.Errorf("somebody without the right keeps results: %v", err)
	}
}

// Whatever else is brought gets an answer in words.
func TestFilesThatCannotBeImported(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	for says, file := range map[string]io.Reader{
		"larger than 2 MB":                io.LimitReader(zeros{}, 50<<20),
		"There is nothing in this file":   strings.NewReader(" \n"),
		"This is no table of text":        bytes.NewReader([]byte("PK\x03\x04\x00\x00\x00")),
		"has no heading “date”":           strings.NewReader("game,Ana\nknock,1\n"),
		"The first line names no players": strings.NewReader("date,game\n2019-05-17,knock\n"),
		"has more than 20,000 lines":      strings.NewReader(strings.Repeat("date,Ana,Bento\n", 20_010)),
	} {
		ana.brings(link.Imports(e.club), "f.csv", file, nil).want(http.StatusUnprocessableEntity).says(says)
	}
	ana.post(link.Imports(e.club), nil).want(http.StatusUnprocessableEntity).says("Choose a file")
	if n := e.id(`SELECT count(*) FROM imports`); n != 0 {
		t.Errorf("%d of them are kept", n)
	}
}

// wishOf is how a draft is to be read.
func (e *evening) wishOf(id int64) (wish scorebook.Wish) {
	e.t.Helper()
	i, err := e.Store.ImportOf(e.t.Context(), e.clubID, e.players["Ana"], id)
	if err != nil {
		e.t.Fatal(err)
	}
	return i.Wish
}
