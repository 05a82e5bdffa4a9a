package chaos

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"regexp"
	"sync"
	"sync/atomic"
	"time"
)

// A proxy stands between the programs and the database. It delays requests and notices,
// and cuts connections.
type proxy struct {
	network, database string
	door              net.Listener
	before, after     atomic.Int32 // the next so many COMMITs are lost, or their answers
	slow              atomic.Int64 // nanoseconds that each request takes longer
	shut              atomic.Bool  // nobody comes in

	mu     sync.Mutex
	inside map[net.Conn]bool
}

func newProxy(ctx context.Context, network, database string) (*proxy, error) {
	door, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{network: network, database: database, door: door, inside: map[net.Conn]bool{}}
	go func() {
		for {
			in, err := door.Accept()
			if err != nil {
				return
			}
			go p.pass(ctx, in)
		}
	}()
	return p, nil
}

// cut ends all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for in := range p.inside {
		_ = in.Close()
	}
}

func (p *proxy) enter(in net.Conn) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.inside[in] = true
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.inside, in)
		_ = in.Close()
	}
}

// taken takes one of what is left of a number.
func taken(left *atomic.Int32) bool {
	for n := left.Load(); n > 0; n = left.Load() {
		if left.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

// notice is the first byte of what the database says unasked.
const notice = 'A'

// prepared is how a client prepares COMMIT under a name, once for each connection; then
// it runs it by that name.
var prepared = regexp.MustCompile(`(stmtcache_[0-9a-f]+)\x00COMMIT\x00`)

func (p *proxy) pass(ctx context.Context, in net.Conn) {
	defer p.enter(in)()
	if p.shut.Load() {
		return
	}
	out, err := (&net.Dialer{}).DialContext(ctx, p.network, p.database)
	if err != nil {
		return
	}
	defer out.Close()
	var deaf atomic.Bool // the answer is lost
	go func() {
		defer in.Close()
		buffer := make([]byte, 64<<10)
		for {
			n, err := out.Read(buffer)
			if err != nil || deaf.Load() {
				return
			}
			if buffer[0] == notice {
				time.Sleep(time.Duration(p.slow.Load()))
			}
			if _, err := in.Write(buffer[:n]); err != nil {
				return
			}
		}
	}()
	var commit []byte // how it is run, once it is prepared
	buffer := make([]byte, 64<<10)
	for {
		n, err := in.Read(buffer)
		if err != nil {
			return
		}
		time.Sleep(time.Duration(p.slow.Load()))
		if name := prepared.FindSubmatch(buffer[:n]); name != nil {
			commit = fmt.Appendf(nil, "\x00%s\x00", name[1]) // of no portal, the statement of that name
		}
		if commit != nil && bytes.Contains(buffer[:n], commit) {
			if taken(&p.before) {
				return
			}
			if taken(&p.after) {
				deaf.Store(true)
			}
		}
		if _, err := out.Write(buffer[:n]); err != nil {
			return
		}
	}
}
