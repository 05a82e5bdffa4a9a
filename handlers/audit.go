package handlers

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"

	"carteado/engine/role"
	"carteado/views/page"
	"carteado/views/part"
)

func (s *Server) showAudit(r *request) error {
	number, _ := strconv.Atoi(r.QueryParam("page"))
	log, err := s.store.AuditOf(r.ctx(), r.club.ID, r.player(), number)
	if err != nil {
		return err
	}
	props := page.AuditProps{
		Club: r.club.Slug, Page: log.Page, Pages: log.Pages, Whole: log.Whole, Head: log.Head, Export: r.club.Role.May(role.Export),
	}
	for _, e := range log.Entries {
		props.Entries = append(props.Entries, page.AuditRow{
			At: e.At, Action: e.Action, Details: e.Details,
			By:    part.Person{ID: e.Player, Name: e.Name, Me: e.Player == r.player()},
			About: part.Person{ID: e.About, Name: e.AboutName},
		})
	}
	return r.render(http.StatusOK, page.Audit(props))
}

// exportClub hands a table of the club's out as CSV. It is a POST, because it is
// noted.
func (s *Server) exportClub(r *request) error {
	exports := map[string]func(ctx context.Context, club, by int64) ([][]string, error){
		"members": s.store.ExportMembers, "matches": s.store.ExportMatches, "standings": s.store.ExportStandings,
	}
	export, known := exports[r.field("what")]
	if !known {
		return errForm
	}
	rows, err := export(r.ctx(), r.club.ID, r.player())
	if err != nil {
		return err
	}
	data, err := writeCSV(rows)
	if err != nil {
		return err
	}
	r.Response().Header().Set("Cache-Control", "no-store")
	r.Response().Header().Set("Content-Disposition", `attachment; filename="`+r.club.Slug+"-"+r.field("what")+`.csv"`)
	return r.Blob(http.StatusOK, "text/csv; charset=utf-8", data)
}

// writeCSV writes rows so that no spreadsheet takes a name for a formula.
func writeCSV(rows [][]string) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for _, row := range rows {
		safe := make([]string, len(row))
		for i, field := range row {
			if _, err := strconv.Atoi(field); err != nil && strings.IndexAny(field, "=+-@\t\r") == 0 {
				field = "'" + field
			}
			safe[i] = field
		}
		if err := w.Write(safe); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}
