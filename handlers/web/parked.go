package web

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

	"carteado/db/live"
)

// Most of the memory of a poll that waits was the web server's, for a request and
// its answer. So a poll waits outside of it: its connection is taken away, and comes back
// by a way of its own when the wait is over, as if the request had just been made. The
// web server alone reads requests and writes answers.

// MaxHead bounds what is kept of a poll outside. One with more waits inside.
const MaxHead = 4 << 10

// A pollWait is the time of one poll, outside and inside.
type pollWait struct {
	began, until time.Time
	counted      bool   // it is one of its session's polls already
	leave        func() // gives its place for waiting back; nil: it has none
}

func (s *pollWait) end() {
	if s.leave != nil {
		s.leave()
	}
}

// A parkedConn is the connection of a poll that waits outside, or has done so.
type parkedConn struct {
	net.Conn
	polls  *Polls
	unread []byte                   // what the web server reads first
	wait   atomic.Pointer[pollWait] // until its request is there again
}

// ParkOutside lets polls wait outside of a web server that does not run yet, and is the
// second listener that this one has to serve.
func (p *Polls) ParkOutside(web *http.Server) net.Listener {
	p.returns = &returnListener{in: make(chan net.Conn), shut: make(chan struct{})}
	web.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		if o, is := conn.(*parkedConn); is {
			return context.WithValue(ctx, parkedConnKey{}, o)
		}
		return ctx
	}
	return p.returns
}

type parkedConnKey struct{}

// waitOf is that of a poll which comes from outside, or else a new one.
func (p *Polls) waitOf(req *http.Request, hold time.Duration) pollWait {
	if o, is := req.Context().Value(parkedConnKey{}).(*parkedConn); is {
		if here := o.returned(); here != nil {
			return *here
		}
	}
	return pollWait{began: p.site.Now(), until: time.Now().Add(hold)}
}

// returned is the wait of the poll that has come back, once.
func (o *parkedConn) returned() *pollWait {
	here := o.wait.Swap(nil)
	if here != nil {
		o.polls.outside.Done()
	}
	return here
}

// parkConn takes a poll out of the web server until what it shows may be old, and
// reports whether that could be done: not over HTTP/2, for example.
func (p *Polls) parkConn(w http.ResponseWriter, req *http.Request, here pollWait, shown []live.Position) bool {
	if p.returns == nil || req.ProtoMajor != 1 || req.ProtoMinor != 1 || req.Close || req.ContentLength != 0 ||
		req.TLS != nil {
		return false
	}
	head := headOf(req)
	if len(head) > MaxHead || !p.countParked() {
		return false
	}
	conn, read, err := http.NewResponseController(w).Hijack()
	if err != nil {
		p.outside.Done()
		return false
	}
	o, again := conn.(*parkedConn)
	if !again {
		o = &parkedConn{Conn: conn, polls: p}
	}
	behind, _ := read.Reader.Peek(read.Reader.Buffered())
	o.unread = bytes.Join([][]byte{head, behind, o.unread}, nil)
	o.wait.Store(&here)
	go p.waitParked(o, here.until, shown)
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

// waitParked waits, and brings the poll back unless its client has gone.
func (p *Polls) waitParked(o *parkedConn, until time.Time, shown []live.Position) {
	gone, heard := make(chan struct{}), make(chan struct{})
	go o.listen(gone, heard)
	p.site.Store.Waiters.Wait(gone, p.drained, time.Until(until), shown...)
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
	case p.returns.in <- o:
	case <-p.returns.shut:
		_ = o.Close()
	}
}

// listen learns whether the client goes, and keeps what it sends instead.
func (o *parkedConn) listen(gone, heard chan<- struct{}) {
	defer close(heard)
	var next [1]byte
	n, err := o.Conn.Read(next[:])
	o.unread = append(o.unread, next[:n]...)
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		close(gone)
	}
}

func (o *parkedConn) Read(into []byte) (int, error) {
	if len(o.unread) == 0 {
		return o.Conn.Read(into)
	}
	n := copy(into, o.unread)
	if o.unread = o.unread[n:]; len(o.unread) == 0 {
		o.unread = nil
	}
	return n, nil
}

func (o *parkedConn) Close() error {
	if here := o.returned(); here != nil {
		here.end()
	}
	return o.Conn.Close()
}

// A way back is a listener for connections that are in the program already.
type returnListener struct {
	in   chan net.Conn
	shut chan struct{}
	once sync.Once
}

func (d *returnListener) Accept() (net.Conn, error) {
	select {
	case conn := <-d.in:
		return conn, nil
	case <-d.shut:
		return nil, net.ErrClosed
	}
}

func (d *returnListener) Close() error {
	d.once.Do(func() { close(d.shut) })
	return nil
}

func (d *returnListener) Addr() net.Addr { return &net.TCPAddr{} }
