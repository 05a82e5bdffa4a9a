package handlers

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"

	"carteado/db"
	"carteado/engine"
	"carteado/views/layout"
	"carteado/views/link"
	"carteado/views/part"
	"carteado/views/table"
)

// drawings are what is drawn of a snapshot for all polls that wait at its table: rendered once for all readers who see
// the same, and compressed once for those without a form in it.
type drawings struct {
	moved bool // the snapshot followed by a move from one that was drawn

	mu        sync.Mutex
	fragments map[sent]*fragment
	lines     *sync.Map // of each reader, *table.Lines
}

// drawingsOf are those of a snapshot. After a move the log's lines are kept.
func drawingsOf(s *db.Snapshot) *drawings {
	return s.Drawn(func(before any) any {
		d := &drawings{fragments: map[sent]*fragment{}, lines: new(sync.Map)}
		if old, is := before.(*drawings); is {
			d.moved, d.lines = true, old.lines
		}
		return d
	}).(*drawings)
}

// sent is what a fragment depends on: a reader whose page holds all lines of the log but those that are new at this
// position is not sent them again.
type sent struct {
	reader
	held bool
}

// linesOf are the lines of the log that were drawn for readers like that.
func (s *drawings) linesOf(like reader) *table.Lines {
	lines, known := s.lines.Load(like)
	if !known {
		lines, _ = s.lines.LoadOrStore(like, table.NewLines(rand.Text()))
	}
	return lines.(*table.Lines)
}

// linesHeld is the header in which our script says which lines of the log the page holds.
const linesHeld = "Carteado-Lines"

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
func (s *Server) show(r *request, now *db.Snapshot, shown kind) error {
	board, err := now.For(r.pass.guest)
	if err != nil {
		return err
	}
	if err := s.mayShow(r, board.Table.Number); err != nil {
		return err
	}
	if kindOf(board) != shown {
		return r.goTo(link.Table(r.club.Slug, board.Table.Number))
	}
	drawn := drawingsOf(now)
	f, like, err := s.fragment(r, drawn, board, board.View.Version)
	if err != nil {
		return err
	}
	marks, marked, err := s.newMarks(r)
	if err != nil {
		return err
	}
	if like.player == 0 && !marked {
		return r.send(f.html, f.zip)
	}
	if d := r.drawn; d != nil && d.of == drawn && !marked {
		defer pages.Put(d.page)
		defer pages.Put(d.zipped)
		return r.send(d.page.Bytes(), d.zipped.Bytes)
	}
	page, zipped := newPage(), newPage()
	defer pages.Put(page)
	defer pages.Put(zipped)
	f.keyed(page, newIdem())
	if marked {
		if err := marks.Render(layout.With(r.ctx(), r.frame()), page); err != nil {
			return err
		}
	}
	return r.send(page.Bytes(), func() []byte {
		zip(zipped, page.Bytes())
		return zipped.Bytes()
	})
}

// fragment is what a request is sent of a snapshot, and who else is sent it. Lines of the log that are newer than the
// committed version belong to a move that may still fail: they are drawn, and not kept.
func (s *Server) fragment(r *request, now *drawings, board db.Board, committed int) (*fragment, reader, error) {
	like := r.reader().at(board.Table)
	lines, held := now.linesOf(like), 0
	if before := board.View.Version - 1; now.moved && r.Request().Header.Get(linesHeld) == lines.Held(before) {
		held = before
	}
	f, err := now.fragment(sent{like, held > 0}, func() (html []byte, idem string, err error) {
		return s.drawn(like, board, lines, held, committed)
	})
	return f, like, err
}

// A draft is the answer to the player of a move that is not kept yet. Nobody has it until then.
type draft struct {
	of           *drawings
	page, zipped *bytes.Buffer
}

// draft draws what a player sees after a move that is on its way; nil where the page becomes one of another kind.
func (s *Server) draft(r *request, move *db.PendingMove, shown kind) *draft {
	board, err := move.Next.For(move.Guest)
	if err != nil || kindOf(board) != shown {
		return nil
	}
	d := &draft{of: drawingsOf(move.Next), page: newPage(), zipped: newPage()}
	f, _, err := s.fragment(r, d.of, board, board.View.Version-1)
	if err != nil {
		return nil
	}
	f.keyed(d.page, newIdem())
	if r.takesZip(d.page.Bytes()) {
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
func (r reader) at(t db.TableView) reader {
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
func (s *drawings) fragment(like sent, make func() (html []byte, idem string, err error)) (*fragment, error) {
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
func (s *Server) drawn(like reader, board db.Board, lines *table.Lines, held, committed int) (
	html []byte, idem string, err error) {
	frame := layout.Request{Lang: like.lang, Now: board.Table.Now, Zone: s.Zone(like.zone), Club: &like.club}
	if like.player != 0 {
		frame.Player = &part.Person{ID: like.player, Me: true}
	}
	idem = newIdem()
	_, parts, err := s.tableParts(like, board, attempt{idem: idem})
	if err != nil {
		return nil, "", err
	}
	page := newPage()
	defer pages.Put(page)
	err = parts.Render(layout.With(table.Keeping(table.With(context.Background(), s.byKey), lines, held, committed),
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
func (r *request) takesZip(html []byte) bool {
	return len(html) >= smallest && strings.Contains(r.Request().Header.Get(echo.HeaderAcceptEncoding), "gzip")
}

// send sends a fragment, compressed where the reader takes that and it pays.
func (r *request) send(html []byte, zipped func() []byte) error {
	h := r.Response().Header()
	h.Set("Cache-Control", "no-store")
	h.Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
	if r.takesZip(html) {
		html = zipped()
		h.Set(echo.HeaderContentEncoding, "gzip")
	}
	return r.HTMLBlob(http.StatusOK, html)
}
