package handlers

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
)

// exportAccount hands a player all that is kept about them. It is a POST, because
// it is noted.
func (s *Server) exportAccount(r *request) error {
	data, err := s.store.ExportOf(r.ctx(), r.player())
	if err != nil {
		return err
	}
	r.Response().Header().Set("Cache-Control", "no-store")
	r.Response().Header().Set("Content-Disposition", `attachment; filename="carteado.json"`)
	return r.Blob(http.StatusOK, "application/json", data)
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
