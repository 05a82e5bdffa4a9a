package handlers

import (
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"carteado/db"
	"carteado/views/part"
)

// trust is how long the hub believes what it read from the store. A hint of a change
// ends it at once; the minute bounds the delay if a hint was lost.
const trust = time.Minute

// A hub lets polls wait for a change without asking the database. For each
// topic, a table or a club's home page, it knows the position that was last
// read from the store, until a hint says that it is old. Hints may come late,
// twice, out of order or, within trust, not at all: they only make polls look
// again. It decides nothing.
type hub struct {
	now     func() time.Time
	hold    time.Duration
	rate    rate.Limit // of each session's polls
	drained chan struct{}
	outside sync.WaitGroup // polls that wait outside of the web server, and on their way back

	mu       sync.Mutex
	topics   map[topic]*place
	homes    map[int64]map[topic]*place // those of topics that are home pages, by club
	kept     []topic                    // topics whose drawn boards are kept, the oldest first
	passes   map[passKey]pass
	visitors map[int64]*visitor
	parking  int // polls of all visitors
}

// keptTables bounds the tables that are held in memory, as they were read and
// rendered. Any other is read again when it changes.
const keptTables = 256

// A topic is the subject of a poll: a table, a club's home page for one player, or the
// marks of one player (turns and notices in all clubs).
type topic struct {
	table        int64 // 0: a home page or marks
	club, player int64 // of a home page; without a club: marks
}

// A sight is the position of a topic that a page shows.
type sight struct {
	topic
	at string
}

// A place holds what the hub knows of a topic.
type place struct {
	at      string        // position in the store; "" when not known
	read    time.Time     // when it was read
	seen    time.Time     // when anybody asked last
	shown   *showing      // of a table: what was read then; nil when not kept
	hint    int           // how many hints there were
	told    string        // the position in the last one: it comes from the move and from the database
	changed chan struct{} // closed by the next hint
	waiting int
}

func newHub(now func() time.Time) *hub {
	return &hub{
		now: now, hold: part.PollHold, rate: pollRate, drained: make(chan struct{}),
		topics: map[topic]*place{}, homes: map[int64]map[topic]*place{},
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

// hinted takes a hint that a table has changed. A home page tells the moves of others,
// too, but only when it is read for another reason, and once in the time of trust.
func (h *hub) hinted(c db.Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.topics[topic{table: c.Table}]; p != nil && p.at != c.At && p.told != c.At {
		p.wake()
		p.told = c.At
	}
	for t, p := range h.homes[c.Club] {
		if !c.Within || slices.Contains(c.Players, t.player) {
			p.wake()
		}
	}
	for _, player := range c.Players {
		if p := h.topics[topic{player: player}]; p != nil {
			p.wake()
		}
	}
}

// moved is hinted for a move that was made here. A table that is remembered exactly
// as it was before the move is remembered as it follows, with what was drawn of it, for
// no longer than it would have been. Where the database hints of the move, too, that alone wakes home pages, and
// may have come first.
func (h *hub) moved(c db.Change, move db.Played, drawn *draft) {
	h.mu.Lock()
	p := h.topics[topic{table: c.Table}]
	if p != nil && p.shown != nil && (p.hint == p.shown.hint || p.hint == p.shown.hint+1 && p.told == c.At) {
		if next := drawn.then(p.shown, move); next != nil {
			if p.hint == p.shown.hint {
				p.wake()
			}
			next.hint = p.hint
			p.at, p.told, p.shown = c.At, c.At, next
		}
	}
	h.mu.Unlock()
	h.hinted(c)
}

// forget makes every poll look again: hints may have been lost.
func (h *hub) forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.passes)
	for _, p := range h.topics {
		p.wake()
	}
}

func (p *place) wake() {
	p.at, p.told = "", ""
	p.hint++
	close(p.changed)
	p.changed = make(chan struct{})
}

// place of a topic. The caller holds mu.
func (h *hub) place(t topic) *place {
	p := h.topics[t]
	if p == nil {
		p = &place{changed: make(chan struct{})}
		h.topics[t] = p
		if t.club != 0 {
			if h.homes[t.club] == nil {
				h.homes[t.club] = map[topic]*place{}
			}
			h.homes[t.club][t] = p
		}
	}
	p.seen = h.now()
	return p
}

// looking is called before a position is read from the store. Its result goes to
// found.
func (h *hub) looking(t topic) (hint int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.place(t).hint
}

// found keeps a position that was read from the store, unless a hint came in the
// meantime: the position may be old by then.
func (h *hub) found(t topic, hint int, at string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.place(t); p.hint == hint {
		p.at, p.read = at, h.now()
	}
}

// shows keeps a table that was read from the store, as found keeps a position.
func (h *hub) shows(t topic, hint int, s *showing) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.place(t)
	if p.hint != hint {
		return
	}
	if p.shown == nil {
		h.kept = append(h.kept, t)
	}
	if len(h.kept) > keptTables {
		if old := h.topics[h.kept[0]]; old != nil {
			old.shown = nil
		}
		h.kept = append(h.kept[:0:0], h.kept[1:]...)
	}
	p.at, p.read, p.shown = s.whole.At(), h.now(), s
}

// redraw lets a table be read again, for what one player alone sees of it. Nobody is
// woken, and nobody who waits can tell.
func (h *hub) redraw(table int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.topics[topic{table: table}]; p != nil {
		p.read = time.Time{}
		p.hint++
	}
}

// showing is what a table shows now, as far as is known without looking; nil
// where it is not. With it comes the number of hints so far.
func (h *hub) showing(t topic) (*showing, int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.place(t)
	if p.shown == nil || p.at != p.shown.whole.At() || h.now().Sub(p.read) >= trust {
		return nil, p.hint
	}
	return p.shown, p.hint
}

// current reports that what a page shows is the latest, as far as is known without
// looking.
func (h *hub) current(shown ...sight) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range shown {
		if p := h.place(s.topic); p.at != s.at || s.at == "" || h.now().Sub(p.read) >= trust {
			return false
		}
	}
	return true
}

// wait returns when something that a page shows may be old, with true, or when the
// hold is over, the client is gone or the hub drained, with false. A page shows one
// thing, and may show another beside it.
func (h *hub) wait(gone <-chan struct{}, hold time.Duration, shown sight, beside ...sight) bool {
	h.mu.Lock()
	p := h.place(shown.topic)
	changed, also := p.changed, (chan struct{})(nil)
	old := p.at != shown.at
	for _, s := range beside {
		other := h.place(s.topic)
		old, also = old || other.at != s.at, other.changed
	}
	if old {
		h.mu.Unlock()
		return true
	}
	p.waiting++
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		p.waiting--
		h.mu.Unlock()
	}()

	timer := time.NewTimer(hold)
	defer timer.Stop()
	select {
	case <-changed:
		return true
	case <-also:
		return true
	case <-timer.C:
	case <-gone:
	case <-h.drained:
	}
	return false
}

// parked is the number of polls that wait.
func (h *hub) parked() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.topics {
		n += p.waiting
	}
	return n
}

// sweep drops topics, passes and visitors that nobody has asked for lately.
func (h *hub) sweep() {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	for key, p := range h.passes {
		if !now.Before(p.until) {
			delete(h.passes, key)
		}
	}
	for id, v := range h.visitors {
		if v.parked == 0 && now.Sub(v.seen) > trust {
			delete(h.visitors, id)
		}
	}
	for t, p := range h.topics {
		if p.waiting == 0 && now.Sub(p.seen) > trust {
			delete(h.topics, t)
			delete(h.homes[t.club], t)
		}
	}
	// A name without its topic would use up a place of a table that is asked for.
	h.kept = slices.DeleteFunc(h.kept, func(t topic) bool { return h.topics[t] == nil })
}
