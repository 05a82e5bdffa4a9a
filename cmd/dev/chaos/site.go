package chaos

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A site is an instance that is started again whenever it is killed.
type site struct {
	address string
	stop    func()
	told    atomic.Bool                   // to end
	clock   atomic.Pointer[time.Duration] // of its next starts; nil: each takes another
	mu      sync.Mutex
	process *os.Process
}

func (s *storm) open(ctx context.Context) (*site, error) {
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	through := (&url.URL{Scheme: "postgres", User: url.User("postgres"), Host: s.proxy.door.Addr().String(),
		Path: "postgres", RawQuery: "sslmode=disable"}).String()
	it := &site{address: door.Addr().String()}
	if err := door.Close(); err != nil {
		return nil, err
	}
	trusted := ""
	if s.fronted() {
		trusted = "127.0.0.1/32"
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	it.stop = func() { cancel(); <-ended }
	go func() {
		defer close(ended)
		for starts := 0; ctx.Err() == nil; starts++ {
			clock := off[starts%len(off)]
			if told := it.clock.Load(); told != nil {
				clock = *told
			}
			if s.Clock && clock != 0 {
				s.counts("clock off", 1)
			}
			program := exec.CommandContext(ctx, s.Program)
			var said strings.Builder
			program.Stderr = &said
			program.Env = slices.Concat(os.Environ(), s.Env, []string{"DATABASE_URL=" + through,
				"CARTEADO_KEYS=" + s.keys(),
				"CARTEADO_LISTEN=" +
					it.address, "CARTEADO_LOG_LEVEL=error", "CARTEADO_TRUSTED_PROXIES=" + trusted, ClockVar + "=" +
					clock.String()})
			if err := program.Start(); err != nil {
				s.fails(err)
				return
			}
			it.mu.Lock()
			it.process = program.Process
			it.mu.Unlock()
			_ = program.Wait()
			taken := strings.Contains(said.String(), "address already in use") // by a connection of somebody else
			if asked := it.told.Swap(false); program.ProcessState.Exited() && ctx.Err() == nil && !taken &&
				!(asked && program.ProcessState.Success()) {
				s.fails(fmt.Errorf("an instance ended by itself: %s", said.String()))
				return
			}
		}
	}()
	return it, nil
}
