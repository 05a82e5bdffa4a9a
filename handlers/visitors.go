package handlers

import (
	"maps"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"carteado/db"
	"carteado/views/part"
)

const (
	// parkedPerSession leaves a browser, which opens six connections to one
	// host over HTTP/1.1, two of them for moves and pages.
	parkedPerSession = 4

	// parkedAtMost bounds the memory of all that wait, some 12 kB each with its
	// connection, and 30 kB while it is answered: far more than a club has members.
	// Further polls are told that nothing is new, and come again.
	parkedAtMost = 10_000

	// Polls of one session: far more than pages of ours make, far fewer than a
	// loop that somebody left running.
	pollRate  = rate.Limit(10)
	pollBurst = 30
)

// A hub knows which sessions may poll what, and how many polls they have. What they wait for is the store's to know.
type hub struct {
	now     func() time.Time
	hold    time.Duration
	rate    rate.Limit // of each session's polls
	drained chan struct{}
	outside sync.WaitGroup // polls that wait outside of the web server, and on their way back

	mu       sync.Mutex
	passes   map[passKey]pass
	visitors map[int64]*visitor
	parking  int // polls of all visitors
}

func newHub(now func() time.Time) *hub {
	return &hub{
		now: now, hold: part.PollHold, rate: pollRate, drained: make(chan struct{}),
		passes: map[passKey]pass{}, visitors: map[int64]*visitor{},
	}
}

// drain lets all parked polls go, and every later one at once. When it returns, those
// outside are requests of the web server again.
func (h *hub) drain() {
	h.mu.Lock()
	select {
	case <-h.drained:
	default:
		close(h.drained)
	}
	h.mu.Unlock()
	h.outside.Wait()
}

// goesOut counts a poll that waits outside, unless none does any more.
func (h *hub) goesOut() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case <-h.drained:
		return false
	default:
		h.outside.Add(1)
		return true
	}
}

// A pass says that a session may see what it polls, and as whom.
type pass struct {
	session db.Session
	club    db.Membership
	guest   db.Admission // to a table
	topic   db.Topic
	until   time.Time
}

type passKey struct {
	token db.TokenHash
	path  string
}

// A visitor is a session that polls.
type visitor struct {
	parked int
	limit  *rate.Limiter
	seen   time.Time
}

// admit remembers that a session may poll a path.
func (h *hub) admit(token db.TokenHash, path string, p pass) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p.until = h.now().Add(db.Trust)
	h.passes[passKey{token, path}] = p
}

// admitted returns a pass that admit made, if it is trusted for that long.
func (h *hub) admitted(token db.TokenHash, path string, long time.Duration) (pass, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p, ok := h.passes[passKey{token, path}]
	return p, ok && h.now().Add(long).Before(p.until)
}

// dismiss forgets all passes, because a session has ended or a member has
// changed.
func (h *hub) dismiss() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.passes)
}

// renew forgets the passes of a player, so that the next poll reads them again.
func (h *hub) renew(player int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	maps.DeleteFunc(h.passes, func(_ passKey, p pass) bool { return p.session.Player.ID == player })
}

// allow counts a poll of a session, and refuses when there are too many.
func (h *hub) allow(session int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.visitor(session).limit.AllowN(h.now(), 1)
}

// park takes one of a session's places for waiting polls; leave gives it back.
func (h *hub) park(session int64) (leave func(), ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v := h.visitor(session)
	if v.parked >= parkedPerSession || h.parking >= parkedAtMost {
		return nil, false
	}
	v.parked++
	h.parking++
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		v.parked--
		h.parking--
	}, true
}

func (h *hub) visitor(session int64) *visitor {
	v := h.visitors[session]
	if v == nil {
		v = &visitor{limit: rate.NewLimiter(h.rate, pollBurst)}
		h.visitors[session] = v
	}
	v.seen = h.now()
	return v
}

// sweep drops passes and visitors that nobody has asked for lately.
func (h *hub) sweep() {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	maps.DeleteFunc(h.passes, func(_ passKey, p pass) bool { return !now.Before(p.until) })
	maps.DeleteFunc(h.visitors, func(_ int64, v *visitor) bool { return v.parked == 0 && now.Sub(v.seen) > db.Trust })
}
