package match

import (
	"net/http"

	"carteado/db"
	"carteado/handlers/web"
	"carteado/views/link"
	matchpage "carteado/views/page/match"
	"carteado/views/part"
)

// ShowNote is what the reader has written for themself at a match.
func (w *Wing) ShowNote(r *web.Request) error {
	note, err := w.Store.NoteOf(r.Ctx(), r.Club.ID, r.Number("match"), r.Player())
	if err != nil {
		return err
	}
	return w.notePage(r, http.StatusOK, note, nil)
}

// SaveNote keeps it and leads back to the table.
func (w *Wing) SaveNote(r *web.Request) error {
	text, fault := web.CleanLines(r.Field("note"), db.MaxNote)
	if fault != "" && fault != web.ReasonEmpty {
		note, err := w.Store.NoteOf(r.Ctx(), r.Club.ID, r.Number("match"), r.Player())
		if err != nil {
			return err
		}
		note.Text = r.Field("note")
		return w.notePage(r, http.StatusUnprocessableEntity, note, part.Faults{"note": fault})
	}
	table, err := w.Store.SaveNote(r.Ctx(), r.Club.ID, r.Number("match"), r.Player(), text)
	return r.Done(err, link.Table(r.Club.Slug, table))
}

func (w *Wing) notePage(r *web.Request, status int, n db.Note, faults part.Faults) error {
	return r.Show(status, matchpage.Note(matchpage.NoteProps{
		Match: r.Number("match"), Table: n.Table, Game: n.Game, Seats: web.People(r.Player(), n.Seats), Text: n.Text,
		Max: db.MaxNote, Faults: faults,
	}))
}
