package chaos

import (
	"context"
	"net"
	"sync/atomic"
	"time"
)

// A proxy stands between the programs and the database. It delays requests and cuts
// connections.
type proxy struct {
	network, database string
	door              net.Listener
	before, after     atomic.Int32 // connections still to be cut: ahead of the next request, or of its answer
	slow              atomic.Int64 // nanoseconds that each request takes longer
}

func newProxy(ctx context.Context, network, database string) (*proxy, error) {
	door, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{network: network, database: database, door: door}
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

// taken takes one of what is left of a number.
func taken(left *atomic.Int32) bool {
	for n := left.Load(); n > 0; n = left.Load() {
		if left.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

func (p *proxy) pass(ctx context.Context, in net.Conn) {
	defer in.Close()
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
			if _, err := in.Write(buffer[:n]); err != nil {
				return
			}
		}
	}()
	buffer := make([]byte, 64<<10)
	for {
		n, err := in.Read(buffer)
		if err != nil || taken(&p.before) {
			return
		}
		time.Sleep(time.Duration(p.slow.Load()))
		if taken(&p.after) {
			deaf.Store(true)
		}
		if _, err := out.Write(buffer[:n]); err != nil {
			return
		}
	}
}
