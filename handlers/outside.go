package handlers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"carteado/db"
)

// Most of the memory of a poll that waits was the web server's, for a request and
// its answer. So a poll waits outside of it: its connection is taken away, and comes back
// by a way of its own when the wait is over, as if the request had just been made. The
// web server alone reads requests and writes answers.

// maxHead bounds what is kept of a poll outside. One with more waits inside.
const maxHead = 4 << 10

// A stay is the time of one poll, outside and inside.
type stay struct {
	began, until time.Time
	counted      bool   // it is one of its session's polls already
	leave        func() // gives its place for waiting back; nil: it has none
}

func (s *stay) end() {
	if s.leave != nil {
		s.leave()
	}
}

// An outsider is the connection of a poll that waits outside, or has done so.
type outsider struct {
	net.Conn
	hub    *hub
	unread []byte               // what the web server reads first
	stay   atomic.Pointer[stay] // until its request is there again
}

// Outside lets polls wait outside of a web server that does not run yet, and is the
// second listener that this one has to serve.
func (s *Server) Outside(web *http.Server) net.Listener {
	s.wayBack = &wayBack{in: make(chan net.Conn), shut: make(chan struct{})}
	web.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		if o, is := conn.(*outsider); is {
			return context.WithValue(ctx, outsiderKey{}, o)
		}
		return ctx
	}
	return s.wayBack
}

type outsiderKey struct{}

// stay is that of a poll which comes from outside, or else a new one.
func (s *Server) stay(req *http.Request, hold time.Duration) stay {
	if o, is := req.Context().Value(outsiderKey{}).(*outsider); is {
		if here := o.returned(); here != nil {
			return *here
		}
	}
	return stay{began: s.now(), until: time.Now().Add(hold)}
}

// returned is the stay of the poll that has come back, once.
func (o *outsider) returned() *stay {
	here := o.stay.Swap(nil)
	if here != nil {
		o.hub.outside.Done()
	}
	return here
}

// waitsOutside takes a poll out of the web server until what it shows may be old, and
// reports whether that could be done: not over HTTP/2, for example.
func (s *Server) waitsOutside(w http.ResponseWriter, req *http.Request, here stay, shown []db.Position) bool {
	if s.wayBack == nil || req.ProtoMajor != 1 || req.ProtoMinor != 1 || req.Close || req.ContentLength != 0 ||
		req.TLS != nil {
		return false
	}
	head := headOf(req)
	if len(head) > maxHead || !s.hub.goesOut() {
		return false
	}
	conn, read, err := http.NewResponseController(w).Hijack()
	if err != nil {
		s.hub.outside.Done()
		return false
	}
	o, again := conn.(*outsider)
	if !again {
		o = &outsider{Conn: conn, hub: s.hub}
	}
	behind, _ := read.Reader.Peek(read.Reader.Buffered())
	o.unread = bytes.Join([][]byte{head, behind, o.unread}, nil)
	o.stay.Store(&here)
	go s.outside(o, here.until, shown)
	return true
}

// headOf is a request without a body, as it is sent.
func headOf(req *http.Request) []byte {
	var head bytes.Buffer
	fmt.Fprintf(&head, "%s %s HTTP/1.1\r\nHost: %s\r\n", req.Method, req.RequestURI, req.Host)
	_ = req.Header.Write(&head) // a buffer does not fail
	head.WriteString("\r\n")
	return head.Bytes()
}

// outside waits, and brings the poll back unless its client has gone.
func (s *Server) outside(o *outsider, until time.Time, shown []db.Position) {
	gone, heard := make(chan struct{}), make(chan struct{})
	go o.listen(gone, heard)
	s.store.Waiters.Wait(gone, s.hub.drained, time.Until(until), shown...)
	_ = o.SetReadDeadline(time.Unix(1, 0)) // long ago
	<-heard
	_ = o.SetReadDeadline(time.Time{})
	select {
	case <-gone:
		_ = o.Close()
		return
	default:
	}
	select {
	case s.wayBack.in <- o:
	case <-s.wayBack.shut:
		_ = o.Close()
	}
}

// listen learns whether the client goes, and keeps what it sends instead.
func (o *outsider) listen(gone, heard chan<- struct{}) {
	defer close(heard)
	var next [1]byte
	n, err := o.Conn.Read(next[:])
	o.unread = append(o.unread, next[:n]...)
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		close(gone)
	}
}

func (o *outsider) Read(into []byte) (int, error) {
	if len(o.unread) == 0 {
		return o.Conn.Read(into)
	}
	n := copy(into, o.unread)
	if o.unread = o.unread[n:]; len(o.unread) == 0 {
		o.unread = nil
	}
	return n, nil
}

func (o *outsider) Close() error {
	if here := o.returned(); here != nil {
		here.end()
	}
	return o.Conn.Close()
}

// A way back is a listener for connections that are in the program already.
type wayBack struct {
	in   chan net.Conn
	shut chan struct{}
	once sync.Once
}

func (d *wayBack) Accept() (net.Conn, error) {
	select {
	case conn := <-d.in:
		return conn, nil
	case <-d.shut:
		return nil, net.ErrClosed
	}
}

func (d *wayBack) Close() error {
	d.once.Do(func() { close(d.shut) })
	return nil
}

func (d *wayBack) Addr() net.Addr { return &net.TCPAddr{} }
