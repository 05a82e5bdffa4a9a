package handlers

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"

	"carteado/db"
	"carteado/engine"
	"carteado/views/layout"
	"carteado/views/link"
	"carteado/views/part"
	"carteado/views/table"
)

// A showing is a table at one position for all polls that wait at it. It is read once,
// rendered once for all readers who see the same, and compressed once for those without a
// form in it.
type showing struct {
	whole *db.Whole
	hint  int  // how many hints of the table there had been
	moved bool // it followed by a move from what was shown before

	mu        sync.Mutex
	fragments map[sent]*fragment
	lines     *sync.Map // of each reader, *table.Lines
}

// sent is what a fragment depends on: a reader whose page holds all lines of the log but those that are new at this
// position is not sent them again.
type sent struct {
	reader
	held bool
}

func newShowing(whole *db.Whole, hint int) *showing {
	return &showing{whole: whole, hint: hint, fragments: map[sent]*fragment{}, lines: new(sync.Map)}
}

// then is what is shown after a move that followed: the log's lines are kept.
func (s *showing) then(next *db.Whole) *showing {
	show := newShowing(next, 0)
	show.moved, show.lines = true, s.lines
	return show
}

// linesOf are the lines of the log that were drawn for readers like that.
func (s *showing) linesOf(like reader) *table.Lines {
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

// showing is a table as it is now: from memory, or read from the store once for
// all who ask at the same time. Those who ask after a hint never get what was read
// before it.
func (s *Server) showing(ctx context.Context, t topic) (*showing, error) {
	known, hint := s.hub.showing(t)
	if known != nil {
		return known, nil
	}
	read := s.flights.DoChan(fmt.Sprintf("%d/%d", t.table, hint), func() (_ any, err error) {
		defer recovered(&err)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.Patience)
		defer cancel()
		done, err := s.reading(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		whole, err := s.store.Whole(ctx, t.table)
		if err != nil {
			return nil, err
		}
		show := newShowing(whole, hint)
		s.hub.shows(t, hint, show)
		return show, nil
	})
	select {
	case got := <-read:
		show, _ := got.Val.(*showing)
		return show, got.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// reading takes one of the places for polls that read at the same time. Under overload
// they wait there, and moves find a connection.
func (s *Server) reading(ctx context.Context) (done func(), err error) {
	if err := s.reads.Acquire(ctx, 1); err != nil {
		return nil, errors.Join(db.ErrUnavailable, err)
	}
	return func() { s.reads.Release(1) }, nil
}

// show answers a poll, or a move, with what its reader sees of a table, or leads the
// reader to the table anew when it has become a page of another kind.
func (s *Server) show(r *request, now *showing, shown kind) error {
	board, err := now.whole.For(r.pass.guest)
	if err != nil {
		return err
	}
	if err := s.mayShow(r, board.Table.Number); err != nil {
		return err
	}
	if kindOf(board) != shown {
		return r.goTo(link.Table(r.club.Slug, board.Table.Number))
	}
	f, like, err := s.fragment(r, now, board, board.View.Version)
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
	if d := r.drawn; d != nil && d.after == now && !marked {
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

// fragment is what a request is sent of a showing, and who else is sent it. Lines of the log are drawn
// once up to a version that is sure.
func (s *Server) fragment(r *request, now *showing, board db.Board, sure int) (*fragment, reader, error) {
	like := r.reader().at(board.Table)
	lines, held := now.linesOf(like), 0
	if before := board.View.Version - 1; now.moved && r.Request().Header.Get(linesHeld) == lines.Held(before) {
		held = before
	}
	f, err := now.fragment(sent{like, held > 0}, func() (html []byte, idem string, err error) {
		return s.drawn(like, board, lines, held, sure)
	})
	return f, like, err
}

// A draft is what a table shows after a move that is not kept yet, and the answer to its player. Nobody else has it until then.
type draft struct {
	before, after *showing
	page, zipped  *bytes.Buffer
}

// draft draws what a player sees after a move that is on its way; nil where that is not to be told
// from what the table shows now.
func (s *Server) draft(r *request, move db.Played, shown kind) *draft {
	before, _ := s.hub.showing(topic{table: move.Table})
	if before == nil {
		return nil
	}
	next := before.whole.After(move)
	if next == nil {
		return nil
	}
	after := before.then(next)
	board, err := next.For(move.Guest)
	if err != nil || kindOf(board) != shown {
		return nil
	}
	d := &draft{before: before, after: after, page: newPage(), zipped: newPage()}
	f, _, err := s.fragment(r, after, board, board.View.Version-1)
	if err != nil {
		return nil
	}
	f.keyed(d.page, newIdem())
	if r.takesZip(d.page.Bytes()) {
		zip(d.zipped, d.page.Bytes())
	}
	return d
}

// then is what is shown after a move that is kept: its draft, if it has one that follows. It is nil where
// what is shown before does not tell.
func (d *draft) then(before *showing, move db.Played) *showing {
	if d != nil && d.before == before && before.whole.Settle(d.after.whole, move) {
		return d.after
	}
	next := before.whole.After(move)
	if next == nil {
		return nil
	}
	return before.then(next)
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
func (s *showing) fragment(like sent, make func() (html []byte, idem string, err error)) (*fragment, error) {
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
func (s *Server) drawn(like reader, board db.Board, lines *table.Lines, held, sure int) (html []byte, idem string, err error) {
	frame := layout.Request{Lang: like.lang, Zone: time.UTC, Club: &like.club}
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
	err = parts.Render(layout.With(table.Keeping(table.With(context.Background(), s.byKey), lines, held, sure), frame), page)
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
