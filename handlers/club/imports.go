package club

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/db/base"
	"carteado/db/results"
	"carteado/db/scorebook"
	"carteado/engine/role"
	"carteado/handlers/web"
	"carteado/views/i18n"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	matchpage "carteado/views/page/match"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
)

// ShowImports lists the old score books that were read in, and lets a host bring another.
func (w *Wing) ShowImports(r *web.Request) error {
	return w.importsPage(r, http.StatusOK, clubpage.ImportWish{}, nil)
}

func (w *Wing) importsPage(r *web.Request, status int, wish clubpage.ImportWish, faults part.Faults) error {
	list, err := w.Store.ImportsOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	props := clubpage.ImportsProps{May: r.Club.Role.May(role.Import), Wish: wish, Games: w.GameKeys(), Faults: faults,
		Megabytes: scorebook.MostBytes >> 20, Lines: scorebook.MostLines}
	for _, i := range list {
		props.List = append(props.List, importOf(r, i))
	}
	return r.Show(status, clubpage.Imports(props))
}

func importOf(r *web.Request, i results.Import) clubpage.Import {
	return clubpage.Import{ID: i.ID, Name: i.Name, By: web.PersonOf(r.Player(), i.By), Made: i.Made, Draft: i.Draft(),
		Kept: i.Kept, Counts: i.Counts, Matches: i.Matches, TakenBack: i.TakenBack}
}

// wishOf reads how a file is to be read; anything else than the choices is a guess.
func (w *Wing) wishOf(r *web.Request) (wish scorebook.Wish) {
	wish.Unit = scorebook.Unit(r.Field("unit"))
	if !slices.Contains(clubpage.ImportUnits, string(wish.Unit)) {
		wish.Unit = ""
	}
	if wish.Game = r.Field("game"); !slices.Contains(w.GameKeys(), wish.Game) {
		wish.Game = ""
	}
	wish.Better = scorebook.Better(r.Field("better"))
	if !slices.Contains(clubpage.ImportBetters, string(wish.Better)) {
		wish.Better = scorebook.ByGame
	}
	wish.Months, wish.Twice = r.Field("days") == "months", r.Field("twice") != ""
	return wish
}

func wishProps(wish scorebook.Wish) clubpage.ImportWish {
	days := "days"
	if wish.Months {
		days = "months"
	}
	return clubpage.ImportWish{Unit: string(wish.Unit), Game: wish.Game, Better: string(wish.Better), Days: days,
		Twice: wish.Twice}
}

// BringImport takes a file in, and goes on to what was understood of it.
func (w *Wing) BringImport(r *web.Request) error {
	name, data, err := r.Upload(scorebook.MostBytes)
	defer r.Renew(w.Timeout)()
	wish := w.wishOf(r)
	refuse := func(reason string) error {
		return w.importsPage(r, http.StatusUnprocessableEntity, wishProps(wish), part.Faults{"file": reason})
	}
	switch {
	case errors.Is(err, web.ErrUpload):
		return refuse("import_large")
	case errors.Is(err, web.ErrForm), len(data) == 0 && name == "":
		return refuse("import_none")
	case err != nil:
		return err
	}
	if _, err := scorebook.Read(data, wish, w.scoreGames(), w.clubTime(r)); err != nil {
		return refuse(refusalOf(err))
	}
	id, err := w.Store.BringImport(r.Ctx(), r.Club.ID, r.Player(), r.Key(), fileName(name, "carteado.csv"), data, wish)
	return r.Done(err, link.Import(r.Club.Slug, id))
}

// fileName is the name of a file that was brought, or another where it is called like nothing that can be shown.
func fileName(name, other string) string {
	name, reason := web.CleanText(path.Base(strings.ReplaceAll(name, `\`, "/")), maxFileName)
	if reason != "" {
		return other
	}
	return name
}

const maxFileName = 120

// refusalOf names why nothing of a file can be read.
func refusalOf(err error) string {
	for refusal, key := range map[error]string{scorebook.ErrLarge: "import_large", scorebook.ErrLong: "import_long",
		scorebook.ErrEmpty: "import_empty", scorebook.ErrNoDate: "import_no_date",
		scorebook.ErrNoNames: "import_no_names"} {
		if errors.Is(err, refusal) {
			return key
		}
	}
	return "import_no_table"
}

// scoreGames are the games that a file may name, in all languages.
func (w *Wing) scoreGames() (list []scorebook.Game) {
	for _, game := range w.Games {
		info := game.Rules.Info()
		g := scorebook.Game{Key: info.Key, Names: []string{info.Key}}
		for _, lang := range i18n.Languages() {
			ctx := i18n.WithWords(i18n.With(context.Background(), lang), game.Words)
			g.Names = append(g.Names, i18n.T(ctx, "game."+info.Key))
		}
		if options, err := info.Resolve(nil); err == nil {
			g.Low = game.Rules.Scoring(options).LowWins
		}
		list = append(list, g)
	}
	return list
}

// clubTime is what time it is by the club's clocks, as files are taken to be.
func (w *Wing) clubTime(r *web.Request) time.Time { return w.Now().In(w.Zone(r.Club.TimeZone)) }

// ShowImport shows what was understood of a draft, or what an import has brought.
func (w *Wing) ShowImport(r *web.Request) error {
	i, err := w.Store.ImportOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"))
	if err != nil {
		return err
	}
	if i.Draft() {
		return w.draftPage(r, http.StatusOK, i, nil, nil)
	}
	n := min(max(r.PageAsked(), 1), 1+i.Matches/results.RecordedPerPage)
	list, err := w.Store.RecordedIn(r.Ctx(), r.Club.ID, r.Player(), i.ID, n-1)
	if err != nil {
		return err
	}
	props := clubpage.ImportProps{Import: importOf(r, i), May: r.Club.Role.May(role.Import)}
	for _, m := range list {
		props.List = append(props.List, recordedOf(r, m))
	}
	props.Paging = web.Paged(n, results.RecordedPerPage, i.Matches, func(n int) string {
		return link.ImportPage(r.Club.Slug, i.ID, n)
	})
	return r.Show(http.StatusOK, clubpage.ImportPage(props))
}

func recordedOf(r *web.Request, m results.Recorded) clubpage.Recorded {
	out := clubpage.Recorded{ID: m.ID, Game: m.Game, Ended: m.Ended, Timed: m.Timed, Label: m.Label, Ends: m.Ends,
		Line: m.Line, Counts: m.Counts}
	for _, s := range m.Seats {
		out.Seats = append(out.Seats, resultpage.RecordedSeat{
			Person: part.Person{ID: s.Player, Name: s.Name, Face: part.FaceOf(s.Face), Me: s.Player != 0 &&
				s.Player == r.Player()}, Points: s.Points, Place: s.Place})
	}
	return out
}

// WishImport reads a draft again, in another way.
func (w *Wing) WishImport(r *web.Request) error {
	id := r.Number("id")
	return r.Done(w.Store.WishImport(r.Ctx(), r.Club.ID, r.Player(), id, w.wishOf(r)), link.Import(r.Club.Slug, id))
}

func (w *Wing) DropImport(r *web.Request) error {
	return r.Done(w.Store.DropImport(r.Ctx(), r.Club.ID, r.Player(), r.Number("id")), link.Imports(r.Club.Slug))
}

func (w *Wing) TakeBackImport(r *web.Request) error {
	id := r.Number("id")
	return r.Done(w.Store.TakeBackImport(r.Ctx(), r.Club.ID, r.Player(), id), link.Import(r.Club.Slug, id))
}

// KeepImport stores what was understood of a draft, with those as members whom the host has named.
func (w *Wing) KeepImport(r *web.Request) error {
	i, err := w.Store.ImportOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"))
	if err != nil {
		return err
	}
	if !i.Draft() {
		return base.ErrStale
	}
	typed := r.Request().PostForm["who"]
	d, err := w.understand(r, i, typed)
	if err != nil {
		return err
	}
	if len(typed) != len(d.book.Names) {
		return base.ErrStale
	}
	if len(d.faults) > 0 {
		return w.draftPage(r, http.StatusUnprocessableEntity, i, typed, d.faults)
	}
	_, err = w.Store.KeepImport(r.Ctx(), r.Club.ID, r.Player(), i.ID, i.Wish, r.Field("counts") != "", d.matches)
	return r.Done(err, link.Import(r.Club.Slug, i.ID))
}

// A draft is a file that was understood.
type draft struct {
	book    scorebook.Book
	members []base.Person
	who     []string // the members' names by those of the book, "" for somebody with a name only
	matches []results.Recorded
	faults  part.Faults
}

// understand reads a draft. Names are those of members as they were typed, or, before that, as they are called alike.
func (w *Wing) understand(r *web.Request, i results.Import, typed []string) (d draft, err error) {
	d.faults = part.Faults{}
	if d.book, err = scorebook.Read(i.File, i.Wish, w.scoreGames(), w.clubTime(r)); err != nil {
		return d, err // it was read when it was brought
	}
	called, members, err := w.Store.MembersNamed(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return d, err
	}
	d.members = members
	byName := map[string]base.Person{}
	for n, name := range d.book.Names {
		asked, whole := name, false
		if n < len(typed) {
			asked, whole = strings.TrimSpace(typed[n]), true
		}
		person, known := called[scorebook.Fold(asked)]
		switch {
		case known:
			byName[name], asked = person, person.Name
		case whole && asked != "":
			d.faults["who"+strconv.Itoa(n)] = "import_who"
		default:
			asked = ""
		}
		d.who = append(d.who, asked)
	}
	zone := w.Zone(r.Club.TimeZone)
	for _, m := range d.book.Matches {
		hour, minute := 12, 0
		if m.Clock >= 0 {
			hour, minute = m.Clock/60, m.Clock%60
		}
		match := results.Recorded{Line: m.Line, Game: m.Game, Label: m.Label, Ends: m.Ends, Timed: m.Clock >= 0,
			Ended: time.Date(m.Day.Year(), m.Day.Month(), m.Day.Day(), hour, minute, 0, 0, zone)}
		seen := map[int64]bool{}
		for _, s := range m.Seats {
			person := byName[s.Name]
			seat := results.RecordedSeat{Player: person.ID, Name: cmp.Or(person.Name, s.Name), Face: person.Face,
				Points: s.Points, Place: s.Place}
			if person.ID != 0 && seen[person.ID] {
				d.faults[""] = "import_same_member"
			}
			seen[person.ID] = true
			match.Seats = append(match.Seats, seat)
		}
		d.matches = append(d.matches, match)
	}
	return d, nil
}

// draftPage shows what was understood of a draft, and asks what to do about it.
func (w *Wing) draftPage(r *web.Request, status int, i results.Import, typed []string, faults part.Faults) error {
	d, err := w.understand(r, i, typed)
	if err != nil {
		return err
	}
	left := d.matches
	if !i.Wish.Twice {
		if left, err = w.Store.WithoutDoubles(r.Ctx(), r.Club.ID, r.Player(), d.matches); err != nil {
			return err
		}
	}
	wish := wishProps(i.Wish)
	props := clubpage.DraftProps{Import: importOf(r, i), Wish: wish, Games: w.GameKeys(), Encoding: d.book.Encoding,
		Comma: d.book.Comma, Unit: string(d.book.Unit), Lines: d.book.Lines, Found: len(left), Faults: faults,
		Counts: r.Field("counts") != ""}
	for _, c := range d.book.Columns {
		props.Columns = append(props.Columns, clubpage.ImportColumn(c))
	}
	for n, name := range d.book.Names {
		who := d.who[n]
		if n < len(typed) {
			who = typed[n]
		}
		props.People = append(props.People, clubpage.ImportPerson{Name: name, Who: who})
	}
	for _, m := range d.members {
		props.Members = append(props.Members, m.Name)
	}
	stays := map[int]bool{}
	for n, m := range left {
		stays[m.Line] = true
		if n < clubpage.DraftShows {
			props.First = append(props.First, recordedOf(r, m))
		}
		if props.From.IsZero() || m.Ended.Before(props.From) {
			props.From = m.Ended
		}
		if m.Ended.After(props.Until) {
			props.Until = m.Ended
		}
	}
	found := d.book.Faults
	for _, m := range d.book.Matches {
		if !stays[m.Line] {
			for _, line := range m.Lines {
				found = append(found, scorebook.Fault{Line: line, Why: scorebook.DoubleHere})
			}
		}
	}
	for _, f := range found {
		props.Unread = append(props.Unread, clubpage.Unread{Line: f.Line, Why: string(f.Why), Text: f.Text,
			Before: f.Before})
	}
	return r.Show(status, clubpage.Draft(props))
}

// ShowRecorded is the sheet of a match that was played with real cards.
func (w *Wing) ShowRecorded(r *web.Request) error {
	return w.recordedPage(r, http.StatusOK, matchpage.Correcting{})
}

func (w *Wing) recordedPage(r *web.Request, status int, correcting matchpage.Correcting) error {
	m, i, err := w.Store.RecordedMatch(r.Ctx(), r.Club.ID, r.Player(), r.Number("match"))
	if err != nil {
		return err
	}
	page := recordedOf(r, m)
	if at := m.Sheet; at.Night != 0 {
		page.Sheet = clubpage.SheetPlace{Night: at.Night, Round: at.Round, Table: at.Table}
		if c := m.Last; c != nil {
			page.Corrected = (*matchpage.CorrectionRow)(c)
		}
	}
	return r.Show(status, clubpage.RecordedPage(page, importOf(r, i), correcting))
}

// CorrectRecorded voids, corrects or restores the result of a match with real cards.
func (w *Wing) CorrectRecorded(r *web.Request) error {
	id := r.Number("match")
	return w.Correct(r, id, link.Recorded(r.Club.Slug, id), func(status int, form matchpage.Correcting) error {
		return w.recordedPage(r, status, form)
	})
}
