package table

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"

	"carteado/db/live"
	"carteado/engine"
	"carteado/handlers/web"
	"carteado/views/layout"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
)

// drawings are what is drawn of a snapshot for all polls that wait at its table: rendered once for all readers who see
// the same, and compressed once for those without a form in it.
type drawings struct {
	mu        sync.Mutex
	fragments map[reader]*fragment
	lines     *sync.Map // of each reader, *table.Lines
}

// drawingsOf are those of a snapshot. After a move the log's lines are kept.
func drawingsOf(s *live.Snapshot) *drawings {
	return s.Drawn(func(before any) any {
		d := &drawings{fragments: map[reader]*fragment{}, lines: new(sync.Map)}
		if old, is := before.(*drawings); is {
			d.lines = old.lines
		}
		return d
	}).(*drawings)
}

// linesOf are the lines of the log that were drawn for readers like that.
func (s *drawings) linesOf(like reader) *table.Lines {
	lines, known := s.lines.Load(like)
	if !known {
		lines, _ = s.lines.LoadOrStore(like, new(table.Lines))
	}
	return lines.(*table.Lines)
}

// A fragment is the answer for readers who see the same.
type fragment struct {
	made sync.Once
	err  error
	html []byte
	idem string // the key of the form in it, for each answer to replace

	packed sync.Once
	zipped []byte
}

// show answers a poll, or a move, with what its reader sees of a table, or leads the
// reader to the table anew when it has become a page of another kind.
func (w *Wing) show(r *web.Request, now *live.Snapshot, shown tablepage.Kind, drafted *draft) error {
	board, err := now.For(r.Permit.Guest)
	if err != nil {
		return err
	}
	if err := w.MayShow(r, board.Table.Number); err != nil {
		return err
	}
	if kindOf(board) != shown {
		return r.GoTo(link.Table(r.Club.Slug, board.Table.Number))
	}
	drawn := drawingsOf(now)
	f, like, err := w.fragment(r, drawn, board, board.View.Version)
	if err != nil {
		return err
	}
	marks, marked, err := w.NewMarks(r)
	if err != nil {
		return err
	}
	if like.player == 0 && !marked {
		return send(r, f.html, f.zip)
	}
	if d := drafted; d != nil && d.of == drawn && !marked {
		defer pages.Put(d.page)
		defer pages.Put(d.zipped)
		return send(r, d.page.Bytes(), d.zipped.Bytes)
	}
	page, zipped := newPage(), newPage()
	defer pages.Put(page)
	defer pages.Put(zipped)
	f.keyed(page, web.NewIdem())
	if marked {
		if err := marks.Render(layout.With(r.Ctx(), r.Frame()), page); err != nil {
			return err
		}
	}
	return send(r, page.Bytes(), func() []byte {
		zip(zipped, page.Bytes())
		return zipped.Bytes()
	})
}

// fragment is what a request is sent of a snapshot, and who else is sent it. Lines of the log that are newer than the
// committed version belong to a move that may still fail: they are drawn, and not kept.
func (w *Wing) fragment(r *web.Request, now *drawings, board live.Board, committed int) (*fragment, reader, error) {
	like := readerOf(r).at(board.Table)
	f, err := now.fragment(like, func() (html []byte, idem string, err error) {
		return w.drawn(like, board, now.linesOf(like), committed)
	})
	return f, like, err
}

// A draft is the answer to the player of a move that is not kept yet. Nobody has it until then.
type draft struct {
	of           *drawings
	page, zipped *bytes.Buffer
}

// draft draws what a player sees after a move that is on its way; nil where the page becomes one of another kind.
func (w *Wing) draft(r *web.Request, move *live.PendingMove, shown tablepage.Kind) *draft {
	board, err := move.Next.For(move.Guest)
	if err != nil || kindOf(board) != shown {
		return nil
	}
	d := &draft{of: drawingsOf(move.Next), page: newPage(), zipped: newPage()}
	f, _, err := w.fragment(r, d.of, board, board.View.Version-1)
	if err != nil {
		return nil
	}
	f.keyed(d.page, web.NewIdem())
	if takesZip(r, d.page.Bytes()) {
		zip(d.zipped, d.page.Bytes())
	}
	return d
}

// pages are buffers for what is drawn and sent.
var pages = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func newPage() *bytes.Buffer {
	page := pages.Get().(*bytes.Buffer)
	page.Reset()
	return page
}

// keyed writes a fragment under a key of its own. A key belongs to one form, so that two windows of one player do not
// answer for each other.
func (f *fragment) keyed(page *bytes.Buffer, key string) {
	left, found := f.html, true
	for found {
		var before []byte
		before, left, found = bytes.Cut(left, []byte(f.idem))
		page.Write(before)
		if found {
			page.WriteString(key)
		}
	}
}

// at is the reader with only what a table depends on: one whom it does not concern
// is like all others of their language and rights.
func (r reader) at(t live.TableView) reader {
	if t.Mine != engine.Spectator || t.Host == r.player {
		return r
	}
	for _, seat := range t.Seats {
		if seat.Invited == r.player {
			return r
		}
	}
	r.player, r.sort = 0, ""
	return r
}

// fragment is what is sent to readers like that. The first of them makes it.
func (s *drawings) fragment(like reader, make func() (html []byte, idem string, err error)) (*fragment, error) {
	s.mu.Lock()
	f := s.fragments[like]
	if f == nil {
		f = &fragment{err: errors.New("not rendered")} // should rendering panic
		s.fragments[like] = f
	}
	s.mu.Unlock()
	f.made.Do(func() { f.html, f.idem, f.err = make() })
	return f, f.err
}

// drawn renders a board for all readers like that: from nothing but who they are
// alike in, because what one request knows must not reach the others.
func (w *Wing) drawn(like reader, board live.Board, lines *table.Lines, committed int) (
	html []byte, idem string, err error) {
	frame := layout.Request{Lang: like.lang, Now: board.Table.Now, Zone: w.Zone(like.zone), Club: &like.club}
	if like.player != 0 {
		frame.Player = &part.Person{ID: like.player, Me: true}
	}
	idem = web.NewIdem()
	_, parts, err := w.tableParts(like, board, attempt{idem: idem})
	if err != nil {
		return nil, "", err
	}
	page := newPage()
	defer pages.Put(page)
	err = parts.Render(layout.With(table.Keeping(table.With(context.Background(), w.GamesByKey), lines, committed),
		frame), page)
	return bytes.Clone(page.Bytes()), idem, err
}

func (f *fragment) zip() []byte {
	f.packed.Do(func() {
		page := newPage()
		defer pages.Put(page)
		zip(page, f.html)
		f.zipped = bytes.Clone(page.Bytes())
	})
	return f.zipped
}

// zip compresses a board without a compressor that keeps state: among moves that takes about half the time of level 1,
// for two percent more bytes, although it is slower where nothing else runs.
func zip(page *bytes.Buffer, html []byte) {
	w, _ := gzip.NewWriterLevel(page, gzip.StatelessCompression) // a level that there is
	_, _ = w.Write(html)                                         // a buffer does not fail
	_ = w.Close()
}

// takesZip reports whether a reader takes what is compressed, and that pays.
func takesZip(r *web.Request, html []byte) bool {
	return len(html) >= web.MinCompressed && strings.Contains(r.Request().Header.Get(echo.HeaderAcceptEncoding), "gzip")
}

// send sends a fragment, compressed where the reader takes that and it pays.
func send(r *web.Request, html []byte, zipped func() []byte) error {
	h := r.Response().Header()
	h.Set("Cache-Control", "no-store")
	h.Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
	if takesZip(r, html) {
		html = zipped()
		h.Set(echo.HeaderContentEncoding, "gzip")
	}
	return r.HTMLBlob(http.StatusOK, html)
}
