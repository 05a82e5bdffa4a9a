package web

import (
	"maps"
	"time"

	"golang.org/x/time/rate"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
)

const (
	// ParkedPerSession leaves a browser, which opens six connections to one
	// host over HTTP/1.1, two of them for moves and pages.
	ParkedPerSession = 4

	// maxParked bounds the memory of all that wait, some 12 kB each with its
	// connection, and 30 kB while it is answered: far more than a club has members.
	// Further polls are told that nothing is new, and come again.
	maxParked = 10_000

	// Polls of one session: far more than pages of ours make, far fewer than a
	// loop that somebody left running.
	pollRate  = rate.Limit(10)
	PollBurst = 30
)

// countParked counts a poll that waits outside of the web server; false: the server is stopping, and takes none.
func (p *Polls) countParked() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Draining() {
		return false
	}
	p.outside.Add(1)
	return true
}

// A Permit says that a session may see what it polls, and as whom.
type Permit struct {
	Session accounts.Session
	Club    clubs.Membership
	Guest   live.Admission // to a table
	Topic   live.Topic
	until   time.Time
}

type permitKey struct {
	token base.TokenHash
	path  string
}

// A poller is a session that polls.
type poller struct {
	parked int
	limit  *rate.Limiter
	seen   time.Time
}

// Admit remembers that a session may poll a path.
func (p *Polls) Admit(token base.TokenHash, path string, permit Permit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	permit.until = p.Now().Add(live.Trust)
	p.permits[permitKey{token, path}] = permit
}

// admitted returns a permit that Admit made, if it is trusted for that long.
func (p *Polls) admitted(token base.TokenHash, path string, long time.Duration) (Permit, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	permit, ok := p.permits[permitKey{token, path}]
	return permit, ok && p.Now().Add(long).Before(permit.until)
}

// Dismiss forgets all permits, because a session has ended or a member has changed.
func (p *Polls) Dismiss() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.permits)
}

// Renew forgets the permits of a player, so that the next poll reads them again.
func (p *Polls) Renew(player int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.permits, func(_ permitKey, permit Permit) bool { return permit.Session.Player.ID == player })
}

// allow counts a poll of a session, and refuses when there are too many.
func (p *Polls) allow(session int64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.poller(session).limit.AllowN(p.Now(), 1)
}

// park takes one of a session's places for waiting polls; leave gives it back.
func (p *Polls) park(session int64) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	v := p.poller(session)
	if v.parked >= ParkedPerSession || p.parking >= maxParked {
		return nil, false
	}
	v.parked++
	p.parking++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		v.parked--
		p.parking--
	}, true
}

func (p *Polls) poller(session int64) *poller {
	v := p.pollers[session]
	if v == nil {
		v = &poller{limit: rate.NewLimiter(p.Rate, PollBurst)}
		p.pollers[session] = v
	}
	v.seen = p.Now()
	return v
}

// Sweep drops permits and pollers that nobody has asked for lately.
func (p *Polls) Sweep() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.Now()
	maps.DeleteFunc(p.permits, func(_ permitKey, permit Permit) bool { return !now.Before(permit.until) })
	maps.DeleteFunc(p.pollers, func(_ int64, v *poller) bool { return v.parked == 0 && now.Sub(v.seen) > live.Trust })
}
