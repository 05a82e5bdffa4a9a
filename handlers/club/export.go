package club

import (
	"context"
	"encoding/csv"
	"io"
	"net/http"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/scorebook"
	"carteado/handlers/web"
	clubpage "carteado/views/page/club"
)

// ExportAccount hands a player all that is kept about them. It is a POST, because
// it is noted.
func (w *Wing) ExportAccount(r *web.Request) error {
	write := func(ctx context.Context, out io.Writer, again db.Again) error {
		return w.Store.ExportOf(ctx, r.Player(), out, again)
	}
	w.NoteEvent(r, accounts.EventExport)
	return r.Download(db.ExportTime, "application/json", "carteado.json", write)
}

// ShowExport explains the lists of the club that can be taken out.
func (w *Wing) ShowExport(r *web.Request) error {
	var props clubpage.ExportProps
	for _, what := range db.Lists {
		props.Lists = append(props.Lists, clubpage.ExportList{What: what, Columns: db.ListColumns[what]})
	}
	return r.Show(http.StatusOK, clubpage.Export(props))
}

// ExportClub hands a table of the club's out as CSV. It is a POST, because it is
// noted.
func (w *Wing) ExportClub(r *web.Request) error {
	exports := map[string]func(ctx context.Context, club, by int64, take db.Row, again db.Again) error{
		"members": w.Store.ExportMembers, "matches": w.Store.ExportMatches, "standings": w.Store.ExportStandings,
	}
	export, known := exports[r.Field("what")]
	if !known {
		return web.ErrForm
	}
	write := func(ctx context.Context, out io.Writer, again db.Again) error {
		w := csv.NewWriter(out)
		err := export(ctx, r.Club.ID, r.Player(), func(fields []string) error { return w.Write(plainFields(fields)) },
			func() bool { w.Flush(); return again() })
		w.Flush()
		if err == nil {
			err = w.Error()
		}
		return err
	}
	return r.Download(db.ExportTime, "text/csv; charset=utf-8", r.Club.Slug+"-"+r.Field("what")+".csv", write)
}

// plainFields are fields that no spreadsheet takes for formulas.
func plainFields(row []string) []string {
	safe := make([]string, len(row))
	for i, field := range row {
		safe[i] = scorebook.PlainCell(field)
	}
	return safe
}
