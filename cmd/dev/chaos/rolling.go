package chaos

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"sync"
	"time"
)

// A front is the web server before the instances, as the compose file sets it up: a
// request goes to the instance that has the fewest, one that refuses a connection gets
// none for a while, and what was sent is sent again only if that changes nothing.
type front struct {
	door  net.Listener
	lanes [instances]*lane

	mu sync.Mutex
}

// A lane leads to an instance.
type lane struct {
	address string
	active  int
	down    time.Time // until then it gets nothing
}

const (
	tried  = 5 * time.Second // how long an instance is looked for
	avoids = 2 * time.Second // how long one is left alone that refused a connection
)

func newFront(ctx context.Context, sites [instances]*site) (*front, error) {
	door, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	f := &front{door: door}
	for i, it := range sites {
		f.lanes[i] = &lane{address: it.address}
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetXForwarded()
			r.Out.URL.Scheme, r.Out.Host = "http",
				r.In.Host
		},
		Transport: f,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, err.Error(), http.StatusBadGateway)
		},
		ErrorLog: log.New(io.Discard, "", 0),
	}
	go func() { _ = http.Serve(door, proxy) }()
	return f, nil
}

// connections of the front to the instances, and nobody else's.
var connections = &http.Transport{MaxIdleConnsPerHost: 100}

// RoundTrip implements http.RoundTripper.
func (f *front) RoundTrip(req *http.Request) (answer *http.Response, err error) {
	var body []byte
	if req.Body != nil {
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}
	for end := time.Now().Add(tried); time.Now().Before(end); time.Sleep(pause) {
		l := f.choose()
		if l == nil {
			continue
		}
		req.URL.Host, req.Body = l.address, io.NopCloser(bytes.NewReader(body))
		answer, err = connections.RoundTrip(req)
		var op *net.OpError
		refused := errors.As(err, &op) && op.Op == "dial"
		f.leave(l, refused)
		if err == nil || !refused && req.Method != http.MethodGet {
			return answer, err
		}
	}
	return nil, errors.Join(errors.New("no instance answers"), err)
}

// choose returns the instance that has the fewest requests; nil for none.
func (f *front) choose() (least *lane) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, l := range f.lanes {
		if time.Now().After(l.down) && (least == nil || l.active < least.active) {
			least = l
		}
	}
	if least != nil {
		least.active++
	}
	return least
}

func (f *front) leave(l *lane, refused bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	l.active--
	if refused {
		l.down = time.Now().Add(avoids)
	}
}

// roll stops one instance after the other and starts it again, so many times, while
// people play. None of their requests may fail.
func (s *storm) roll(ctx context.Context) {
	for range s.Restarts {
		for _, it := range s.sites {
			s.await(ctx, tables)
			if ctx.Err() != nil {
				return
			}
			if err := s.restart(ctx, it); err != nil {
				s.fails(err)
			}
			if ctx.Err() != nil {
				return
			}
			s.counts("restart", 1)
		}
	}
}
