package handlers

import (
	"bufio"
	"context"
	"encoding/csv"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"carteado/db"
)

// exportPiece is how much of an export is held at a time.
const exportPiece = 32 << 10

// exportAccount hands a player all that is kept about them. It is a POST, because
// it is noted.
func (s *Server) exportAccount(r *request) error {
	return r.download("application/json", "carteado.json", func(ctx context.Context, out io.Writer) error {
		return s.store.ExportOf(ctx, r.player(), out)
	})
}

// exportClub hands a table of the club's out as CSV. It is a POST, because it is
// noted.
func (s *Server) exportClub(r *request) error {
	exports := map[string]func(ctx context.Context, club, by int64, take db.Row) error{
		"members": s.store.ExportMembers, "matches": s.store.ExportMatches, "standings": s.store.ExportStandings,
	}
	export, known := exports[r.field("what")]
	if !known {
		return errForm
	}
	return r.download("text/csv; charset=utf-8", r.club.Slug+"-"+r.field("what")+".csv", func(ctx context.Context, out io.Writer) error {
		w := csv.NewWriter(out)
		err := export(ctx, r.club.ID, r.player(), func(fields []string) error { return w.Write(plainFields(fields)) })
		w.Flush()
		if err == nil {
			err = w.Error()
		}
		return err
	})
}

// plainFields are fields that no spreadsheet takes for formulas.
func plainFields(row []string) []string {
	safe := make([]string, len(row))
	for i, field := range row {
		if _, err := strconv.Atoi(field); err != nil && strings.IndexAny(field, "=+-@\t\r") == 0 {
			field = "'" + field
		}
		safe[i] = field
	}
	return safe
}

// download sends a file while it is written, piece by piece. Where writing fails before
// the first piece the answer is a page as ever; later the connection is cut (see
// observe), so that nobody takes a part for the whole.
func (r *request) download(kind, name string, write func(context.Context, io.Writer) error) error {
	ctx, cancel := context.WithTimeout(r.client, db.ExportTime)
	defer cancel()
	// Where the connection knows no deadline there is none to move.
	_ = http.NewResponseController(r.Response()).SetWriteDeadline(time.Now().Add(db.ExportTime))
	out := bufio.NewWriterSize(attachment{r, kind, name}, exportPiece)
	if err := write(ctx, out); err != nil {
		return err
	}
	return out.Flush()
}

// An attachment is an answer that a browser keeps as a file. Its head is sent with
// its first piece.
type attachment struct {
	r          *request
	kind, name string
}

func (a attachment) Write(piece []byte) (int, error) {
	if w := a.r.Response(); !w.Committed {
		w.Header().Set("Content-Type", a.kind)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Disposition", `attachment; filename="`+a.name+`"`)
		w.WriteHeader(http.StatusOK)
	}
	return a.r.Response().Write(piece)
}
