package club

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/scorebook"
	"carteado/handlers/web"
	clubpage "carteado/views/page/club"
)

const (
	ExportPiece = 32 << 10 // how much of an export is held at a time
	// A client that takes no piece for so long holds up the others.
	exportPause = 30 * time.Second
)

// ExportAccount hands a player all that is kept about them. It is a POST, because
// it is noted.
func (w *Wing) ExportAccount(r *web.Request) error {
	write := func(ctx context.Context, out io.Writer, again db.Again) error {
		return w.Store.ExportOf(ctx, r.Player(), out, again)
	}
	w.NoteEvent(r, accounts.EventExport)
	return download(r, db.ExportTime, "application/json", "carteado.json", write)
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
	return download(r, db.ExportTime, "text/csv; charset=utf-8", r.Club.Slug+"-"+r.Field("what")+".csv", write)
}

// plainFields are fields that no spreadsheet takes for formulas.
func plainFields(row []string) []string {
	safe := make([]string, len(row))
	for i, field := range row {
		safe[i] = scorebook.PlainCell(field)
	}
	return safe
}

// download sends a file while it is written, piece by piece, in at most so much time. Where writing fails before
// the first piece the answer is a page as ever; later the connection is cut (see
// observe), so that nobody takes a part for the whole.
func download(r *web.Request, most time.Duration, kind, name string,
	write func(context.Context, io.Writer, db.Again) error) error {
	ctx, cancel := context.WithTimeout(r.Client, most)
	// Where the connection knows no deadline there is none to move.
	limit := http.NewResponseController(r.Response()).SetWriteDeadline
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-r.Site.Polls.Drained(): // a server that closes has less time than an export
			cancel()
			_ = limit(time.Now())
		case <-ctx.Done():
		}
	}()
	rest := func() { cancel(); <-watched }
	defer rest() // the connection may soon be another request's
	file := attachment{ctx, r, kind, name, limit, 0}
	out := bufio.NewWriterSize(file, ExportPiece)
	// A client of HTTP/1.0 takes the end of a connection for the end of the file unless it was told the length.
	counting := !r.Request().ProtoAtLeast(1, 1)
	if counting {
		out.Reset(&file.length)
	}
	err := write(ctx, out, func() bool {
		if !counting {
			return false
		}
		counting = false
		_ = out.Flush() // to count never fails
		out.Reset(file)
		return true
	})
	if err == nil {
		return out.Flush()
	}
	if errors.Is(err, context.Canceled) && r.Client.Err() == nil && !r.Response().Committed {
		rest() // nothing has gone out, so that the reader can be told
		_ = limit(time.Now().Add(exportPause))
		return fmt.Errorf("the club closes: %w", base.ErrUnavailable)
	}
	return err
}

// A byteCount counts what is written.
type byteCount int64

func (c *byteCount) Write(piece []byte) (int, error) {
	*c += byteCount(len(piece))
	return len(piece), nil
}

// An attachment is an answer that a browser keeps as a file. Its head is sent with
// its first piece.
type attachment struct {
	ctx        context.Context //nolint:containedctx // of the one answer that this is
	r          *web.Request
	kind, name string
	limit      func(time.Time) error
	length     byteCount // 0: it goes out in pieces whose end is marked
}

func (a attachment) Write(piece []byte) (int, error) {
	_ = a.limit(time.Now().Add(exportPause)) // before it is asked whether the server closes, which ends it again
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	if w := a.r.Response(); !w.Committed {
		w.Header().Set("Content-Type", a.kind)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Disposition", `attachment; filename="`+a.name+`"`)
		if a.length > 0 {
			w.Header().Set("Content-Length", strconv.FormatInt(int64(a.length), 10))
			w.Header().Set(gzhttp.HeaderNoCompression, "1") // which would take the length away
		}
		w.WriteHeader(http.StatusOK)
	}
	return a.r.Response().Write(piece)
}
